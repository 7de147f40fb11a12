import { SOCKET_ADDRESS_HEADER } from "@/lib/base/client-address";
import { authFetch } from "@/lib/supabase/auth-fetch";
import { setTestSettings } from "@/sandbox/builders/test-settings";

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

test("the auth service learns for whom it is called, and who says so", async () => {
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

test("a person's own token stays, and an address of the newer kind is sent whole", async () => {
  const headers = await sentHeaders("http://127.0.0.1:1/auth/v1/user", "2001:db8::7", {
    authorization: "Bearer person",
  });
  expect(headers.get("authorization")).toBe("Bearer person");
  expect(headers.get("sb-forwarded-for")).toBe("2001:db8::7");
});

test.each([
  ["another service", "http://127.0.0.1:1/rest/v1/profiles", "203.0.113.7"],
  ["another host of a similar name", "http://127.0.0.1:10/auth/v1/user", "203.0.113.7"],
  ["an unknown address", "http://127.0.0.1:1/auth/v1/user", "unknown"],
])("%s gets neither the address nor the key", async (_, url, address) => {
  const headers = await sentHeaders(url, address, { apikey: "sb_publishable_test" });
  expect(headers.get("sb-forwarded-for")).toBeNull();
  expect(headers.get("apikey")).toBe("sb_publishable_test");
});
