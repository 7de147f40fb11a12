import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import {
  addAuthenticator,
  aWrongCode,
  codeOf,
  dropAuthenticators,
} from "../../sandbox/builders/authenticator.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { expiredToken, PASSWORD } from "../../sandbox/builders/person.ts";
import { type Answer, eventually, logInAsCustomer } from "../../sandbox/builders/product.ts";
import { sessionCookieOf } from "../../sandbox/builders/session-cookie.ts";
import { signUpBody } from "../support/confirming.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** An auth service that offers accounts of other sites, whose answers a test may replace. */
const stubbed = new StubbedProduct();
const { product, stub } = stubbed;

beforeAll(() => stubbed.start(), 60_000);
afterEach(() => {
  stub.intercept = undefined;
});
afterAll(() => stubbed.stop());

const isSignedIn = async (cookie: string) =>
  (await product.post(apiPaths.linkGuestOrders, {}, { cookie })).status === 200;

const open = (path: string, cookie = "") => product.get(path, { cookie });

/** Leaves for another site and comes back with its code. */
async function comeBack(query: string, account = stubbed.anAccount()) {
  const left = await open(`${apiPaths.oauth}?provider=google${query}`);
  const back = stub.consent(left.location, await account);
  return { left, path: back.pathname + back.search, cookie: left.cookie };
}

describe("accounts of other sites", () => {
  test("the log-in offers those of the service's settings, and no others", async () => {
    const { body: text } = await open("/login?next=/submit&plan=free");
    expect(text).toContain("Continue with Google");
    expect(text).toContain("Continue with GitHub");
    expect(text).toContain("/api/auth/oauth?provider=google&amp;next=%2Fsubmit&amp;plan=free");
    expect(text).not.toMatch(/Continue with (Apple|Email)/);
    const plain = await fetch(`${process.env.APP_URL}/login`);
    expect(await plain.text()).not.toContain("Continue with");
  });

  test("leaves with a challenge, comes back with a code, and is signed in", async () => {
    const { left, path, cookie } = await comeBack("&next=/submit&plan=free");
    expect(left.status).toBe(303);
    const asked = new URL(left.location).searchParams;
    expect(asked.get("provider")).toBe("google");
    expect(asked.get("code_challenge_method")).toBe("s256");
    expect(left.cookie).toMatch(/code-verifier/);
    const answer = await open(path, cookie);
    expect(answer).toMatchObject({ status: 303, location: "/submit?plan=free" });
    expect(await isSignedIn(answer.cookie)).toBe(true);
  });

  test.each([
    ["&next=https://evil.example", "/dashboard"],
    ["&next=//evil.example/submit", "/dashboard"],
    ["&plan=pro", "/pricing?plan=pro"],
  ])("%s leads to %s", async (query, location) => {
    const { path, cookie } = await comeBack(query);
    expect(await open(path, cookie)).toMatchObject({ status: 303, location });
  });

  test("a code works once, and only in the browser that began", async () => {
    const { path, cookie } = await comeBack("");
    const foreign = await open(path, "");
    expect(foreign).toMatchObject({ status: 303, location: "/login?failed=link" });
    const other = await comeBack("");
    expect((await open(path, other.cookie)).location).toBe("/login?failed=link");
    expect((await open(path, cookie)).location).toBe("/dashboard");
    expect((await open(path, cookie)).location).toBe("/login?failed=link");
    expect((await open("/login?failed=link")).body).toContain("Invalid PKCE or implicit-flow URL");
  });

  test.each([
    ["", "/login?failed=link"],
    ["?code=", "/login?failed=link"],
    ["?code=made-up", "/login?failed=link"],
    ["?error=access_denied&error_description=Pay+at+evil.example", "/login?failed=refused"],
  ])("the callback with %j leads to %s", async (query, location) => {
    expect(await open(apiPaths.authCallback + query)).toMatchObject({ status: 303, location });
  });

  test("a service that is away is not the code's fault", async () => {
    const { path, cookie } = await comeBack("");
    stub.intercept = ({ path: asked }) => (asked.endsWith("/token") ? { status: 503, body: {} } : undefined);
    expect((await open(path, cookie)).location).toBe("/login?failed=unavailable");
  });

  test.each(["", "apple", "email", "../admin", "constructor"])("nothing begins at %j", async (provider) => {
    const answer = await open(`${apiPaths.oauth}?provider=${provider}`);
    expect(answer).toMatchObject({ status: 303, location: "/login?failed=off" });
  });

  test("nothing begins at a site that was switched off a moment ago", async () => {
    expect((await open("/login")).body).toContain("Continue with Google");
    stub.intercept = ({ path }) =>
      path.endsWith("/settings") ? { status: 200, body: { external: { google: false } } } : undefined;
    expect((await open(`${apiPaths.oauth}?provider=google`)).location).toBe("/login?failed=off");
  });

  test("signs in both of two tabs, and removes their verifier cookies", async () => {
    const left = [await open(`${apiPaths.oauth}?provider=google`)];
    left.push(await open(`${apiPaths.oauth}?provider=github`, left[0]?.cookie));
    let cookie = left.map((one) => one.cookie).join("; ");
    for (const { location } of left) {
      const back = stub.consent(location, await stubbed.anAccount());
      const answer = await open(back.pathname + back.search, cookie);
      expect(answer.location).toBe("/dashboard");
      cookie = mergedCookies(cookie, answer.cookie);
    }
    expect(cookie).not.toMatch(/code-verifier=[^;]/);
  });

  test.each([
    ["error=server_error&error_code=unexpected_failure", "unavailable"],
    ["error=access_denied&error_code=provider_email_needs_verification", "unverified"],
    ["error=access_denied&error_code=user_banned", "locked"],
    ["error=access_denied&error_code=signup_disabled", "closed"],
    ["error=server_error&error_code=over_email_send_rate_limit", "busy"],
    ["error=access_denied&error_code=constructor", "refused"],
    ["error=invalid_request&error_code=bad_oauth_state", "link"],
  ])("coming back with %s says why, and removes the verifier cookies", async (query, failed) => {
    const left = await open(`${apiPaths.oauth}?provider=google`);
    const back = new URL(new URL(left.location).searchParams.get("redirect_to") ?? "");
    const answer = await open(`${back.pathname}${back.search}&${query}`, left.cookie);
    expect(answer.location).toBe(`/login?failed=${failed}`);
    expect(mergedCookies(left.cookie, answer.cookie)).not.toMatch(/code-verifier=[^;]/);
  });
});

