import { traceCallsBy } from "@/lib/base/watched-call";
import { serviceCallOf, watchedFetch } from "@/lib/supabase/watched-fetch";

const at = "https://project.supabase.co";
const ID = "0b0f3e1c-5d3e-4b43-9d0e-3f7a5a1c2b4d";

test.each([
  ["POST", `${at}/rest/v1/rpc/reserve_order`, "database", "reserve_order"],
  ["GET", `${at}/rest/v1/rpc/get_dashboard?p_email=jane%40example.org`, "database", "get_dashboard"],
  ["GET", `${at}/rest/v1/profiles?select=*&email=eq.jane@example.org`, "database", "profiles"],
  ["GET", `${at}/rest/v1/rpc/Jane%20Doe`, "database", "other"],
  ["GET", `${at}/rest/v1/`, "database", "other"],
  ["POST", `${at}/auth/v1/token?grant_type=password`, "auth", "POST token"],
  ["GET", `${at}/auth/v1/.well-known/jwks.json`, "auth", "GET .well-known/jwks.json"],
  ["POST", `${at}/auth/v1/factors/${ID}/verify`, "auth", "POST factors/{id}/verify"],
  ["DELETE", `${at}/auth/v1/user/identities/${ID}`, "auth", "DELETE user/identities/{id}"],
  ["GET", `${at}/storage/v1/object/order-photos/${ID}/large.jpg`, "storage", "GET file"],
  ["GET", `${at}/elsewhere/jane`, "auth", "GET other"],
])("%s %s is the call %s %s", (method, url, service, name) => {
  expect(serviceCallOf(url, method)).toEqual({ service, name });
});

test("whatever is fetched is watched under its name, and an answer of 500 and above is a fault", async () => {
  const seen: unknown[] = [];
  traceCallsBy(async (call, work, isWell) => {
    const answer = await work();
    seen.push([call.name, isWell(answer)]);
    return answer;
  });
  for (const status of [200, 404, 500]) {
    globalThis.fetch = async () => new Response("", { status });
    expect((await watchedFetch(new URL(`${at}/rest/v1/rpc/get_dashboard`), { method: "POST" })).status).toBe(
      status,
    );
  }
  await watchedFetch(new Request(`${at}/auth/v1/user`, { method: "PUT" }));
  expect(seen).toEqual([
    ["get_dashboard", true],
    ["get_dashboard", true],
    ["get_dashboard", false],
    ["PUT user", false],
  ]);
});
