import { NextRequest } from "next/server";
import { endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const rpc = jest.fn();
jest.mock("@/lib/supabase/service", () => ({ serviceClient: () => ({ rpc }) }));
const written = jest.spyOn(console, "info").mockImplementation(() => {});

const answers = (data: object) => rpc.mockResolvedValue({ data, error: null });
const bucket = (subject: string) => ({ ...rateLimits.profile, subject });

beforeEach(() => rpc.mockReset());

test("counts all buckets in one call", async () => {
  answers({ allowed: true, retry_after_seconds: 0 });
  await takeRateLimits([{ ...rateLimits.everyPost, subject: "192.0.2.1" }, bucket("u1")]);
  expect(rpc).toHaveBeenCalledTimes(1);
  expect(rpc).toHaveBeenCalledWith("take_rate_limits", {
    p_buckets: [
      { key: "post:192.0.2.1", rules: [{ limit: 300, window_seconds: 60 }], block_seconds: 0 },
      { key: "profile:u1", rules: [{ limit: 20, window_seconds: 60 }], block_seconds: 0 },
    ],
  });
});

test.each<[name: keyof typeof rateLimits, rules: string, blockSeconds: number]>([
  ["signIn", "6 in 60 s, 12 in 3600 s", 900],
  ["signInAddress", "60 in 3600 s", 900],
  ["secondFactor", "6 in 60 s, 20 in 3600 s", 900],
  ["accountMail", "3 in 600 s, 6 in 86400 s", 900],
  ["accountMailAddress", "20 in 3600 s", 900],
  ["findBatchAddress", "20 in 3600 s", 900],
  ["findBatchEmail", "6 in 600 s, 12 in 86400 s", 900],
  ["findBatch", "5 in 3600 s, 10 in 86400 s", 0],
  ["claim", "20 in 3600 s", 0],
  ["linkOrders", "5 in 60 s", 300],
])("limits %s to %s and blocks for %d s", (name, rules, blockSeconds) => {
  const limit = rateLimits[name];
  expect(limit.rules.map(([count, seconds]) => `${count} in ${seconds} s`).join(", ")).toBe(rules);
  expect(limit.blockSeconds).toBe(blockSeconds);
});

test("returns 429 with the wait for a full bucket", async () => {
  answers({ allowed: false, retry_after_seconds: 42, key: "profile:u1" });
  await expect(takeRateLimits([bucket("u1")])).rejects.toMatchObject({
    code: "rate_limited",
    status: 429,
    message: "Too many requests. Please wait 42 seconds and try again.",
    headers: { "retry-after": "42" },
  });
});

test("logs the limit but not its subject", async () => {
  answers({ allowed: false, retry_after_seconds: 1, key: "profile:u1" });
  await takeRateLimits([bucket("u1")]).catch(() => {});
  const line = String(written.mock.lastCall?.[0]);
  expect(JSON.parse(line)).toMatchObject({ event: "rate_limit.refused", limit: "profile" });
  expect(line).not.toContain("u1");
});

test("rejects all calls when the database is unavailable", async () => {
  rpc.mockResolvedValue({ data: null, error: { message: "fetch failed", code: "" } });
  await expect(takeRateLimits([bucket("u1")])).rejects.toMatchObject({ status: 503 });
});

test("hashes long subjects into distinct short keys", async () => {
  answers({ allowed: true, retry_after_seconds: 0 });
  const long = "x".repeat(400);
  await takeRateLimits([bucket("y".repeat(100)), bucket(`${long}1`), bucket(`${long}2`), bucket(`${long}1`)]);
  const [short, one, other, again] = [0, 1, 2, 3].map((n) => rpc.mock.lastCall?.[1].p_buckets[n].key);
  expect(short).toBe(`profile:${"y".repeat(100)}`);
  expect(one).toMatch(/^profile:sha256:[0-9a-f]{64}$/);
  expect(other).not.toBe(one);
  expect(again).toBe(one);
});

describe("rate limit refund", () => {
  const TAKEN_AT = "2026-11-28T12:00:00.123456+00:00";

  test("undoes the endpoint's own limits but not the limit on all POSTs", async () => {
    answers({ allowed: true, retry_after_seconds: 0, taken_at: TAKEN_AT });
    const POST = endpoint({
      who: async () => null,
      limit: [rateLimits.signInAddress, () => [bucket("u1")]],
      handle: async ({ refund }) => {
        await refund();
        return {};
      },
    });
    const headers = { origin: "http://localhost:3000", "x-socket-address": "192.0.2.1" };
    const request = new NextRequest("http://localhost:3000/api/x", { method: "POST", headers });
    expect((await POST(request, { params: Promise.resolve({}) })).status).toBe(200);
    expect(rpc.mock.lastCall).toEqual([
      "refund_rate_limits",
      { p_keys: ["sign-in-address:192.0.2.1", "profile:u1"], p_taken_at: TAKEN_AT },
    ]);
  });
});