/** What a browser with the cookies `had` keeps after an answer with the cookies `given`. */
function mergedCookies(had: string, given: string): string {
  const all = [had, given].flatMap((cookies) => cookies.split("; ").filter(Boolean));
  const kept = new Map(all.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]));
  return [...kept]
    .filter(([, value]) => value)
    .map((pair) => pair.join("="))
    .join("; ");
}

test.each([
  ["a picture in another site's page", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  [
    "another site that sends the browser there",
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  ],
  ["a script of a page of our own", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }],
])("no sign-in begins by %s", async (_, headers) => {
  expect((await product.get(`${apiPaths.oauth}?provider=google`, { headers })).status).toBe(403);
});

test.each(["same-origin", "none"])("one begins by a press on our page (%s)", async (site) => {
  const headers = { "sec-fetch-site": site, "sec-fetch-mode": "navigate" };
  expect((await product.get(`${apiPaths.oauth}?provider=google`, { headers })).status).toBe(303);
});

test("one ends only by a browser that comes back, from whatever site", async () => {
  const back = (mode: string) =>
    product.get(apiPaths.authCallback, {
      headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": mode },
    });
  expect((await back("no-cors")).status).toBe(403);
  expect((await back("navigate")).status).toBe(303);
});

test("a new password is changed with the current one, which some projects ask for", async () => {
  const me = await logInAsCustomer(product);
  stub.calls.length = 0;
  const change = { ...proof, password: "another-password-1", confirmPassword: "another-password-1" };
  expect((await product.post(apiPaths.changePassword, change, me)).status).toBe(200);
  expect(
    stub.calls.find(({ method, path }) => method === "PUT" && path === "/auth/v1/user")?.body,
  ).toMatchObject({
    password: "another-password-1",
    current_password: PASSWORD,
  });
});

