import { SOCKET_ADDRESS_HEADER } from "@/lib/base/client-address";
import { authFetch, refreshOnce } from "@/lib/supabase/auth-fetch";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";
import { serviceCallOf } from "@/lib/supabase/watched-fetch";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("clients", () => {
  setTestSettings();

  test.each([
    ["a person's", () => personClient("a.b.c")],
    ["the server's", serviceClient],
  ])("makes one attempt for %s read when the database is unavailable", async (_, client) => {
    const ask = jest.fn(async () => new Response("", { status: 503 }));
    globalThis.fetch = ask;
    const { status } = await client().from("profiles").select();
    expect(status).toBe(503);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

describe("auth fetch", () => {
  const ask = jest.fn<Promise<Response>, Parameters<typeof fetch>>(async () => new Response("{}"));

  beforeAll(() => {
    setTestSettings();
    global.fetch = ask;
  });
  beforeEach(() => ask.mockClear());

  async function sentHeaders(url: string, address: string, headers: Record<string, string> = {}) {
    const send = authFetch(new Headers({ [SOCKET_ADDRESS_HEADER]: address, "sb-forwarded-for": "6.6.6.6" }));
    await send(url, { method: "POST", headers });
    return new Headers(ask.mock.lastCall?.[1]?.headers);
  }

  test("sends the client address and our key to the auth service", async () => {
    const headers = await sentHeaders("http://127.0.0.1:1/auth/v1/token?grant_type=password", "203.0.113.7", {
      apikey: "sb_publishable_test",
      authorization: "Bearer sb_publishable_test",
      "x-other": "1",
    });
    expect(Object.fromEntries(headers)).toEqual({
      apikey: "sb_secret_test",
      "sb-forwarded-for": "203.0.113.7",
      "x-other": "1",
    });
  });

  test("keeps the user's token and sends the whole IPv6 address", async () => {
    const headers = await sentHeaders("http://127.0.0.1:1/auth/v1/user", "2001:db8::7", {
      authorization: "Bearer person",
    });
    expect(headers.get("authorization")).toBe("Bearer person");
    expect(headers.get("sb-forwarded-for")).toBe("2001:db8::7");
  });

  test("skips an expired refresh but sends the client's later calls", async () => {
    const send = authFetch(new Headers(), { until: AbortSignal.abort() });
    const before = ask.mock.calls.length;
    void send("http://127.0.0.1:1/auth/v1/token?grant_type=refresh_token", { method: "POST", body: "{}" });
    expect(ask.mock.calls).toHaveLength(before);
    await send("http://127.0.0.1:1/auth/v1/logout?scope=others", { method: "POST" });
    expect(ask.mock.calls).toHaveLength(before + 1);
  });

  test.each([
    ["another service", "http://127.0.0.1:1/rest/v1/profiles", "203.0.113.7"],
    ["another host of a similar name", "http://127.0.0.1:10/auth/v1/user", "203.0.113.7"],
    ["an unknown address", "http://127.0.0.1:1/auth/v1/user", "unknown"],
  ])("sends %s neither the address nor the key", async (_, url, address) => {
    const headers = await sentHeaders(url, address, { apikey: "sb_publishable_test" });
    expect(headers.get("sb-forwarded-for")).toBeNull();
    expect(headers.get("apikey")).toBe("sb_publishable_test");
  });
});

describe("refresh once", () => {
  const URL_OF_REFRESH = "http://auth.test/auth/v1/token?grant_type=refresh_token";
  let calls = 0;
  let answer: () => Promise<Response>;

  beforeEach(() => {
    jest.useFakeTimers();
    calls = 0;
    answer = async () => Response.json({ access_token: `token-${calls}` });
    global.fetch = jest.fn(async () => {
      calls++;
      return answer();
    });
  });

  afterEach(() => jest.useRealTimers());

  const refresh = (token: string, hasCookies = true) =>
    refreshOnce(
      URL_OF_REFRESH,
      { method: "POST", body: JSON.stringify({ refresh_token: token }) },
      hasCookies,
    );

  test("shares one call among twenty callers with one token", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh("a")));
    const bodies = await Promise.all(answers.map((response) => response.json()));
    expect(calls).toBe(1);
    expect(new Set(bodies.map(({ access_token: token }) => token))).toEqual(new Set(["token-1"]));
  });

  test("calls again for another token and after ten seconds", async () => {
    await Promise.all([refresh("b"), refresh("c")]);
    expect(calls).toBe(2);
    jest.advanceTimersByTime(10_001);
    await refresh("b");
    expect(calls).toBe(3);
  });

  test.each([
    ["an outage", async () => Promise.reject(new TypeError("fetch failed"))],
    ["a fault of the service", async () => new Response("", { status: 503 })],
  ])("doesn't cache %s", async (name, failure) => {
    answer = failure as () => Promise<Response>;
    await refresh(name).catch(() => null);
    answer = async () => Response.json({ access_token: "token" });
    expect((await refresh(name)).status).toBe(200);
    expect(calls).toBe(2);
  });

  test.each([
    ["an ended session", 400, { code: "session_expired" }, 400],
    ["another refresh that holds the lock", 409, { code: "conflict" }, 503],
    ["a gateway's null", 200, null, 503],
    ["too many calls", 429, { code: "over_request_rate_limit" }, 503],
  ])(
    "returns for %s (%d) a status that keeps or ends the session of a client with cookies",
    async (name, status, body, heard) => {
      answer = async () =>
        Response.json(body, { status, headers: { "x-supabase-api-version": "2024-01-01" } });
      expect((await refresh(name)).status).toBe(heard);
    },
  );

  test("returns 429 to a client without cookies and doesn't retry immediately", async () => {
    answer = async () => Response.json({ code: "over_request_rate_limit" }, { status: 429 });
    expect((await refresh("too many", false)).status).toBe(429);
    expect((await refresh("too many")).status).toBe(503);
    expect(calls).toBe(1);
  });

  test("passes all other calls through", async () => {
    const password = { method: "POST", body: "{}" };
    await refreshOnce("http://auth.test/auth/v1/token?grant_type=password", password, true);
    for (let index = 0; index < 2; index++)
      await refreshOnce("http://auth.test/auth/v1/user", undefined, true);
    expect(calls).toBe(3);
  });
});

describe("watched fetch", () => {
  const at = "https://project.supabase.co";
  const ID = "0b0f3e1c-5d3e-4b43-9d0e-3f7a5a1c2b4d";

  test.each([
    ["POST", `${at}/rest/v1/rpc/reserve_order`, "database", "reserve_order"],
    ["GET", `${at}/rest/v1/rpc/get_dashboard?p_email=jane%40example.org`, "database", "get_dashboard"],
    ["GET", `${at}/rest/v1/rpc/Jane%20Doe`, "database", "other"],
    ["POST", `${at}/auth/v1/token?grant_type=password`, "auth", "POST token"],
    ["POST", `${at}/auth/v1/factors/${ID}/verify`, "auth", "POST factors/{id}/verify"],
    ["GET", `${at}/storage/v1/object/order-photos/${ID}/large.jpg`, "storage", "GET file"],
    ["GET", `${at}/elsewhere/jane`, "auth", "GET other"],
  ])("returns for %s %s the service and name %s %s", (method, url, service, name) => {
    expect(serviceCallOf(url, method)).toEqual({ service, name });
  });
});
