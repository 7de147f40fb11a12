import { NextRequest } from "next/server";
import { z } from "zod";
import { AppError } from "@/lib/base/errors";
import { catchLog } from "@/sandbox/builders/caught-log";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const taken: string[][] = [];
let full: string | undefined;
const logged = catchLog();
jest.mock("@/lib/http/rate-limit", () => ({
  rateLimits: { everyPost: { name: "post" } },
  takeRateLimits: async (buckets: { name: string; subject: string }[]) => {
    const keys = buckets.map(({ name, subject }) => `${name}:${subject}`);
    if (keys.length > 0) taken.push(keys);
    if (full && keys.includes(full)) throw new AppError("rate_limited", { headers: { "retry-after": "9" } });
  },
}));

beforeEach(() => {
  taken.length = 0;
  full = undefined;
});

const load = () => import("@/lib/http/api-route");
const anybody = async () => null;
const limitOf = (name: string) => ({ name, rules: [], blockSeconds: 0 });

function post(body: unknown, headers: Record<string, string> = {}): NextRequest {
  return new NextRequest("http://localhost:3000/api/x", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: "http://localhost:3000",
      "x-socket-address": "192.0.2.1",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}
const at = (params: object = {}) => ({ params: Promise.resolve(params) });

async function answerOf(handle: () => Promise<object>, deadlineMs?: number) {
  const { endpoint } = await load();
  const POST = endpoint({ who: anybody, ...(deadlineMs ? { deadlineMs } : {}), handle });
  const response = await POST(post({}), at());
  return { status: response.status, body: await response.json(), headers: response.headers };
}

test.each([
  ["sign_in_required", 401, 1],
  ["rate_limited", 429, 1],
  ["not_found", 404, 0],
] as const)("logs a caller refused as %s (%i) %i times, by a pseudonym", async (code, status, times) => {
  const handle = async () => {
    throw new AppError(code);
  };
  expect((await answerOf(handle)).status).toBe(status);
  const lines = logged("api.refused");
  expect(lines).toEqual(
    Array(times).fill(expect.objectContaining({ level: "warn", route: "unlisted", status, code })),
  );
  for (const line of lines) {
    expect(line.from).toMatch(/^[\w-]{12}$/);
    expect(JSON.stringify(line)).not.toContain("192.0.2.1");
  }
});

test("returns an AppError's text and headers", async () => {
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

test("returns 500 without details for any other error", async () => {
  const answer = await answerOf(async () => {
    throw new Error("password=hunter2 at /srv/app");
  });
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|srv/);
});

test("responds at the deadline when the work is too slow", async () => {
  const answer = await answerOf(() => new Promise((resolve) => setTimeout(() => resolve({}), 500)), 20);
  expect(answer).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining("longer than it should") },
  });
});

test("names the invalid fields of a body", async () => {
  const { endpoint } = await load();
  const body = z.object({ count: z.number("Please enter a number") });
  const POST = endpoint({ who: anybody, body, handle: async (call) => call.body });
  const refused = await POST(post({ count: "x" }), at());
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: "Please enter a number", code: "invalid_input", fields: { count: "Please enter a number" } },
  ]);
  const taken = await POST(post({ count: 2, extra: 1 }), at());
  expect([taken.status, await taken.json()]).toEqual([200, { count: 2 }]);
});

test.each([
  ["its own page", { origin: "http://localhost:3000" }, 200],
  ["a same-origin fetch", { origin: "", "sec-fetch-site": "same-origin" }, 200],
  ["a program with a token", { origin: "", authorization: "Bearer abc.def" }, 200],
  ["another site", { origin: "https://evil.example" }, 403],
  ["a site whose name starts like ours", { origin: "http://localhost:3000.evil.example" }, 403],
  ["a subdomain", { origin: "http://app.localhost:3000" }, 403],
  ["another port", { origin: "http://localhost:3001" }, 403],
  ["another scheme", { origin: "https://localhost:3000" }, 403],
  ["a sandboxed frame", { origin: "null" }, 403],
  ["another host of our site", { origin: "", "sec-fetch-site": "same-site" }, 403],
  [
    "another site with a made-up authorization",
    { origin: "https://evil.example", authorization: "Basic abc" },
    403,
  ],
  ["nowhere", { origin: "" }, 403],
])("checks the origin of a call from %s", async (_, headers, status) => {
  const { endpoint } = await load();
  const POST = endpoint({ who: anybody, handle: async () => ({}) });
  expect((await POST(post({}, headers as Record<string, string>), at())).status).toBe(status);
  // A refused origin costs no database call.
  expect(taken).toHaveLength(status === 200 ? 1 : 0);
});

