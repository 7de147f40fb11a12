import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { LaunchedSandboxes, ready } from "./launched-sandboxes.ts";

jest.setTimeout(120_000);

const sandboxes = new LaunchedSandboxes();
beforeEach(() => sandboxes.prepare());
afterEach(() => sandboxes.clear());

const onLinux = process.platform === "linux" ? test : test.skip;

test("names a port in use and the variable that changes it", async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(sandboxes.ports.smtp, "127.0.0.1", resolve));
  const run = sandboxes.launch();
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain(`Port ${sandboxes.ports.smtp}, wanted by the mail server, is taken.`);
  expect(run.output()).toContain("SANDBOX_SMTP_PORT");
  await new Promise((resolve) => squatter.close(resolve));
  expect(existsSync(join(sandboxes.dataDir, "postgres", "PG_VERSION"))).toBe(false);
});

test("deletes the data with --reset", async () => {
  const first = sandboxes.launch();
  await ready(first);
  await sandboxes.markProfile();
  first.child.kill("SIGTERM");
  await first.exited;
  const second = sandboxes.launch({}, ["--reset"]);
  await ready(second);
  expect(await sandboxes.keptProfiles()).toBe(0);
});

/** Only root may start something as somebody else; for anybody else every other test here is that test. */
const asRoot = process.getuid?.() === 0 ? onLinux : test.skip;

asRoot("runs as an ordinary user too", async () => {
  execFileSync("chown", ["nobody", sandboxes.dataDir]);
  const ordinary = Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }));
  const run = sandboxes.launchAs(ordinary);
  await ready(run);
  expect(statSync(`/proc/${run.child.pid}`).uid).toBe(ordinary);
  expect(await sandboxes.query((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
});
