import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchedSandboxes, ready } from "./launched-sandboxes.ts";

jest.setTimeout(120_000);

const sandboxes = new LaunchedSandboxes();
beforeEach(() => sandboxes.prepare());
afterEach(() => sandboxes.clear());

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux.each(["SIGINT", "SIGTERM"] as const)("stops everything on %s and keeps the data", async (signal) => {
  const first = sandboxes.launch();
  await ready(first);
  await sandboxes.markProfile();
  first.child.kill(signal);
  expect(await first.exited).toBe(0);
  expect(sandboxes.leftovers()).toEqual([]);

  const second = sandboxes.launch();
  await ready(second);
  expect(await sandboxes.keptProfiles()).toBe(1);
});

onLinux("recovers with the data after kill -9 of the launcher", async () => {
  const first = sandboxes.launch();
  await ready(first);
  await sandboxes.markProfile();
  first.child.kill("SIGKILL");
  await first.exited;
  await sandboxes.untilGone();

  const second = sandboxes.launch();
  await ready(second);
  expect(await sandboxes.keptProfiles()).toBe(1);
});

onLinux("stops orphaned services after kill -9 of launcher and services", async () => {
  const first = sandboxes.launch();
  await ready(first);
  await sandboxes.markProfile();
  const services = Number(readFileSync(join(sandboxes.dataDir, "running.pid"), "utf8"));
  process.kill(services, "SIGKILL");
  first.child.kill("SIGKILL");
  await first.exited;

  const second = sandboxes.launch();
  await ready(second);
  expect(await sandboxes.keptProfiles()).toBe(1);
});

onLinux("reports a killed PostgreSQL, stops, and recovers at the next start", async () => {
  const first = sandboxes.launch();
  await ready(first);
  await sandboxes.markProfile();
  const lock = join(sandboxes.dataDir, "postgres", "postmaster.pid");
  process.kill(Number(readFileSync(lock, "utf8").split("\n")[0]), "SIGKILL");
  expect(await first.exited).toBe(1);
  expect(first.output()).toContain("PostgreSQL exited unexpectedly");

  const second = sandboxes.launch();
  await ready(second);
  expect(await sandboxes.keptProfiles()).toBe(1);
});
