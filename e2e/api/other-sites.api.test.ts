import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import {
  aWrongCode,
  codeOf,
  expiredToken,
  PASSWORD,
  sessionCookieOf,
} from "../../sandbox/builders/person.ts";
import { type Answer, logInAsCustomer } from "../../sandbox/builders/product.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

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

/** Starts a sign-in with another site. Returns the callback path with its code. */
async function comeBack(query: string, account = stubbed.anAccount()) {
  const left = await open(`${apiPaths.oauth}?provider=google${query}`);
  const back = stub.consent(left.location, await account);
  return { left, path: back.pathname + back.search, cookie: left.cookie };
}

describe("accounts of other sites", () => {
  test("signs in with a PKCE challenge and a code", async () => {
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

  test("accepts a code once and only in the browser that started the sign-in", async () => {
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
  ])("redirects the callback with %j to %s", async (query, location) => {
    expect(await open(apiPaths.authCallback + query)).toMatchObject({ status: 303, location });
  });
});

test("returns no session when the second factor can't be checked", async () => {
  const [head, claims] = [
    { alg: "ES256", kid: "unknown" },
    { sub: "x", exp: 9_999_999_999 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  // The token's public key isn't available, so its claims can't be verified.
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

  test("requires the code after the password before it creates a session", async () => {
    const { key, ...account } = await stubbed.anEnrolledAccount();
    const answer = await product.post(apiPaths.login, { ...account, next: "/submit", plan: "free" });
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
      body: { error: "That code is incorrect. Please enter the one your app shows now." },
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
  ])("rejects a code with %s", async (_, { cookie }) => {
    const answer = await product.post(apiPaths.secondFactor, { code: "123456" }, { cookie });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: "Your session has ended. Please log in again." },
    });
  });

  test("requires the code after a sign-in through another site", async () => {
    const account = stubbed.anEnrolledAccount();
    const { path, cookie } = await comeBack("&next=/submit", account);
    const answer = await open(path, cookie);
    expect(answer.location).toBe("/login?view=code&next=%2Fsubmit");
    expect(await isSignedIn(answer.cookie)).toBe(false);
  });
});

describe("the auth service", () => {
  test("never sends a forged session's refresh token", async () => {
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

  test("signs out when the auth service returns 401, 403 or 404", async () => {
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

const proof = { currentPassword: PASSWORD };
const profile = async (cookie: string, query = "") =>
  (await product.get(paths.profile + query, { cookie })).body;

describe("an account of another site", () => {
  async function connect(me: { cookie: string; email: string; password: string }) {
    const begun = await product.post(apiPaths.identities, { ...proof, provider: "google" }, me);
    stub.visitor = me;
    const there = await fetch(begun.body.url, { redirect: "manual" });
    return { begun, back: new URL(there.headers.get("location") ?? "") };
  }

  test("connects, shows and disconnects another site", async () => {
    const me = await logInAsCustomer(product);
    expect(await profile(me.cookie)).toContain("Connect<span");
    const { begun, back } = await connect(me);
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

  test("requires the password to connect or disconnect a site", async () => {
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

  test("doesn't disconnect another person's site", async () => {
    const [me, other] = [await logInAsCustomer(product), await logInAsCustomer(product)];
    await connect(other);
    const [id] = stub.accounts.identitiesOf(other.email);
    await product.post(apiPaths.identityRemove, { ...proof, identityId: id }, me);
    expect(stub.accounts.identitiesOf(other.email)).toEqual([id]);
  });
});
