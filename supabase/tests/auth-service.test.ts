import { createHmac, randomUUID } from "node:crypto";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { anEmail } from "@/sandbox/builders/ids";
import { expiredToken, PASSWORD } from "@/sandbox/builders/person";
import { connect, signedUp } from "@/sandbox/builders/test-database";
import { AccountEmails } from "@/sandbox/supabase/account-emails";

/*
 * The sandbox's auth service answers like the hosted one (https://github.com/supabase/auth), whose codes, texts and fields
 * these are.
 */

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
  test("is signed with a published key, and the data API accepts it", async () => {
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

  test("holds the claims of the hosted service, also after a refresh", async () => {
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
  ])("is refused when it is %s", async (_, change, msg) => {
    const token = change((await newSession()).token);
    const refused = { status: 403, body: { code: 403, error_code: "bad_jwt", msg } };
    expect(await call("GET /user", { token })).toMatchObject(refused);
    expect(await call("POST /factors", { token, body: {} })).toMatchObject(refused);
    expect((await call("GET /rest/v1/profiles", { token })).status).toBe(401);
  });
});

describe("user", () => {
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  const userOf = (email: string, id: string) => ({
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    email_confirmed_at: time,
    phone: "",
    confirmed_at: time,
    last_sign_in_at: time,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { email, email_verified: true, phone_verified: false, sub: id },
    identities: [
      {
        identity_id: expect.stringMatching(UUID),
        id,
        user_id: id,
        identity_data: { email, email_verified: false, phone_verified: false, sub: id },
        provider: "email",
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
        email,
      },
    ],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  });

  test("is the same in every answer", async () => {
    const { email, userId, token, session } = await newSession();
    const user = userOf(email, userId);
    expect(session.user).toEqual(user);
    expect((await logIn(email)).user).toEqual(user);
    expect((await refresh(session.refresh_token)).body.user).toEqual(user);
    expect((await call("GET /user", { token })).body).toEqual(user);
    const changed = await call("PUT /user", { token, body: { data: {}, current_password: "not it" } });
    expect(changed).toMatchObject({ status: 200, body: user });
    await call("POST /recover", { body: { email } });
    expect((await call("GET /user", { token })).body).toEqual({ ...user, recovery_sent_at: time });
  });

  test("names a pending change of address", async () => {
    const { email, userId, token } = await newSession();
    const other = anEmail();
    const pending = { ...userOf(email, userId), new_email: other, email_change_sent_at: time };
    expect((await call("PUT /user", { token, body: { email: other } })).body).toEqual(pending);
    expect((await call("GET /user", { token })).body).toEqual(pending);
  });

  test("lists its factors", async () => {
    const { token } = await newSession();
    const { body } = await call("POST /factors", {
      token,
      body: { factor_type: "totp", friendly_name: "Phone" },
    });
    expect((await call("GET /user", { token })).body.factors).toEqual([
      {
        id: body.id,
        created_at: time,
        updated_at: time,
        status: "unverified",
        friendly_name: "Phone",
        factor_type: "totp",
        phone: "",
        last_challenged_at: null,
      },
    ]);
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
  ])("of %s with %j is %d %s", async (line, body, status, code, msg) => {
    const refused = await call(line, { body });
    expect(refused).toMatchObject({ status, body: { code: status, error_code: code, msg } });
    expect(refused.headers.get("x-sb-error-code")).toBe(code);
  });

  test.each<[string, unknown, number, string, string]>([
    [
      "PUT /user",
      { password: PASSWORD },
      422,
      "same_password",
      "New password should be different from the old password.",
    ],
    ["PUT /user", { password: "ab" }, 422, "weak_password", "Password should be at least 6 characters."],
    ["PUT /user", { password: "a".repeat(73) }, 400, "validation_failed", TOO_LONG],
    [
      "PUT /user",
      { email: "owner@slabrelay.test" },
      422,
      "email_exists",
      "A user with this email address has already been registered",
    ],
    ["PUT /user", { email: "a@" }, 400, "validation_failed", INVALID_EMAIL],
    ["POST /logout?scope=x", {}, 400, "validation_failed", 'Unsupported logout scope "x"'],
    ["POST /factors/x/verify", {}, 404, "validation_failed", "factor_id must be an UUID"],
    [`POST /factors/${randomUUID()}/verify`, {}, 404, "mfa_factor_not_found", "Factor not found"],
    ["DELETE /user/identities/x", undefined, 404, "validation_failed", "identity_id must be an UUID"],
    [
      `DELETE /user/identities/${randomUUID()}`,
      undefined,
      422,
      "single_identity_not_deletable",
      "User must have at least 1 identity after unlinking",
    ],
    [
      "GET /user/identities/authorize?provider=google",
      undefined,
      400,
      "validation_failed",
      "Unsupported provider: provider is not enabled",
    ],
  ])("of %s with %j by a person is %d %s", async (line, body, status, code, msg) => {
    const { accessToken: token } = await signedUp(sql);
    const refused = await call(line, { body, token });
    expect(refused).toMatchObject({ status, body: { code: status, error_code: code, msg } });
  });

  test("has the form of the API version that the client asks for", async () => {
    const body = { email: anEmail(), password: "ab" };
    const message = "Password should be at least 6 characters.";
    const weak_password = { reasons: ["length"] };
    const first = await call("POST /signup", { body });
    expect(first.body).toEqual({ code: 422, error_code: "weak_password", msg: message, weak_password });
    expect(first.headers.get("x-supabase-api-version")).toBeNull();
    const dated = await call("POST /signup", { body, version: "2024-01-01" });
    expect(dated.body).toEqual({ code: "weak_password", message, weak_password });
    expect(dated.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  });

  test("of a gateway has no code", async () => {
    const answer = await fetch(`${SUPABASE_URL}/auth/v1/user`, { headers: { apikey: "other" } });
    expect([answer.status, (await answer.json()).message]).toEqual([401, "Invalid API key"]);
  });

  test("of an address with an account, and of one that isn't confirmed", async () => {
    const { email: taken, userId } = await newSession();
    const body = { email: taken, password: PASSWORD };
    const exists = { code: 422, error_code: "user_already_exists", msg: "User already registered" };
    expect((await call("POST /signup", { body })).body).toEqual(exists);
    await sql`update auth.users set email_confirmed_at = null where id = ${userId}`;
    const unconfirmed = { code: 400, error_code: "email_not_confirmed", msg: "Email not confirmed" };
    expect((await call(grant("password"), { body })).body).toEqual(unconfirmed);
  });

  test("of a session that has ended", async () => {
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

test("a changed password ends the person's other sessions", async () => {
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

test("a used refresh token is accepted again only until its successor is used", async () => {
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

describe("email", () => {
  const inSeconds = expect.stringMatching(
    /^For security purposes, you can only request this after \d+ seconds\.$/,
  );
  const tooSoon = { code: 429, error_code: "over_email_send_rate_limit", msg: inSeconds };

  test.each(["POST /recover", "PUT /user"])("isn't sent twice a minute by %s", async (line) => {
    const { email, token } = await newSession();
    const body = () => (line === "PUT /user" ? { email: anEmail() } : { email });
    expect((await call(line, { token, body: body() })).status).toBe(200);
    expect((await call(line, { token, body: body() })).body).toEqual(tooSoon);
    const former = sql`now() - interval '61 seconds'`;
    await sql`update auth.users set recovery_sent_at = ${former}, email_change_sent_at = ${former} where email = ${email}`;
    expect((await call(line, { token, body: body() })).status).toBe(200);
  });

  test("confirms an account again, and reveals none that is confirmed", async () => {
    const { email, userId } = await newSession();
    const sendConfirmation = jest.fn();
    const emails = new AccountEmails(sql, sendConfirmation);
    const again = async () => {
      const answer = await emails.confirmAgain({ email });
      return { status: answer.status, body: await answer.json() };
    };
    const nobody = await again();
    expect(nobody).toMatchObject({ status: 200, body: { email, identities: [], user_metadata: {} } });
    expect(nobody.body.id).not.toBe(userId);
    const sent = sql`now() - interval '61 seconds'`;
    await sql`update auth.users set email_confirmed_at = null, confirmation_sent_at = ${sent} where id = ${userId}`;
    expect(await again()).toMatchObject({ status: 200, body: { id: userId } });
    expect(await again()).toEqual({ status: 429, body: tooSoon });
    expect(sendConfirmation.mock.calls).toEqual([
      [{ Email: email, TokenHash: expect.stringMatching(/^[\da-f]{64}$/) }],
    ]);
    const token_hash = sendConfirmation.mock.calls[0][0].TokenHash;
    const confirmed = await call("POST /verify", { body: { type: "email", token_hash } });
    expect(confirmed.body.user).toMatchObject({ id: userId, user_metadata: { email_verified: true } });
  });
});
