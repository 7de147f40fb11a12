import { execFileSync } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { LaunchedSandboxes, ready } from "./launched-sandboxes.ts";

jest.setTimeout(120_000);

const sandboxes = new LaunchedSandboxes();
beforeEach(() => sandboxes.prepare());
afterEach(() => sandboxes.clear());

const onLinux = process.platform === "linux" ? test : test.skip;

test("a second run in the same folder is refused by name", async () => {
  const first = sandboxes.launch();
  await ready(first);
  const second = sandboxes.launch();
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain("already running from this folder");
});

test("a taken port is named, with the variable that moves it", async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(sandboxes.ports.smtp, "127.0.0.1", resolve));
  const run = sandboxes.launch();
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain(`Port ${sandboxes.ports.smtp}, wanted by the mail server, is taken.`);
  expect(run.output()).toContain("SANDBOX_SMTP_PORT");
  await new Promise((resolve) => squatter.close(resolve));
  expect(existsSync(join(sandboxes.dataDir, "postgres", "PG_VERSION"))).toBe(false);
});

test("--reset starts from nothing", async () => {
  const first = sandboxes.launch();
  await ready(first);
  await sandboxes.markProfile();
  first.child.kill("SIGTERM");
  await first.exited;
  const second = sandboxes.launch({}, ["--reset"]);
  await ready(second);
  expect(await sandboxes.keptProfiles()).toBe(0);
});

test("an existing server is used instead of the embedded one", async () => {
  const server = sandboxes.launch();
  await ready(server);
  const url = `postgres://postgres:postgres@127.0.0.1:${sandboxes.ports.database}/other`;
  await sandboxes.query((sql) => sql`create database other`);
  const first = sandboxes.dataDir;
  await sandboxes.prepare();
  const guest = sandboxes.launch({ SANDBOX_DATABASE_URL: url });
  await ready(guest);
  expect(guest.output()).toContain("Using the PostgreSQL server of SANDBOX_DATABASE_URL.");
  expect(existsSync(join(sandboxes.dataDir, "postgres"))).toBe(false);
  guest.child.kill("SIGTERM");
  await guest.exited;
  rmSync(sandboxes.dataDir, { recursive: true, force: true });
  sandboxes.dataDir = first;
});

test("a database that does not answer gets a plain message", async () => {
  const run = sandboxes.launch({ SANDBOX_DATABASE_URL: "postgres://postgres:x@127.0.0.1:1/none" });
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain("SANDBOX_DATABASE_URL does not answer");
});

test.each([
  [{ PORT_OFFSET: "abc" }, 'PORT_OFFSET: "abc" is not a whole number.'],
  [{ SANDBOX_API_PORT: "70000" }, "SANDBOX_API_PORT: 70000 is not a port"],
])("%j gets a plain message", async (settings, message) => {
  const run = sandboxes.launch(settings);
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain(message);
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
