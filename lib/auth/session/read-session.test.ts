import { AuthApiError, AuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import { classifyToken, requireClaims, verifyAccessToken } from "@/lib/auth/session/access-token";
import { readSession } from "@/lib/auth/session/read-session";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("@/lib/auth/session/access-token");
const verify = jest.mocked(verifyAccessToken);
const requireNew = jest.mocked(requireClaims);
const origin = jest.mocked(classifyToken);
const COOKIES = [{ name: "sb", value: `base64-${btoa(JSON.stringify({ access_token: "stored" }))}` }];

beforeEach(() => {
  setTestSettings();
  origin.mockResolvedValue("own");
  jest.spyOn(console, "error").mockImplementation(() => {});
});
const CLAIMS = { userId: "1", email: "a@b.test", aal: "aal1", expiresAt: Date.now() / 1000 + 3600 } as const;
const ENDING = { ...CLAIMS, expiresAt: Date.now() / 1000 + 60 };

const aClient = (getSession: () => Promise<unknown>, refreshSession?: () => Promise<unknown>) => () =>
  ({ auth: { getSession, refreshSession } }) as unknown as SupabaseClient;
const session = { data: { session: { access_token: "stored" } }, error: null };
const renewed = { data: { session: { access_token: "new" } }, error: null };
const refused = {
  data: { session: null },
  error: new AuthApiError("revoked", 400, "refresh_token_not_found"),
};

test("reports no session when there is no cookie, without a network call", async () => {
  const ask = jest.fn();
  expect(await readSession(aClient(ask), [])).toEqual({ state: "none" });
  expect(ask).not.toHaveBeenCalled();
});

test("accepts a verified token without a network call", async () => {
  verify.mockResolvedValueOnce(CLAIMS);
  const ask = jest.fn();
  const valid = { state: "valid", claims: CLAIMS, accessToken: "stored" };
  expect(await readSession(ask, COOKIES)).toEqual(valid);
  expect(ask).not.toHaveBeenCalled();
});

test("refreshes an expiring token, except in a page", async () => {
  requireNew.mockReset().mockResolvedValueOnce(CLAIMS);
  verify.mockResolvedValueOnce(ENDING);
  const client = aClient(async () => renewed);
  expect(await readSession(client, COOKIES)).toEqual({ state: "valid", claims: CLAIMS, accessToken: "new" });
  verify.mockResolvedValueOnce(ENDING);
  expect(await readSession(null, COOKIES)).toEqual({ state: "valid", claims: ENDING, accessToken: "stored" });
  origin.mockResolvedValueOnce("unknown");
  verify.mockResolvedValueOnce(null);
  expect(await readSession(null, COOKIES)).toEqual({ state: "unreachable" });
});

describe("a token whose key we don't have", () => {
  beforeEach(() => void origin.mockResolvedValue("unknown"));

  test.each([
    ["is renewed where the service accepts it", session, renewed, "valid"],
    ["has been renewed already, as it had expired", renewed, undefined, "valid"],
    ["has ended where the service refuses it", session, refused, "ended"],
  ])("%s", async (_, stored, answer, state) => {
    requireNew.mockReset().mockResolvedValueOnce(CLAIMS);
    const refresh = jest.fn(async () => answer);
    const read = await readSession(
      aClient(async () => stored, refresh),
      COOKIES,
    );
    expect(read).toMatchObject({ state });
    expect(refresh).toHaveBeenCalledTimes(answer ? 1 : 0);
  });

  test("is unreachable when the refreshed token can't be verified either", async () => {
    requireNew.mockReset().mockRejectedValueOnce(new ServiceUnavailableError("auth", undefined));
    const read = await readSession(
      aClient(
        async () => session,
        async () => renewed,
      ),
      COOKIES,
    );
    expect(read).toEqual({ state: "unreachable" });
  });
});

test.each([
  ["a token that does not verify", async () => session, "unreadable"],
  ["no session in the cookie", async () => ({ data: { session: null }, error: null }), "unreadable"],
  [
    "a refused refresh",
    async () => ({ data: { session: null }, error: new AuthApiError("revoked", 400, "session_expired") }),
    "ended",
  ],
  [
    "a service that is away",
    async () => ({ data: { session: null }, error: new AuthRetryableFetchError("away", 0) }),
    "unreachable",
  ],
  [
    "a gateway that answers in the service's place",
    async () => ({ data: { session: null }, error: new AuthApiError("Invalid API key", 401, undefined) }),
    "unreachable",
  ],
  ["a cookie that is no session", () => Promise.reject(new SyntaxError("not JSON")), "unreadable"],
])("returns no valid session for %s", async (_, getSession, state) => {
  verify.mockResolvedValueOnce(null);
  expect(await readSession(aClient(getSession), COOKIES)).toEqual({ state });
  verify.mockReset();
});

test("reports an unreachable service when the signing keys can't be fetched", async () => {
  verify.mockRejectedValueOnce(new ServiceUnavailableError("auth", undefined));
  const read = await readSession(
    aClient(async () => session),
    COOKIES,
  );
  expect(read).toEqual({ state: "unreachable" });
});

test("gives up on an unresponsive service after three seconds", async () => {
  jest.useFakeTimers();
  const given = jest.fn();
  void readSession(
    aClient(() => new Promise(() => {})),
    COOKIES,
  ).then(given);
  await jest.advanceTimersByTimeAsync(2_999);
  expect(given).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(given).toHaveBeenCalledWith({ state: "unreachable" });
  jest.useRealTimers();
});

test("rejects a forged token without using its refresh token", async () => {
  origin.mockResolvedValueOnce("forged");
  const ask = jest.fn();
  // Even creating the client would use the refresh token.
  expect(await readSession(ask, COOKIES)).toEqual({ state: "forged" });
  expect(ask).not.toHaveBeenCalled();
  expect(origin).toHaveBeenCalledWith("stored");
});

test.each(["garbage", `base64-${btoa("{}")}`])(
  "treats a cookie without a token (%s) as unreadable, without a call",
  async (value) => {
    const ask = jest.fn();
    expect(await readSession(ask, [{ name: "sb", value }])).toEqual({ state: "unreadable" });
    expect(ask).not.toHaveBeenCalled();
  },
);
