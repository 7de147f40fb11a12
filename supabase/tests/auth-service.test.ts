import { createHmac, randomUUID } from "node:crypto";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { anEmail } from "@/sandbox/builders/ids";
import { expiredToken, PASSWORD } from "@/sandbox/builders/person";
import { connect } from "@/sandbox/builders/test-database";

/* Codes, texts and fields are those of the hosted service (https://github.com/supabase/auth). */

const sql = connect();
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/;
const { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY = "" } = process.env;

type Call = { body?: unknown; token?: string; version?: string };

async function call(line: string, { body, token, version }: Call = {}) {
  const [method, path = ""] = line.split(" ");
  const response = await fetch(`${SUPABASE_URL}${path.startsWith("/rest") ? "" : "/auth/v1"}${path}`, {
    method,
    headers: {
      apikey: SUPABASE_PUBLISHABLE_KEY,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(version ? { "x-supabase-api-version": version } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

async function newSession() {
  const email = anEmail();
  const { body } = await call("POST /signup", { body: { email, password: PASSWORD } });
  return { email, userId: body.user.id as string, token: body.access_token as string, session: body };
}

const logIn = async (email: string) =>
  (await call("POST /token?grant_type=password", { body: { email, password: PASSWORD } })).body;
const refresh = (refreshToken: string) =>
  call("POST /token?grant_type=refresh_token", { body: { refresh_token: refreshToken } });

describe("access token", () => {
  test("signs tokens with a published key that the data API accepts", async () => {
    const { token, userId } = await newSession();
    const { body: keys, headers } = await call("GET /.well-known/jwks.json");
    const header = decodeProtectedHeader(token);
    expect(header).toEqual({ alg: "ES256", typ: "JWT", kid: keys.keys[0].kid });
    const coordinate = expect.stringMatching(/^[\w-]{43}$/);
    const key = { kty: "EC", crv: "P-256", x: coordinate, y: coordinate, kid: header.kid, alg: "ES256" };
    expect(keys).toEqual({ keys: [{ ...key, use: "sig", key_ops: ["verify"] }] });
    expect(headers.get("cache-control")).toBe("public, max-age=600");
    await expect(jwtVerify(token, createLocalJWKSet(keys))).resolves.toBeTruthy();
    const profile = await call("GET /rest/v1/profiles?select=user_id", { token });
    expect(profile).toMatchObject({ status: 200, body: [{ user_id: userId }] });
  });

  test("issues the hosted service's claims, also after a refresh", async () => {
    const { email, userId, session } = await newSession();
    const renewed = (await refresh(session.refresh_token)).body;
    for (const token of [session.access_token, renewed.access_token]) {
      expect(decodeJwt(token)).toEqual({
        iss: `${SUPABASE_URL}/auth/v1`,
        sub: userId,
        aud: "authenticated",
        exp: expect.any(Number),
        iat: expect.any(Number),
        email,
        phone: "",
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: { email, email_verified: true, phone_verified: false, sub: userId },
        role: "authenticated",
        aal: "aal1",
        amr: [{ method: "password", timestamp: expect.any(Number) }],
        session_id: expect.stringMatching(UUID),
        is_anonymous: false,
      });
    }
  });

  const PARSING = "invalid JWT: unable to parse or verify signature, token";
  const withHeader = (token: string, header: object) =>
    [Buffer.from(JSON.stringify(header)).toString("base64url"), ...token.split(".").slice(1)].join(".");

  test.each<[string, (token: string) => string, string]>([
    ["expired", expiredToken, `${PARSING} has invalid claims: token is expired`],
    ["forged", (token) => token.slice(0, -20), `${PARSING} signature is invalid: signature is invalid`],
    [
      "signed with a guessed secret",
      (token) => {
        const unsigned = withHeader(token, { alg: "HS256", typ: "JWT" }).replace(/\.[^.]*$/, "");
        const secret = "sandbox-jwt-secret-for-development-only-000";
        return `${unsigned}.${createHmac("sha256", secret).update(unsigned).digest("base64url")}`;
      },
      `${PARSING} signature is invalid: signature is invalid`,
    ],
    [
      "of a truncated form",
      () => "a.b",
      `${PARSING} is malformed: token contains an invalid number of segments`,
    ],
  ])("refuses a token that is %s", async (_, change, msg) => {
    const token = change((await newSession()).token);
    const refused = { status: 403, body: { code: 403, error_code: "bad_jwt", msg } };
    expect(await call("GET /user", { token })).toMatchObject(refused);
    expect(await call("POST /factors", { token, body: {} })).toMatchObject(refused);
    expect((await call("GET /rest/v1/profiles", { token })).status).toBe(401);
  });
});

describe("refusal", () => {
  const grant = (type: string) => `POST /token?grant_type=${type}`;
  const email = "nobody@slabrelay.test";
  const LINK = "Email link is invalid or has expired";
  const INVALID_EMAIL = "Unable to validate email address: invalid format";
  const TOO_LONG = "Password cannot be longer than 72 characters";
  const NO_BEARER = "This endpoint requires a valid Bearer token";

  test.each<[string, unknown, number, string, string]>([
    ["POST /signup", { email, password: "" }, 400, "validation_failed", "Signup requires a valid password"],
    ["POST /signup", { email, password: "é".repeat(40) }, 400, "validation_failed", TOO_LONG],
    ["POST /signup", { email: "a@", password: PASSWORD }, 400, "validation_failed", INVALID_EMAIL],
    [
      grant("password"),
      { email, password: PASSWORD },
      400,
      "invalid_credentials",
      "Invalid login credentials",
    ],
    [grant("password"), { password: PASSWORD }, 400, "validation_failed", "missing email or phone"],
    [grant("other"), {}, 400, "invalid_credentials", "unsupported_grant_type"],
    [grant("refresh_token"), { refresh_token: "x" }, 400, "validation_failed", "Refresh token is not valid"],
    [
      grant("refresh_token"),
      { refresh_token: randomUUID() },
      400,
      "refresh_token_not_found",
      "Invalid Refresh Token: Refresh Token Not Found",
    ],
    [
      grant("pkce"),
      { auth_code: randomUUID(), code_verifier: "x" },
      404,
      "flow_state_not_found",
      "invalid flow state, no valid flow state found",
    ],
    [
      grant("pkce"),
      {},
      400,
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    ],
    ["POST /verify", {}, 400, "validation_failed", "Verify requires a verification type"],
    [
      "POST /verify",
      { type: "recovery" },
      400,
      "validation_failed",
      "Verify requires either a token or a token hash",
    ],
    ...["signup", "invite", "email", "magiclink", "recovery", "email_change"].map(
      (type) =>
        ["POST /verify", { type, token_hash: "0".repeat(64) }, 403, "otp_expired", LINK] as [
          string,
          unknown,
          number,
          string,
          string,
        ],
    ),
    [
      "POST /verify",
      { type: "x", token_hash: "x" },
      400,
      "validation_failed",
      "Invalid email verification type",
    ],
    ["POST /recover", {}, 400, "validation_failed", "Password recovery requires an email"],
    ["POST /recover", { email: "a@" }, 400, "validation_failed", INVALID_EMAIL],
    [
      "POST /resend",
      { email },
      400,
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    ],
    ["GET /user", undefined, 401, "no_authorization", NO_BEARER],
    ["POST /factors", {}, 401, "no_authorization", NO_BEARER],
    ["DELETE /user/identities/x", undefined, 401, "no_authorization", NO_BEARER],
    ["POST /logout", {}, 401, "no_authorization", NO_BEARER],
  ])("refuses %s with %j: %d %s", async (line, body, status, code, msg) => {
    const refused = await call(line, { body });
    expect(refused).toMatchObject({ status, body: { code: status, error_code: code, msg } });
    expect(refused.headers.get("x-sb-error-code")).toBe(code);
  });

  test("refuses a registered and an unconfirmed address", async () => {
    const { email: taken, userId } = await newSession();
    const body = { email: taken, password: PASSWORD };
    const exists = { code: 422, error_code: "user_already_exists", msg: "User already registered" };
    expect((await call("POST /signup", { body })).body).toEqual(exists);
    await sql`update auth.users set email_confirmed_at = null where id = ${userId}`;
    const unconfirmed = { code: 400, error_code: "email_not_confirmed", msg: "Email not confirmed" };
    expect((await call(grant("password"), { body })).body).toEqual(unconfirmed);
  });

  test("refuses a session that has ended", async () => {
    const { email: address, token } = await newSession();
    const other = await logIn(address);
    expect((await call("POST /logout?scope=local", { token })).status).toBe(204);
    const msg = "Session from session_id claim in JWT does not exist";
    const ended = { status: 403, body: { code: 403, error_code: "session_not_found", msg } };
    for (const line of ["GET /user", "PUT /user", "POST /logout", "POST /factors"])
      expect(await call(line, { token, body: line.startsWith("GET") ? undefined : {} })).toMatchObject(ended);
    expect((await call("GET /user", { token: other.access_token })).status).toBe(200);
  });
});

test("ends the other sessions after a password change", async () => {
  const { email, token } = await newSession();
  const other = await logIn(email);
  const changed = await call("PUT /user", {
    token: other.access_token,
    body: { password: "another password" },
  });
  expect(changed.status).toBe(200);
  expect((await call("GET /user", { token: other.access_token })).status).toBe(200);
  expect((await call("GET /user", { token })).body.error_code).toBe("session_not_found");
});

test("accepts a used refresh token until its successor is used", async () => {
  const { session } = await newSession();
  const first = session.refresh_token;
  const second = (await refresh(first)).body.refresh_token;
  expect((await refresh(first)).body.refresh_token).toBe(second);
  const third = (await refresh(second)).body.refresh_token;
  for (const token of [first, second, third]) {
    const { error_code: code, msg } = (await refresh(token)).body;
    expect([code, msg]).toEqual(["refresh_token_already_used", "Invalid Refresh Token: Already Used"]);
  }
});
