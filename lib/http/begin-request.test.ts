import type { IncomingMessage, ServerResponse } from "node:http";
import { currentRequest, RequestContext, withinRequest } from "@/lib/base/request-context";
import { setTestSettings } from "@/sandbox/builders/test-settings";

const NEW_ID = /^[0-9a-f]{16}$/;

/** Begins a request behind so many proxies; answers what it then carries, what is answered, and what it is known by. */
async function begun(hops: string, given: string | string[] | undefined, url = "/track/secret") {
  jest.resetModules();
  setTestSettings({ TRUSTED_PROXY_HOPS: hops });
  const { beginRequest } = await import("@/lib/http/begin-request");
  const { currentRequest } = await import("@/lib/base/request-context");
  const headers: Record<string, unknown> = { "x-socket-address": "192.0.2.1" };
  if (given !== undefined) headers["x-request-id"] = given;
  const answered: Record<string, string> = {};
  const request = { headers, url, socket: { remoteAddress: "203.0.113.7" } } as unknown as IncomingMessage;
  const setHeader = (name: string, value: string) => void Object.assign(answered, { [name]: value });
  return withinRequest(new RequestContext("before", "/"), () => {
    beginRequest(request, { setHeader } as unknown as ServerResponse);
    return { headers, answered, known: currentRequest() };
  });
}

test("a request gets an id of its own, which is answered and by which all that follows is known", async () => {
  const { headers, answered, known } = await begun("0", undefined);
  expect(known?.id).toMatch(NEW_ID);
  expect(headers).toEqual({ "x-socket-address": "203.0.113.7", "x-request-id": known?.id });
  expect(answered).toEqual({ "x-request-id": known?.id });
  expect(known?.route).toBe("/track/[id]");
  expect((await begun("0", undefined)).known?.id).not.toBe(known?.id);
});

test("without a proxy of ours nobody chooses the id", async () => {
  for (const hops of ["0", ""]) {
    const { headers, known } = await begun(hops, "chosen-by-a-client");
    expect(known?.id).toMatch(NEW_ID);
    expect(headers["x-request-id"]).toBe(known?.id);
  }
});

test.each([["0b0f3e1c-5d3e-4b43-9d0e-3f7a5a1c2b4d"], ["a".repeat(64)], ["12345678"]])(
  "the id %s of a proxy of ours is kept",
  async (id) => {
    const { headers, answered, known } = await begun("1", id);
    expect([headers["x-request-id"], answered["x-request-id"], known?.id]).toEqual([id, id, id]);
  },
);

test.each([
  [""],
  ["short"],
  ["a".repeat(65)],
  ["jane@example.org"],
  ['12345678"}\n{"level":"info"'],
  ["12345678, 12345678"],
  ["DYNAMIC_SERVER_USAGE"],
  ["NEXT_REDIRECT;push;/x;307;"],
  [["12345678", "87654321"]],
])("the id %j of a proxy is not plain, and is replaced", async (id) => {
  expect((await begun("1", id)).known?.id).toMatch(NEW_ID);
});

test("files of the build are answered without an id", async () => {
  const { answered, known } = await begun("0", undefined, "/_next/static/chunks/a.js");
  expect(answered).toEqual({});
  expect(known?.id).toMatch(NEW_ID);
});

test("a request ends with its own work", async () => {
  await begun("0", undefined);
  expect(currentRequest()).toBeUndefined();
});