test("a log-in whose second step cannot be decided hands out no session", async () => {
  const [head, claims] = [
    { alg: "ES256", kid: "unknown" },
    { sub: "x", exp: 9_999_999_999 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  // Tokens of a key pair, whose public half cannot be had now: nobody can tell what the token says.
  stub.intercept = ({ path }) => {
    if (path.endsWith("/jwks.json")) return { status: 503, body: {} };
    if (!path.endsWith("/token")) return undefined;
    const session = { access_token: `${head}.${claims}.c2ln`, refresh_token: "r", expires_in: 3600 };
    return { status: 200, body: { ...session, token_type: "bearer", user: { id: "x", factors: [] } } };
  };
  const answer = await product.post(apiPaths.login, await stubbed.anAccount());
  expect(answer.status).toBe(503);
  expect(answer.cookie).not.toMatch(/sb(\.\d)?=[^;\s]/);
  expect(answer.cookie).not.toMatch(/signed_in=1/);
});

describe("a second factor", () => {
  const give = (code: string, from: Answer) =>
    product.post(apiPaths.secondFactor, { code, next: "/submit", plan: "free" }, { cookie: from.cookie });

  test("the password alone leads to the code and makes no session", async () => {
    const { key, ...account } = await stubbed.anEnrolledAccount();
    const answer = await product.post(apiPaths.login, {
      ...account,
      next: "/submit",
      plan: "free",
    });
    expect(answer.body).toEqual({
      isSignedIn: false,
      redirectTo: "/login?view=code&next=%2Fsubmit&plan=free",
      linkedCount: 0,
    });
    expect(answer.cookie).not.toMatch(/sb(\.\d)?=[^;\s]/);
    expect(answer.cookie).not.toMatch(/signed_in=1/);
    expect(answer.cookie).not.toMatch(/eyJhbGciOiJFUzI1/);
    expect(await isSignedIn(answer.cookie)).toBe(false);
    expect((await open("/login?view=code", answer.cookie)).body).toContain("authenticator app");

    const wrong = await give(aWrongCode(key), answer);
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: "This code is not right. Please enter the one that your app shows now." },
    });
    expect(wrong.cookie).not.toMatch(/sb(\.\d)?=[^;\s]/);

    const right = await give(codeOf(key), answer);
    expect(right).toMatchObject({ status: 200, body: { redirectTo: "/submit?plan=free" } });
    expect(await isSignedIn(right.cookie)).toBe(true);
    expect(right.cookie).toMatch(/second-factor=(;|$)/);
  });

  test.each([
    ["no password before it", { cookie: "" }],
    ["a made-up cookie", { cookie: "second-factor=eyJhbGciOiJkaXIifQ..a.b.c" }],
  ])("a code with %s: missing session", async (_, { cookie }) => {
    const answer = await product.post(apiPaths.secondFactor, { code: "123456" }, { cookie });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: "Your session has ended. Please log in again." },
    });
  });

  test.each(["", "12345", "1234567", "abcdef"])("%j is no code", async (code) => {
    const answer = await product.post(apiPaths.secondFactor, { code });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/six digits/) } });
  });

  test("is asked for after another site's account, too", async () => {
    const account = stubbed.anEnrolledAccount();
    const { path, cookie } = await comeBack("&next=/submit", account);
    const answer = await open(path, cookie);
    expect(answer.location).toBe("/login?view=code&next=%2Fsubmit");
    expect(await isSignedIn(answer.cookie)).toBe(false);
  });
});

