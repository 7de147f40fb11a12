import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { LaunchedSandboxes, ready } from "./launched-sandboxes.ts";

jest.setTimeout(120_000);

const sandboxes = new LaunchedSandboxes();
beforeEach(() => sandboxes.prepare());
afterEach(() => sandboxes.clear());

test("names the port in use and the variable that changes it", async () => {
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
