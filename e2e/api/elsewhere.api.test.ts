import { paths } from "../../lib/paths.ts";
import { AppProcess } from "../support/app-process.ts";
import { AuthStub, GOOD_CODE } from "../support/auth-stub.ts";
import { anEmail } from "../support/confirming.ts";
import { type Answer, Product } from "../support/product.ts";

/** The product in front of an auth service that offers accounts of other sites and a second factor. */
const settings = JSON.parse(process.env.APPLESS_ENVIRONMENT ?? "{}") as Record<string, string>;
const stub = new AuthStub(settings.SUPABASE_URL ?? "", settings.SUPABASE_JWT_SECRET ?? "");
const appUrl = "http://localhost:34569";
const product = new Product({ ...settings, APP_URL: appUrl });
const app = new AppProcess({ ...settings, APP_URL: appUrl, RATE_LIMIT_SCALE: "1000" });

beforeAll(async () => {
  await app.start({ SUPABASE_URL: await stub.start() });
}, 60_000);
afterEach(() => {
  stub.intercept = undefined;
});
afterAll(async () => {
  await app.kill();
  await stub.stop();
});

async function anAccount(): Promise<{ email: string; password: string }> {
  const { email } = await product.person();
  return { email, password: "password123" };
}

const isSignedIn = async (cookie: string) =>
  (await product.post(paths.api.linkGuestOrders, {}, { cookie })).status === 200;

async function open(path: string, cookie = "") {
  const response = await fetch(appUrl + path, { redirect: "manual", headers: { cookie } });
  const set = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return {
    status: response.status,
    location: response.headers.get("location") ?? "",
    cookie: set.join("; "),
    text: await response.text(),
  };
}

/** Leaves for another site and comes back with its code. */
async function comeBack(query: string, account = anAccount()) {
  const left = await open(`${paths.api.oauth}?provider=google${query}`);
  const back = stub.consent(left.location, await account);
  return { left, path: back.pathname + back.search, cookie: left.cookie };
}

describe("accounts of other sites", () => {
  test("the log-in offers those of the service's settings, and no others", async () => {
    const { text } = await open("/login?next=/submit&plan=free");
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
    expect((await open("/login?failed=link")).text).toContain("Invalid PKCE or implicit-flow URL");
  });

  test.each([
    ["", "/login?failed=link"],
    ["?code=", "/login?failed=link"],
    ["?code=made-up", "/login?failed=link"],
    ["?error=access_denied&error_description=Pay+at+evil.example", "/login?failed=refused"],
  ])("the callback with %j leads to %s", async (query, location) => {
    expect(await open(paths.api.authCallback + query)).toMatchObject({ status: 303, location });
  });

  test("a service that is away is not the code's fault", async () => {
    const { path, cookie } = await comeBack("");
    stub.intercept = ({ path: asked }) => (asked.endsWith("/token") ? { status: 503, body: {} } : undefined);
    expect((await open(path, cookie)).location).toBe("/login?failed=unavailable");
  });

  test.each(["", "apple", "email", "../admin", "constructor"])("nothing begins at %j", async (provider) => {
    const answer = await open(`${paths.api.oauth}?provider=${provider}`);
    expect(answer).toMatchObject({ status: 303, location: "/login" });
  });
});

describe("a second factor", () => {
  async function enrolled() {
    const account = await anAccount();
    stub.enrolled.add(account.email);
    return account;
  }
  const give = (code: string, from: Answer) =>
    product.post(paths.api.secondFactor, { code, next: "/submit", plan: "free" }, { cookie: from.cookie });

  test("the password alone leads to the code and makes no session", async () => {
    const answer = await product.post(paths.api.login, {
      ...(await enrolled()),
      next: "/submit",
      plan: "free",
    });
    expect(answer.body).toEqual({ redirectTo: "/login?view=code&next=%2Fsubmit&plan=free", linkedCount: 0 });
    expect(answer.cookie).not.toMatch(/sb(\.\d)?=\S/);
    expect(answer.cookie).not.toMatch(/signed_in=1/);
    expect(answer.cookie).not.toMatch(/eyJhbGciOiJIUzI1/);
    expect(await isSignedIn(answer.cookie)).toBe(false);
    expect((await open("/login?view=code", answer.cookie)).text).toContain("authenticator app");

    const wrong = await give("000000", answer);
    expect(wrong).toMatchObject({ status: 400, body: { error: "Invalid TOTP code entered" } });
    expect(wrong.cookie).not.toMatch(/sb(\.\d)?=\S/);

    const right = await give(GOOD_CODE, answer);
    expect(right).toMatchObject({ status: 200, body: { redirectTo: "/submit?plan=free" } });
    expect(await isSignedIn(right.cookie)).toBe(true);
    expect(right.cookie).toMatch(/second-factor=(;|$)/);
  });

  test.each([
    ["no password before it", { cookie: "" }],
    ["a made-up cookie", { cookie: "second-factor=eyJhbGciOiJkaXIifQ..a.b.c" }],
  ])("a code with %s: missing session", async (_, { cookie }) => {
    const answer = await product.post(paths.api.secondFactor, { code: GOOD_CODE }, { cookie });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: "Auth session missing! Please log in again." },
    });
  });

  test.each(["", "12345", "1234567", "abcdef"])("%j is no code", async (code) => {
    const answer = await product.post(paths.api.secondFactor, { code });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/six digits/) } });
  });

  test("is asked for after another site's account, too, and after signing up again", async () => {
    const account = enrolled();
    const { path, cookie } = await comeBack("&next=/submit", account);
    const answer = await open(path, cookie);
    expect(answer.location).toBe("/login?view=code&next=%2Fsubmit");
    expect(await isSignedIn(answer.cookie)).toBe(false);
  });
});

