import { apiPaths } from "../../lib/base/api-paths.ts";
import { aWrongCode, codeOf } from "../../sandbox/builders/authenticator.ts";
import type { Answer } from "../../sandbox/builders/product.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** An auth service that offers accounts of other sites, and a second factor. */
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
    expect(answer).toMatchObject({ status: 303, location: "/login" });
  });
});

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
    expect(answer.cookie).not.toMatch(/eyJhbGciOiJIUzI1/);
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
