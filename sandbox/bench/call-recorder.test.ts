import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { CallRecorder } from "./call-recorder.ts";

let service: Server;
const recorder = new CallRecorder();

beforeAll(async () => {
  service = createServer(async (incoming, outgoing) => {
    outgoing.writeHead(201).end(`${incoming.method} ${incoming.url} ${await text(incoming)}`);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  await recorder.stop();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

test("a call is handed on, and can be made again from what was written down", async () => {
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const door = await recorder.before(upstream);
  const answer = await fetch(`${door}/rpc/do?a=1`, {
    method: "POST",
    headers: { apikey: "k", "content-type": "application/json", "x-other": "1" },
    body: '{"n":"Zoë"}',
  });
  expect([answer.status, await answer.text()]).toEqual([201, 'POST /rpc/do?a=1 {"n":"Zoë"}']);
  const [call, ...others] = recorder.take();
  expect(others).toEqual([]);
  expect(call).toMatchObject({
    url: `${upstream}/rpc/do?a=1`,
    method: "POST",
    headers: { apikey: "k", "content-type": "application/json" },
    body: '{"n":"Zoë"}',
  });
  expect(call?.headers).not.toHaveProperty("x-other");
  expect(recorder.take()).toEqual([]);
});