test("returns 405 with the allowed methods", async () => {
  const { apiRoute, endpoint } = await load();
  const { GET, PUT, PATCH } = apiRoute({
    POST: endpoint({ who: anybody, handle: async () => ({}) }),
    DELETE: endpoint({ who: anybody, handle: async () => ({}) }),
  });
  for (const method of [GET, PUT, PATCH]) {
    const response = await method(post({}), at());
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, DELETE"]);
    expect(await response.json()).toMatchObject({ code: "wrong_method" });
  }
});

describe("path parameters", () => {
  const params = z.object({ id: z.uuid() });
  const id = "11111111-1111-4111-8111-111111111111";

  test("passes parsed parameters to the caller check and the handler", async () => {
    const { endpoint } = await load();
    const who = jest.fn(async (call: { params: { id: string } }) => call.params.id);
    const POST = endpoint({ who, params, handle: async (call) => ({ who: call.who, ...call.params }) });
    expect(await (await POST(post({}), at({ id }))).json()).toEqual({ who: id, id });
  });

  test.each([
    [undefined, "not_found", "Not found."],
    ["order_not_found", "order_not_found", "We couldn't find this order."],
  ] as const)("returns 404 for malformed parameters, with the code %s", async (missing, code, error) => {
    const { endpoint } = await load();
    const handle = jest.fn(async () => ({}));
    const POST = endpoint({ who: anybody, params, ...(missing ? { missing } : {}), handle });
    const response = await POST(post({}), at({ id: "42" }));
    expect([response.status, await response.json()]).toEqual([404, { error, code }]);
    expect(handle).not.toHaveBeenCalled();
  });
});

describe("rate limits", () => {
  const body = z.object({ name: z.string() });

  async function limited(identify: () => Promise<{ userId: string }> = async () => ({ userId: "u1" })) {
    const { endpoint } = await load();
    const [who, handle] = [jest.fn(identify), jest.fn(async () => ({}))];
    const POST = endpoint({
      who,
      body,
      limit: [
        ({ who: { userId } }) => [{ ...limitOf("person"), subject: userId }],
        limitOf("address"),
        (call) => [{ ...limitOf("name"), subject: call.body.name }],
      ],
      handle,
    });
    return { POST, who, handle };
  }

  test("counts all limits in one call, starting with the address", async () => {
    const { POST } = await limited();
    expect((await POST(post({ name: "ann" }), at())).status).toBe(200);
    expect(taken).toEqual([["post:192.0.2.1", "address:192.0.2.1", "person:u1", "name:ann"]]);
  });

  test("doesn't call the handler when a limit is exceeded", async () => {
    full = "person:u1";
    const { POST, handle } = await limited();
    const response = await POST(post({ name: "ann" }), at());
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "9"]);
    expect(handle).not.toHaveBeenCalled();
  });

  test.each<[string, number, () => Promise<Response>]>([
    [
      "a signed-out caller",
      401,
      async () => {
        const { POST } = await limited(async () => {
          throw new AppError("sign_in_required");
        });
        return POST(post({ name: "ann" }), at());
      },
    ],
    ["an invalid body", 400, async () => (await limited()).POST(post({ name: 1 }), at())],
  ])("counts %s against the address limits in one call", async (_, status, call) => {
    expect((await call()).status).toBe(status);
    expect(taken).toEqual([["post:192.0.2.1", "address:192.0.2.1"]]);
    full = "address:192.0.2.1";
    expect((await call()).status).toBe(429);
  });

  test("rejects an invalid body before identifying the caller", async () => {
    const { POST, who } = await limited();
    await POST(post({ name: 1 }), at());
    expect(who).not.toHaveBeenCalled();
  });

  test("counts only the limits that a GET endpoint declares", async () => {
    const { endpoint } = await load();
    const read = (headers = {}) => new NextRequest("http://localhost:3000/api/x", { headers });
    const GET = endpoint({ who: anybody, handle: async () => ({}) });
    expect((await GET(read(), at())).status).toBe(200);
    expect(taken).toEqual([]);
    const limitedGet = endpoint({ who: anybody, limit: [limitOf("look-up")], handle: async () => ({}) });
    await limitedGet(read({ "x-socket-address": "192.0.2.1" }), at());
    expect(taken).toEqual([["look-up:192.0.2.1"]]);
  });
});
