import { SignJWT } from "jose";
import { NextRequest } from "next/server";
import { guestCookie, guestKeyOf, newGuestCookieValue } from "@/lib/auth/session/guest-cookie";
import {
  cron,
  guestOrReader,
  guestOrUser,
  navigation,
  ownNavigation,
  reader,
  user,
} from "@/lib/auth/session/require-caller";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const getUser = jest.fn();
jest.mock("@/lib/supabase/server", () => ({ authClient: async () => ({ auth: { getUser } }) }));

const ID = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";
const stands = { data: { user: { id: ID, email: "new@b.test" } }, error: null };
const ended = { data: { user: null }, error: { status: 403, code: "session_not_found" } };
const limited = { data: { user: null }, error: { status: 429, code: "over_request_rate_limit" } };
const away = { data: { user: null }, error: { status: 0 } };

const aToken = (secret = process.env.SUPABASE_JWT_SECRET ?? "", aal = "aal1") =>
  new SignJWT({ email: "a@b.test", role: "authenticated", aal })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(ID)
    .setAudience("authenticated")
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(secret));

function call(token?: string, body?: unknown, headers: Record<string, string> = {}) {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return {
    request: new NextRequest("http://localhost:3000/api/x", { headers: { ...authorization, ...headers } }),
    body,
  };
}

beforeEach(() => getUser.mockReset().mockResolvedValue(stands));

describe("a browser navigation", () => {
  const on = (site?: string, mode?: string) =>
    call(undefined, undefined, {
      ...(site ? { "sec-fetch-site": site } : {}),
      ...(mode ? { "sec-fetch-mode": mode } : {}),
    });

  test.each([
    [undefined, undefined],
    ["cross-site", "navigate"],
    ["same-origin", "navigate"],
  ])("is allowed from %s (%s)", async (site, mode) => {
    expect(await navigation(on(site, mode))).toBeNull();
  });

  test.each(["no-cors", "cors", "websocket"])("is refused as a subresource request (%s)", async (mode) => {
    for (const who of [navigation, ownNavigation])
      await expect(who(on("same-origin", mode))).rejects.toMatchObject({ code: "foreign_origin" });
  });

  test.each(["same-origin", "none", undefined])(
    "is allowed from our own pages or a typed address (%s)",
    async (site) => {
      expect(await ownNavigation(on(site, "navigate"))).toBeNull();
    },
  );

  test.each(["cross-site", "same-site"])("is refused from another site (%s)", async (site) => {
    await expect(ownNavigation(on(site, "navigate"))).rejects.toMatchObject({ code: "foreign_origin" });
  });
});

describe.each([
  ["guestOrReader", guestOrReader],
  ["guestOrUser", guestOrUser],
])("%s", (_, who) => {
  test("accepts a guest with or without an order cookie", async () => {
    const value = newGuestCookieValue();
    const guest = await who(call(undefined, {}, { cookie: `${guestCookie().name}=${value}` }));
    expect(guest).toEqual({
      userId: null,
      email: null,
      accessToken: null,
      guestKey: guestKeyOf(value),
      hasUsedApp: false,
    });
    expect((await who(call())).guestKey).toBeNull();
    expect(getUser).not.toHaveBeenCalled();
  });

  test("rejects a forged token and a body that names another person", async () => {
    await expect(who(call(await aToken(`${process.env.SUPABASE_JWT_SECRET}!`)))).rejects.toMatchObject({
      code: "sign_in_required",
    });
    await expect(who(call(await aToken(), { user_id: OTHER }))).rejects.toMatchObject({
      code: "other_account",
    });
    expect(getUser).not.toHaveBeenCalled();
  });

  test("throws 503 instead of assuming a guest during an outage", async () => {
    const headers = { "x-session-state": "unreachable" };
    await expect(who(call(undefined, {}, headers))).rejects.toMatchObject({ status: 503 });
  });
});

test("trusts the token for reads and asks the auth service for writes", async () => {
  const token = await aToken();
  expect(await guestOrReader(call(token))).toMatchObject({ userId: ID, email: "a@b.test" });
  expect(getUser).not.toHaveBeenCalled();
  expect(await guestOrUser(call(token))).toMatchObject({
    userId: ID,
    email: "new@b.test",
    accessToken: token,
  });
  getUser.mockResolvedValue(ended);
  await expect(guestOrUser(call(token))).rejects.toMatchObject({ code: "sign_in_required" });
});

test("lets users with a second factor write only after entering the code", async () => {
  const enrolled = { ...stands.data.user, factors: [{ id: "app", factor_type: "totp", status: "verified" }] };
  getUser.mockResolvedValue({ data: { user: enrolled }, error: null });
  const early = await aToken();
  const late = await aToken(undefined, "aal2");
  for (const who of [guestOrUser, user]) {
    await expect(who(call(early))).rejects.toMatchObject({ code: "sign_in_required" });
    expect(await who(call(late))).toMatchObject({ userId: ID });
  }
});

test("lets a page that lost its session read but not write", async () => {
  await expect(guestOrUser(call(undefined, { user_id: ID }))).rejects.toMatchObject({ status: 401 });
  expect(await guestOrReader(call(undefined, { user_id: ID }))).toMatchObject({ userId: null });
});

test("accepts a reader's verified token without a network call", async () => {
  const token = await aToken();
  expect(await reader(call(token))).toEqual({ userId: ID, email: "a@b.test", accessToken: token });
  await expect(reader(call())).rejects.toMatchObject({ code: "sign_in_required" });
  expect(getUser).not.toHaveBeenCalled();
});

describe("a user who writes", () => {
  test("gets the account's current email", async () => {
    const token = await aToken();
    const claim = { user_id: ID, user_email: "A@B.test" };
    expect(await user(call(token, claim))).toEqual({ userId: ID, email: "new@b.test", accessToken: token });
  });

  test.each([
    ["nobody", undefined, 401, stands, 0],
    ["a session that has ended", {}, 401, ended, 1],
    ["too many calls of the auth service", {}, 429, limited, 1],
    ["an auth service that is away", {}, 503, away, 1],
    ["a body that names another person, before anybody is asked", { user_id: OTHER }, 403, stands, 0],
  ])("is refused with %s", async (_, body, status, answer, asked) => {
    getUser.mockResolvedValue(answer);
    await expect(user(call(body && (await aToken()), body))).rejects.toMatchObject({ status });
    expect(getUser).toHaveBeenCalledTimes(asked);
  });
});

describe("the scheduler", () => {
  const secret = process.env.CRON_SECRET ?? "";

  test.each([`Bearer ${secret}`, `bearer ${secret}`])("is accepted with %s", async (authorization) => {
    await expect(cron(call(undefined, undefined, { authorization }))).resolves.toBe("scheduler");
  });

  test.each([
    ["nothing", {}],
    ["another secret", { authorization: "Bearer another-secret-of-at-least-32-characters" }],
    ["the beginning of it", { authorization: `Bearer ${secret.slice(0, -1)}` }],
    ["it without its scheme", { authorization: secret }],
  ])("gets 401 for %s without revealing the secret", async (_, headers) => {
    const error = await cron(call(undefined, undefined, headers)).catch((met: unknown) => met);
    expect(error).toMatchObject({
      code: "scheduler_secret_wrong",
      status: 401,
      headers: { "www-authenticate": "Bearer" },
      message: expect.stringMatching(/secret is missing or wrong.*CRON_SECRET/),
    });
    expect(String(error)).not.toContain(secret);
  });
});