test("the auth service learns the client's address, which the client itself cannot write", async () => {
  stub.calls.length = 0;
  await fetch(appUrl + paths.api.login, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: appUrl,
      "sb-forwarded-for": "6.6.6.6",
      "x-forwarded-for": "6.6.6.6",
    },
    body: JSON.stringify({ email: anEmail(), password: "wrong" }),
  });
  const [call] = stub.calls.filter(({ path }) => path.endsWith("/token"));
  expect(call?.headers["sb-forwarded-for"]).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(call?.headers.apikey).toBe(settings.SUPABASE_SECRET_KEY);
});

test("a forged session's refresh token is not tried", async () => {
  stub.calls.length = 0;
  const past = Math.floor(Date.now() / 1000) - 60;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${part({ alg: "HS256" })}.${part({ sub: "1", exp: past, aud: "authenticated" })}.${"A".repeat(43)}`;
  const session = { access_token: token, refresh_token: "guess", expires_at: past, expires_in: 0, user: {} };
  const cookie = `sb=base64-${part(session)}`;
  expect((await open("/submit", cookie)).status).toBe(307);
  expect((await open("/login", cookie)).text).toContain("Invalid JWT signature");
  expect((await open("/dashboard", cookie)).text).toContain("Unable to load user session");
  expect(stub.calls.filter(({ path }) => path.endsWith("/token"))).toEqual([]);
});

describe("messages of the auth service that the sandbox's never sends", () => {
  const refuse = (status: number, msg: string) => {
    stub.intercept = ({ path }) =>
      /signup|token/.test(path) ? { status, body: { msg, code: "x" } } : undefined;
  };
  const signUp = () =>
    product.post(paths.api.signup, {
      email: anEmail(),
      password: "password123",
      confirmPassword: "password123",
      plan: "free",
    });

  test.each([
    [403, "Email signups are not enabled", "Sign-ups are temporarily disabled. Please contact support."],
    [422, "User already registered", "This email is already registered. Please sign in instead."],
    [422, "Invalid email format", "Please enter a valid email address."],
    [
      422,
      "Password is too weak",
      "Password must be at least 6 characters with a mix of letters and numbers.",
    ],
    [500, "boom", "Server error: Auth service may be misconfigured. Please contact support."],
    [422, "Something of its own", "Something of its own"],
    [422, "", "Failed to create account. Please try again."],
  ])("sign-up answered %d %j reads %j", async (status, msg, error) => {
    refuse(status, msg);
    expect((await signUp()).body.error).toBe(error);
  });

  test.each([
    [400, "Invalid login credentials", "Invalid login credentials"],
    [400, "", "Invalid email or password"],
  ])("log-in answered %d %j reads %j", async (status, msg, error) => {
    refuse(status, msg);
    const answer = await product.post(paths.api.login, { email: anEmail(), password: "wrong" });
    expect(answer).toMatchObject({ status: 401, body: { error } });
  });

  test("signing out ignores 401, 403 and 404", async () => {
    for (const status of [401, 403, 404]) {
      const { cookie } = await product.post(paths.api.login, await anAccount());
      stub.intercept = ({ path }) => (path.endsWith("/logout") ? { status, body: { msg: "no" } } : undefined);
      const answer = await product.post(paths.api.signOut, {}, { cookie });
      expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
      expect(answer.cookie).toMatch(/sb=(;|$)/);
    }
  });
});
