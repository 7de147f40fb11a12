import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeOptions, startApp } from "./app-server.ts";

let other: Server;
let dir: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "no-build-"));
  other = createServer((_, response) => response.end("the app of another checkout"));
  await new Promise<void>((resolve) => other.listen(0, "localhost", resolve));
});
afterEach(async () => {
  rmSync(dir, { recursive: true });
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
});

test("what answers on the app's port already is not taken for the app", async () => {
  const { port } = other.address() as AddressInfo;
  const started = startApp({
    root: process.cwd(),
    dir,
    port,
    mode: "start",
    env: process.env,
    onLine: () => {},
    onExit: () => {},
  });
  await expect(started).rejects.toThrow("The app ended by itself");
});

test.each([
  [undefined, 2],
  ["--max-old-space-size=300", 0.3],
])(
  "the app's heap ends where V8 still collects in time, unless whoever starts it says %s",
  (given, gigabytes) => {
    const script = 'console.log(process.getBuiltinModule("v8").getHeapStatistics().heap_size_limit)';
    const env = { ...process.env, NODE_OPTIONS: nodeOptions({ ...process.env, NODE_OPTIONS: given }) };
    const bytes = Number(execFileSync(process.execPath, ["-e", script], { env, encoding: "utf8" }));
    expect(bytes / 1e9).toBeCloseTo(gigabytes, 0);
  },
);
