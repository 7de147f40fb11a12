import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import {
  COLLECTOR,
  expiredSession,
  expiredToken,
  PASSWORD,
  type StoredSession,
  sessionCookieOf,
  sessionIn,
} from "../../sandbox/builders/person.ts";
import { type Answer, logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { signUpBody } from "../support/email-confirmation.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

test("sets an HTTP-only session cookie and a readable signed_in cookie", async () => {
  const answer = await product.post(apiPaths.login, { ...COLLECTOR, email: `  ${COLLECTOR.email} ` });
  expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/dashboard", linkedCount: 0 } });
  const lines = answer.headers.getSetCookie();
  const session = lines.filter((line) => line.startsWith("sb"));
  expect(session.length).toBeGreaterThan(0);
  for (const line of session) expect(line).toMatch(/HttpOnly/i);
  expect(lines.find((line) => line.startsWith("signed_in=1"))).not.toMatch(/HttpOnly/i);
  expect(JSON.stringify(answer.body)).not.toMatch(/eyJ/);
  const refused = await product.post(apiPaths.login, { ...COLLECTOR, password: "wrong-password" });
  expect(refused).toMatchObject({ status: 401, body: { error: "Invalid email or password" } });
  expect(refused.cookie).not.toContain("sb=");
});

test("clears the cookies and revokes the session on sign-out", async () => {
  const { cookie } = await product.post(apiPaths.login, COLLECTOR);
  expect((await product.post(apiPaths.linkGuestOrders, {}, { cookie })).status).toBe(200);

  const answer = await product.post(apiPaths.signOut, {}, { cookie });
  expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
  const lines = answer.headers.getSetCookie();
  expect(lines.filter((line) => line.startsWith("sb") && !/=;/.test(line))).toEqual([]);
  expect(lines.join()).toMatch(/signed_in=;/);
  expect((await product.post(apiPaths.linkGuestOrders, {}, { cookie })).status).toBe(401);
});

test("signs in at sign-up when email confirmation is off", async () => {
  const email = anEmail();
  const answer = await product.post(apiPaths.signup, signUpBody(email));
  expect(answer).toMatchObject({
    status: 200,
    body: { isSignedIn: true, redirectTo: "/submit?plan=free" },
  });
  expect(answer.cookie).toMatch(/sb(\.0)?=/);
  const again = await product.post(apiPaths.signup, signUpBody(email));
  expect(again).toMatchObject({
    status: 400,
    body: { error: "This email is already registered. Please sign in instead." },
  });
});

test("links orders paid with the account's email when email confirmation is off", async () => {
  const person = await product.person();
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: person.email });
  await product.runJob(apiPaths.cronReconcile);
  const answer = await product.post(apiPaths.linkGuestOrders, {}, { token: person.token });
  expect(answer).toMatchObject({ status: 200, body: { linkedCount: 1 } });
});

describe("a session", () => {
  const signedIn = async () => sessionIn((await logInAsCustomer(product)).cookie);

  const cookieOf = (session: StoredSession) => `${sessionCookieOf(session)}; signed_in=1`;

  const sessionLine = ({ headers }: Answer) => headers.getSetCookie().find((line) => line.startsWith("sb="));

  const open = (path: string, cookie = "") => product.get(path, { cookie });

  test("refreshes an expired session before the page loads", async () => {
    const answer = await open("/dashboard", cookieOf(expiredSession(await signedIn())));
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining("No submissions yet") });
    const renewed = sessionLine(answer);
    expect(renewed).toMatch(/HttpOnly/i);
    expect(renewed).toMatch(/SameSite=lax/i);
    const again = await open("/dashboard", renewed?.split(";")[0] ?? "");
    expect(again.status).toBe(200);
  });

  test("redirects to the login with the reason and clears the cookies when the refresh fails", async () => {
    const session = { ...expiredSession(await signedIn()), refresh_token: "long-gone" };
    const answer = await open("/dashboard", cookieOf(session));
    expect(answer).toMatchObject({ status: 307, location: "/login?next=%2Fdashboard&failed=ended" });
    expect(sessionLine(answer)).toMatch(/Max-Age=0/i);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith("signed_in="))).toMatch(/Max-Age=0/i);
    const login = await open(answer.location);
    expect(login.body).toContain("Unable to load user session");
    expect(login.body).toContain("Your session has ended. Please log in again.");
  });
});

