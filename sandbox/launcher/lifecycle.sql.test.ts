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