describe("the auth service", () => {
  test("the auth service learns the client's address, which the client itself cannot write", async () => {
    stub.calls.length = 0;
    await fetch(product.appUrl + apiPaths.login, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: product.appUrl,
        "sb-forwarded-for": "6.6.6.6",
        "x-forwarded-for": "6.6.6.6",
      },
      body: JSON.stringify({ email: anEmail(), password: "wrong" }),
    });
    const [call] = stub.calls.filter(({ path }) => path.endsWith("/token"));
    expect(call?.headers["sb-forwarded-for"]).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(call?.headers.apikey).toBe(stubbed.settings.SUPABASE_SECRET_KEY);
  });

  test("a forged session's refresh token is not tried", async () => {
    stub.calls.length = 0;
    const { token } = await product.person();
    const forged = expiredToken(token).replace(/[^.]+$/, "A".repeat(86));
    const session = { access_token: forged, refresh_token: "guess", expires_at: 1, expires_in: 0 };
    const cookie = sessionCookieOf(session);
    expect((await open("/submit", cookie)).status).toBe(307);
    expect((await open("/login", cookie)).body).toContain("Invalid JWT signature");
    expect((await open("/dashboard", cookie)).location).toContain("/login?next=%2Fdashboard");
    expect(stub.calls.filter(({ path }) => path.endsWith("/token"))).toEqual([]);
  });

  test("a confirmation is asked for once more, and nobody is told whether it was sent", async () => {
    const email = anEmail();
    stub.calls.length = 0;
    stub.intercept = ({ path }) =>
      path.endsWith("/resend") ? { status: 404, body: { msg: "x" } } : undefined;
    const answer = await product.post(apiPaths.resend, { email });
    expect(answer).toMatchObject({ status: 200, body: { sent: true } });
    expect(stub.calls.map(({ path, body }) => [path, body.type, body.email])).toEqual([
      ["/auth/v1/resend", "signup", email],
    ]);
    stub.intercept = () => ({ status: 503, body: {} });
    expect((await product.post(apiPaths.resend, { email })).status).toBe(503);
  });

  describe("messages of the auth service that the sandbox's never sends", () => {
    const refuse = (status: number, error_code: string, msg: string) => {
      stub.intercept = ({ path }) =>
        /signup|token/.test(path) ? { status, body: { msg, error_code } } : undefined;
    };

    test("sign-up says what its refusal means here", async () => {
      refuse(422, "signup_disabled", "Signups not allowed for this instance");
      const account = { email: anEmail(), password: PASSWORD, confirmPassword: PASSWORD, plan: "free" };
      expect(await product.post(apiPaths.signup, account)).toMatchObject({
        status: 400,
        body: { error: "Sign-ups are temporarily disabled. Please contact support." },
      });
    });

    test("log-in says it in the service's words", async () => {
      refuse(400, "invalid_credentials", "Invalid login credentials");
      const answer = await product.post(apiPaths.login, { email: anEmail(), password: "wrong" });
      expect(answer).toMatchObject({ status: 401, body: { error: "Invalid login credentials" } });
    });

    test("signing out ignores 401, 403 and 404", async () => {
      for (const status of [401, 403, 404]) {
        const { cookie } = await product.post(apiPaths.login, await stubbed.anAccount());
        stub.intercept = ({ path }) =>
          path.endsWith("/logout")
            ? { status, body: { msg: "no", error_code: "session_not_found" } }
            : undefined;
        const answer = await product.post(apiPaths.signOut, {}, { cookie });
        expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
        expect(answer.cookie).toMatch(/sb=(;|$)/);
      }
    });
  });
});

const proof = { currentPassword: PASSWORD };
const profile = async (cookie: string, query = "") =>
  (await product.get(paths.profile + query, { cookie })).body;

