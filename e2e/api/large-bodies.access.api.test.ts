import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { eventually } from "../../sandbox/builders/product.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";

const CALLERS = 20;
const MEGABYTES = 9;

let app: AppProcess;
let address: URL;
const sockets: Socket[] = [];

beforeAll(async () => {
  const settings = await atOwnAddress(ownSandbox());
  address = new URL(settings.APP_URL);
  app = new AppProcess(settings);
  await app.start();
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.kill();
});

/** Announces ten megabytes, sends nearly all of them and then nothing more; resolves when they are on their way. */
function sendMost(path: string): Promise<void> {
  const socket = connect(Number(address.port), address.hostname);
  sockets.push(socket);
  socket.on("error", () => {});
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${address.host}`,
      `Origin: ${address.origin}`,
      "Content-Type: application/json",
      `Content-Length: ${(MEGABYTES + 1) * 1024 * 1024}`,
      "\r\n",
    ].join("\r\n"),
  );
  return new Promise((resolve) => socket.write("x".repeat(MEGABYTES * 1024 * 1024), () => resolve()));
}

test("large bodies that never end are not kept, whoever sends them", async () => {
  // What it loads for its first calls is not theirs.
  const visit = () => Promise.all(Array.from({ length: CALLERS }, () => fetch(address)));
  await visit();
  await fetch(new URL(apiPaths.profile, address), { method: "POST", headers: { Origin: address.origin } });
  const before = app.memory;
  await Promise.all(Array.from({ length: CALLERS }, () => sendMost(apiPaths.profile)));
  await sleep(1_000);
  // Twenty times nine megabytes would be 180, and middleware keeps each body twice: 360. What has only passed through goes
  // in time, while there is other work, but not all of its memory goes back to the system.
  await eventually(
    async () => {
      await visit();
      return app.memory - before;
    },
    (kept) => kept < CALLERS * MEGABYTES * 0.85,
  );
  expect((await fetch(address)).status).toBe(200);
}, 60_000);
