import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

const stubbed = new StubbedProduct();
const { product, stub } = stubbed;

beforeAll(() => stubbed.start(), 60_000);
afterEach(() => {
  stub.intercept = undefined;
});
afterAll(() => stubbed.stop());

const open = (path: string, cookie = "") => product.get(path, { cookie });

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
  const past = Math.floor(Date.now() / 1000) - 60;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${part({ alg: "HS256" })}.${part({ sub: "1", exp: past, aud: "authenticated" })}.${"A".repeat(43)}`;
  const session = { access_token: token, refresh_token: "guess", expires_at: past, expires_in: 0, user: {} };
  const cookie = `sb=base64-${part(session)}`;
  expect((await open("/submit", cookie)).status).toBe(307);
  expect((await open("/login", cookie)).body).toContain("Invalid JWT signature");
  expect((await open("/dashboard", cookie)).location).toContain("/login?next=%2Fdashboard");
  expect(stub.calls.filter(({ path }) => path.endsWith("/token"))).toEqual([]);
});

test("a confirmation is asked for once more, and nobody is told whether it was sent", async () => {
  const email = anEmail();
  stub.calls.length = 0;
  for (const status of [200, 404, 429]) {
    stub.intercept = ({ path }) => (path.endsWith("/resend") ? { status, body: { msg: "x" } } : undefined);
    const answer = await product.post(apiPaths.resend, { email });
    expect(answer).toMatchObject({ status: 200, body: { sent: true } });
  }
  expect(stub.calls.map(({ path, body }) => [path, body.type, body.email])).toEqual(
    Array.from({ length: 3 }, () => ["/auth/v1/resend", "signup", email]),
  );
  stub.intercept = () => ({ status: 503, body: {} });
  expect((await product.post(apiPaths.resend, { email })).status).toBe(503);
});

describe("messages of the auth service that the sandbox's never sends", () => {
  const refuse = (status: number, msg: string) => {
    stub.intercept = ({ path }) =>
      /signup|token/.test(path) ? { status, body: { msg, code: "x" } } : undefined;
  };
  const signUp = () =>
    product.post(apiPaths.signup, {
      email: anEmail(),
      password: PASSWORD,
      confirmPassword: PASSWORD,
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
    const answer = await product.post(apiPaths.login, { email: anEmail(), password: "wrong" });
    expect(answer).toMatchObject({ status: 401, body: { error } });
  });

  test("signing out ignores 401, 403 and 404", async () => {
    for (const status of [401, 403, 404]) {
      const { cookie } = await product.post(apiPaths.login, await stubbed.anAccount());
      stub.intercept = ({ path }) => (path.endsWith("/logout") ? { status, body: { msg: "no" } } : undefined);
      const answer = await product.post(apiPaths.signOut, {}, { cookie });
      expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
      expect(answer.cookie).toMatch(/sb=(;|$)/);
    }
  });
});