describe("an account of another site", () => {
  async function connect(me: { cookie: string; email: string; password: string }) {
    const { body } = await product.post(apiPaths.identities, { ...proof, provider: "google" }, me);
    stub.visitor = me;
    const there = await fetch(body.url, { redirect: "manual" });
    return there.headers.get("location") ?? "";
  }

  test("is connected, shown and disconnected", async () => {
    const me = await logInAsCustomer(product);
    expect(await profile(me.cookie)).toContain("Connect<span");
    const begun = await product.post(apiPaths.identities, { ...proof, provider: "google" }, me);
    stub.visitor = me;
    const there = await fetch(begun.body.url, { redirect: "manual" });
    const back = new URL(there.headers.get("location") ?? "");
    expect([back.pathname, back.searchParams.get("for")]).toEqual([apiPaths.authCallback, "link"]);
    const cookie = [me.cookie, begun.cookie].filter(Boolean).join("; ");
    const returned = await product.get(back.pathname + back.search, { cookie });
    expect(returned.location).toBe(paths.profile);

    const shown = await profile(me.cookie);
    expect(shown).toContain(`elsewhere-${me.email}`);
    const id = stub.accounts.identitiesOf(me.email)[0];
    expect(await product.post(apiPaths.identityRemove, { ...proof, identityId: id }, me)).toMatchObject({
      status: 200,
    });
    expect(await profile(me.cookie)).not.toContain(`elsewhere-${me.email}`);
    expect((await product.post(apiPaths.identityRemove, { ...proof, identityId: id }, me)).status).toBe(200);
  });

  test("is neither connected nor disconnected by a session alone: both ask for the password", async () => {
    const me = await logInAsCustomer(product);
    await connect(me);
    const [id] = stub.accounts.identitiesOf(me.email);
    for (const currentPassword of [undefined, "another password"]) {
      const wrong = { currentPassword };
      const begun = await product.post(apiPaths.identities, { ...wrong, provider: "github" }, me);
      expect(begun).toMatchObject({ status: 400, body: { error: expect.stringMatching(/password/) } });
      expect((await product.post(apiPaths.identityRemove, { ...wrong, identityId: id }, me)).status).toBe(
        400,
      );
    }
    expect(stub.accounts.identitiesOf(me.email)).toEqual([id]);
  });

  test("of a site that is not offered is refused, and nothing is without a session", async () => {
    const me = await logInAsCustomer(product);
    const ask = (provider: string, who = {}) =>
      product.post(apiPaths.identities, { ...proof, provider }, who);
    expect((await ask("apple", me)).status).toBe(400);
    expect((await ask("https://evil.example", me)).status).toBe(400);
    expect((await ask("google")).status).toBe(401);
    expect((await product.post(apiPaths.identityRemove, { ...proof, identityId: "x" })).status).toBe(401);
  });

  test("of somebody else cannot be disconnected", async () => {
    const [me, other] = [await logInAsCustomer(product), await logInAsCustomer(product)];
    await connect(other);
    const [id] = stub.accounts.identitiesOf(other.email);
    await product.post(apiPaths.identityRemove, { ...proof, identityId: id }, me);
    expect(stub.accounts.identitiesOf(other.email)).toEqual([id]);
  });

  test.each([
    ["error=access_denied", "refused"],
    ["error=server_error&error_code=identity_already_exists", "taken"],
    ["", "link"],
  ])("that does not come back (%s) is told on the profile", async (query, failed) => {
    const back = `${apiPaths.authCallback}?for=link&next=${paths.profile}&${query}`;
    expect((await product.get(back)).location).toBe(`${paths.profile}?failed=${failed}`);
  });

  test("that belongs to another account is explained there", async () => {
    const { cookie } = await logInAsCustomer(product);
    expect(await profile(cookie, "?failed=taken")).toContain("belongs to another account");
  });
});

test("while the auth service is away, the profile says that these cannot be shown", async () => {
  const { cookie } = await logInAsCustomer(product);
  stub.intercept = ({ path }) => (path.endsWith("/user") ? { status: 503, body: {} } : undefined);
  expect(await profile(cookie)).toContain("cannot be shown right now");
});

