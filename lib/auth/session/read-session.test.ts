import { AuthApiError, AuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import { isOwnAccessToken, verifyAccessToken } from "@/lib/auth/session/access-token";
import { readSession } from "@/lib/auth/session/read-session";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("@/lib/auth/session/access-token");
const verify = jest.mocked(verifyAccessToken);
const isOwn = jest.mocked(isOwnAccessToken);
const COOKIES = [{ name: "sb", value: `base64-${btoa(JSON.stringify({ access_token: "stored" }))}` }];

beforeEach(() => {
  setTestSettings();
  isOwn.mockResolvedValue(true);
});
const CLAIMS = { userId: "1", email: "a@b.test", aal: "aal1", expiresAt: 1 } as const;

/** A client whose session read ends like this. */
const aClient = (getSession: () => Promise<unknown>) => () =>
  ({ auth: { getSession } }) as unknown as SupabaseClient;
const session = { data: { session: { access_token: "token" } }, error: null };

test("nobody is signed in without a cookie, and nothing is asked", async () => {
  const ask = jest.fn();
  expect(await readSession(aClient(ask), [])).toEqual({ state: "none" });
  expect(ask).not.toHaveBeenCalled();
});

test("a verified token makes a valid session", async () => {
  verify.mockResolvedValueOnce(CLAIMS);
  const read = await readSession(
    aClient(async () => session),
    COOKIES,
  );
  expect(read).toEqual({ state: "valid", claims: CLAIMS, accessToken: "token" });
});

test.each([
  ["a token that does not verify", async () => session, "unreadable"],
  ["no session in the cookie", async () => ({ data: { session: null }, error: null }), "unreadable"],
  [
    "a refused refresh",
    async () => ({ data: { session: null }, error: new AuthApiError("revoked", 400, "bad") }),
    "ended",
  ],
  [
    "a service that is away",
    async () => ({ data: { session: null }, error: new AuthRetryableFetchError("away", 0) }),
    "unreachable",
  ],
  [
    "a service that had too many refreshes from here",
    async () => ({ data: { session: null }, error: new AuthApiError("slow down", 429, "over_limit") }),
    "unreachable",
  ],
  ["a cookie that is no session", () => Promise.reject(new SyntaxError("not JSON")), "unreadable"],
])("%s makes no valid session", async (_, getSession, state) => {
  verify.mockResolvedValueOnce(null);
  expect(await readSession(aClient(getSession), COOKIES)).toEqual({ state });
  verify.mockReset();
});

test("keys that cannot be fetched: nobody knows", async () => {
  verify.mockRejectedValueOnce(new ServiceUnavailableError("auth", undefined));
  const read = await readSession(
    aClient(async () => session),
    COOKIES,
  );
  expect(read).toEqual({ state: "unreachable" });
});

test("a service that never answers is given up after three seconds, not before", async () => {
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

test("a forged token is told without asking anybody: its refresh token is not tried", async () => {
  isOwn.mockResolvedValueOnce(false);
  const ask = jest.fn();
  // Even making the client would try it.
  expect(await readSession(ask, COOKIES)).toEqual({ state: "forged" });
  expect(ask).not.toHaveBeenCalled();
  expect(isOwn).toHaveBeenCalledWith("stored");
});

test.each(["garbage", "base64-!!!", `base64-${btoa("{}")}`, "base64-bnVsbA"])(
  "a cookie without a token (%s) is unreadable, and nothing is asked",
  async (value) => {
    const ask = jest.fn();
    expect(await readSession(ask, [{ name: "sb", value }])).toEqual({ state: "unreadable" });
    expect(ask).not.toHaveBeenCalled();
  },
);
