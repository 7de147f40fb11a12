import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "./app-server.ts";

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