describe("the log tells by the account's id of", () => {
  /** The line of an event about an account; it is printed at its own time. */
  async function lineOf(event: string, about: string): Promise<string> {
    const found = () => stubbed.lines.find((line) => line.includes(`"${event}"`) && line.includes(about));
    return (await eventually(async () => found() ?? "", Boolean)) as string;
  }

  test("a wrong first code of an app", async () => {
    const me = await logInAsCustomer(product);
    const begun = await product.post(apiPaths.authenticator, { currentPassword: PASSWORD }, me);
    const { factorId, secret } = begun.body;
    const answer = await product.post(
      apiPaths.authenticatorConfirm,
      { factorId, code: aWrongCode(secret) },
      me,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: "code_wrong" } });
    expect(await lineOf("auth.refused", me.userId)).toContain('"warn"');
  });

  test("an account of another site that was connected", async () => {
    const me = await logInAsCustomer(product);
    const ask = { currentPassword: PASSWORD, provider: "google" };
    const begun = await product.post(apiPaths.identities, ask, me);
    stub.visitor = me;
    const there = await fetch(begun.body.url, { redirect: "manual" });
    const back = new URL(there.headers.get("location") ?? "");
    const cookie = [me.cookie, begun.cookie].filter(Boolean).join("; ");
    expect((await product.get(back.pathname + back.search, { cookie })).location).toBe("/portal/profile");
    expect(await lineOf("auth.identity_linked", me.userId)).toContain("google");
  });

  test("a sign-up that opens a session at once", async () => {
    const from = stubbed.lines.length;
    expect((await product.post(apiPaths.signup, signUpBody(anEmail()))).body.isSignedIn).toBe(true);
    await eventually(
      async () => stubbed.lines.slice(from),
      (lines) => lines.some((line) => line.includes('"auth.signed_in"') && line.includes("sign_up")),
    );
  });
});

describe("what a page asks the services", () => {
  const asked: string[] = [];
  beforeEach(() => {
    asked.length = 0;
    stub.intercept = ({ path }) => {
      asked.push(path.replace(/^\/(auth|rest)\/v1\//, ""));
      return undefined;
    };
  });
  /** The cookies of a browser that has just logged in. */
  async function logIn(email: string): Promise<string> {
    const { cookie } = await product.post("/api/auth/login", { email, password: PASSWORD });
    asked.length = 0;
    return cookie;
  }

  const withoutRole = (cookie: string) =>
    cookie
      .split("; ")
      .filter((part) => !part.startsWith("staff-role="))
      .join("; ");

  test("a page of the staff asks once for its rows and once who is calling", async () => {
    const cookie = await logIn("staff2@slabrelay.test");
    expect(cookie).toContain("staff-role=staff.");
    const page = await open(staffPaths.orders, cookie);
    expect(page.body).toContain("Orders");
    expect(asked.sort()).toEqual(["rpc/staff_list_orders", "user"]);
  });

  test("without a fresh role middleware asks for it, and the browser keeps it", async () => {
    const cookie = await logIn("staff2@slabrelay.test");
    const first = await open(staffPaths.reconcile, withoutRole(cookie));
    expect(first.status).toBe(200);
    expect(asked.sort()).toEqual(["rpc/get_session_context", "rpc/staff_reconciliation", "user"]);
    const role = first.cookie.split("; ").find((part) => part.startsWith("staff-role="));
    asked.length = 0;
    await open(staffPaths.reconcile, `${withoutRole(cookie)}; ${role}`);
    expect(asked.sort()).toEqual(["rpc/staff_reconciliation", "user"]);
  });

  test("the profile asks for a customer's role once, for the page and its header", async () => {
    const cookie = await logIn((await stubbed.anAccount()).email);
    expect(cookie).not.toContain("staff-role");
    expect((await open(paths.profile, cookie)).status).toBe(200);
    expect(asked.filter((path) => path === "rpc/get_profile_page")).toHaveLength(1);
    expect(asked).not.toContain("rpc/get_session_context");
  });

  test("a session of staff that has not seen their second factor is asked for it, and shown nothing", async () => {
    const email = "staff3@slabrelay.test";
    const cookie = await logIn(email);
    // From now on the database answers no role to this session.
    const sql = postgres(stubbed.settings.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });
    const [staff] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
    await addAuthenticator(sql, String(staff?.id));
    try {
      for (const cookies of [cookie, withoutRole(cookie)]) {
        const page = await open(staffPaths.orders, cookies);
        expect(page.status).toBe(200);
        expect(page.body).toContain("One more step");
        expect(page.body).not.toContain("data-order=");
      }
    } finally {
      await dropAuthenticators(sql, String(staff?.id));
      await sql.end();
    }
  });
});

test("an authenticator app can't be set up while the auth service is away", async () => {
  const me = await logInAsCustomer(product);
  stub.intercept = ({ path }) => (path.endsWith("/factors") ? { status: 503, body: {} } : undefined);
  expect((await product.post(apiPaths.authenticator, proof, me)).status).toBe(503);
});