describe("changes of an account", () => {
  const OLD = PASSWORD;
  const NEW = "another-password-1";

  const signedIn = () => logInAsCustomer(product);
  const logIn = async (email: string, password: string) =>
    (await product.post("/api/auth/login", { email, password })).status;
  const isOpenTo = async (cookie: string) =>
    (await product.post("/api/link-guest-orders", {}, { cookie })).status;

  test("changes the password only with the current one and ends other sessions", async () => {
    const me = await signedIn();
    const { cookie: elsewhere } = await product.post("/api/auth/login", { email: me.email, password: OLD });
    const change = (currentPassword: string) => {
      const body = { currentPassword, password: NEW, confirmPassword: NEW };
      return product.post("/api/auth/password", body, { cookie: me.cookie });
    };
    const refused = { status: 400, body: { error: "Your current password is incorrect." } };
    expect(await change("wrong-password")).toMatchObject(refused);
    expect(await logIn(me.email, OLD)).toBe(200);
    const answer = await change(OLD);
    expect(answer).toMatchObject({ status: 200, body: { othersEnded: true } });
    expect(await logIn(me.email, OLD)).toBe(401);
    expect(await logIn(me.email, NEW)).toBe(200);
    expect(await isOpenTo(answer.cookie)).toBe(200);
    expect(await isOpenTo(elsewhere)).toBe(401);
  });
});

describe("a profile", () => {
  const fields = {
    full_name: "Jane Collector",
    phone: "",
    address_line1: "1 Main Street",
    address_line2: null,
    city: "Portland",
    state: "OR",
    postal_code: "97201",
    country: "US",
  };
  const read = async (token: string) => {
    const response = await fetch(`${product.appUrl}/api/profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()).profile;
  };

  test("saves and returns a profile with a bearer token", async () => {
    const { token, userId, email } = await product.person();
    expect(await read(token)).toMatchObject({ full_name: null, country: "US", is_complete: false, email });
    const saved = await product.post("/api/profile", fields, { token });
    const row = { ...fields, phone: null, user_id: userId, email, is_complete: true };
    expect(saved).toMatchObject({ status: 200, body: { profile: row } });
    expect(await read(token)).toMatchObject(row);
  });

  test("rejects a write to another person's profile", async () => {
    const [me, other] = [await product.person(), await product.person()];
    const refused = await product.post("/api/profile", { ...fields, user_id: other.userId }, me);
    expect(refused.status).toBe(403);
    const more = { ...fields, email: other.email, is_complete: false, role: "owner", id: other.userId };
    expect((await product.post("/api/profile", more, me)).body.profile).toMatchObject({
      user_id: me.userId,
      email: me.email,
      is_complete: true,
    });
    expect(await read(other.token)).toMatchObject({ full_name: null, email: other.email });
  });

  test("requires a valid session to save a profile", async () => {
    const { token } = await product.person();
    const [header, payload] = token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    for (const who of [
      {},
      { token: "x.y.z" },
      { token: `${header}.${payload}.AAAA` },
      { token: `${none}.${payload}.` },
    ]) {
      const answer = await product.post("/api/profile", fields, who);
      expect(answer).toMatchObject({ status: 401, body: { error: "Please log in to continue." } });
    }
    expect((await product.post("/api/profile", fields, { token: expiredToken(token) })).status).toBe(401);
  });
});

describe("the auth test page", () => {
  const send = (body: object) => product.post(apiPaths.testAuth, body);

  test("returns the auth service's own messages and leaves no session", async () => {
    const message = "You must provide either an email or phone number and a password";
    expect(await send({ action: "sign-in" })).toMatchObject({ status: 200, body: { isOk: false, message } });
    const account = { email: anEmail(), password: PASSWORD };
    const created = await send({ action: "sign-up", ...account });
    expect(created).toMatchObject({
      status: 200,
      body: { isOk: true, message: `Signed up: ${account.email}` },
    });
    const signedIn = await send({ action: "sign-in", ...account });
    expect(signedIn.body).toMatchObject({ isOk: true, message: `Signed in: ${account.email}` });
    for (const { cookie, body } of [created, signedIn]) {
      expect(cookie).not.toMatch(/sb(\.\d)?=[^;\s]/);
      expect(JSON.stringify(body)).not.toMatch(/eyJ/);
    }
  });
});
