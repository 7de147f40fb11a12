import { NextRequest } from "next/server";
import { z } from "zod";
import { AppError } from "@/lib/base/errors";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
jest.mock("@/lib/http/rate-limit", () => ({ rateLimits: { everyPost: {} }, takeRateLimits: async () => {} }));
jest.spyOn(console, "error").mockImplementation(() => {});

const load = () => import("@/lib/http/api-route");

function post(body: unknown, headers: Record<string, string> = {}): NextRequest {
  return new NextRequest("http://localhost:3000/api/x", {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost:3000", ...headers },
    body: JSON.stringify(body),
  });
}

async function answerOf(handle: () => Promise<object>, deadlineMs?: number) {
  const { apiRoute, endpoint } = await load();
  const { POST } = apiRoute({ POST: endpoint({ ...(deadlineMs ? { deadlineMs } : {}), handle }) });
  const response = await POST(post({}));
  return { status: response.status, body: await response.json(), headers: response.headers };
}

test("an AppError answers its own text and headers", async () => {
  const answer = await answerOf(async () => {
    throw new AppError("member_refused", {
      text: "Already there.",
      headers: { "x-why": "twice" },
      reply: { version: 3, error: "no", code: "no" },
    });
  });
  expect(answer).toMatchObject({
    status: 409,
    body: { error: "Already there.", code: "member_refused", version: 3 },
  });
  expect(answer.headers.get("x-why")).toBe("twice");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

test("any other error answers 500 and nothing of its contents", async () => {
  const answer = await answerOf(async () => {
    throw new Error("password=hunter2 at /srv/app");
  });
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|srv/);
});

test("work that takes too long is answered at the deadline", async () => {
  const answer = await answerOf(() => new Promise((resolve) => setTimeout(() => resolve({}), 500)), 20);
  expect(answer).toMatchObject({ status: 503, body: { error: expect.stringContaining("too long") } });
});

test("a body that does not fit names the fields", async () => {
  const { apiRoute, endpoint } = await load();
  const body = z.object({ count: z.number("Please enter a number") });
  const { POST } = apiRoute({ POST: endpoint({ body, handle: async (call) => call.body }) });
  const refused = await POST(post({ count: "x" }));
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: "Please enter a number", code: "invalid_input", fields: { count: "Please enter a number" } },
  ]);
  const taken = await POST(post({ count: 2, extra: 1 }));
  expect([taken.status, await taken.json()]).toEqual([200, { count: 2 }]);
});

test.each([
  ["its own page", { origin: "http://localhost:3000" }, 200],
  ["a same-origin fetch", { origin: "", "sec-fetch-site": "same-origin" }, 200],
  ["a program with a token", { origin: "", authorization: "Bearer abc.def" }, 200],
  ["another site", { origin: "https://evil.example" }, 403],
  [
    "another site with a made-up authorization",
    { origin: "https://evil.example", authorization: "Basic abc" },
    403,
  ],
  ["nowhere", { origin: "" }, 403],
])("a call from %s", async (_, headers, status) => {
  const { apiRoute, endpoint } = await load();
  const { POST } = apiRoute({ POST: endpoint({ handle: async () => ({}) }) });
  expect((await POST(post({}, headers as Record<string, string>))).status).toBe(status);
});

test("methods that are not defined answer 405 with those that are", async () => {
  const { apiRoute, endpoint } = await load();
  const { GET, PUT } = apiRoute({ POST: endpoint({ handle: async () => ({}) }) });
  for (const method of [GET, PUT]) {
    const response = await method(post({}));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  }
});
