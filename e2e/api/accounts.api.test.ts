import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import {
  addAuthenticator,
  COLLECTOR,
  codeOf,
  expiredSession,
  expiredToken,
  PASSWORD,
  type StoredSession,
  sessionCookieOf,
  sessionIn,
} from "../../sandbox/builders/person.ts";
import {
  type Answer,
  eventually,
  logInAsCustomer,
  logInAsStaff,
  Product,
} from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { linkBody, mailLink, signUpBody } from "../support/confirming.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

test("sets an HTTP-only session and a readable signed_in cookie", async () => {
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

test("clears the cookies and revokes the session", async () => {
  const { cookie } = await product.post(apiPaths.login, COLLECTOR);
  expect((await product.post(apiPaths.linkGuestOrders, {}, { cookie })).status).toBe(200);

  const answer = await product.post(apiPaths.signOut, {}, { cookie });
  expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
  const lines = answer.headers.getSetCookie();
  expect(lines.filter((line) => line.startsWith("sb") && !/=;/.test(line))).toEqual([]);
  expect(lines.join()).toMatch(/signed_in=;/);
  expect((await product.post(apiPaths.linkGuestOrders, {}, { cookie })).status).toBe(401);
});

test("signs in at sign-up when emails need no confirmation", async () => {
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

test("links orders of the account's email where none is confirmed", async () => {
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

  test("refreshes once for several concurrent pages", async () => {
    const cookie = cookieOf(expiredSession(await signedIn()));
    const answers = await Promise.all(Array.from({ length: 5 }, () => open("/dashboard", cookie)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.includes("Error Loading Dashboard"))).toHaveLength(0);
    // A second refresh might be refused and clear the first one's cookie.
    const [renewed = "", ...others] = new Set(answers.map((answer) => sessionLine(answer)?.split(";")[0]));
    expect(others).toEqual([]);
    expect((await open("/submit", renewed)).status).toBe(200);
  });

  test("redirects to the login, which explains why, and clears the cookies", async () => {
    const session = { ...expiredSession(await signedIn()), refresh_token: "long-gone" };
    const answer = await open("/dashboard", cookieOf(session));
    expect(answer).toMatchObject({ status: 307, location: "/login?next=%2Fdashboard&failed=ended" });
    expect(sessionLine(answer)).toMatch(/Max-Age=0/i);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith("signed_in="))).toMatch(/Max-Age=0/i);
    const login = await open(answer.location);
    expect(login.body).toContain("Unable to load user session");
    expect(login.body).toContain("Your session has ended. Please log in again.");
  });

  test("removes an unreadable cookie, and the login says why", async () => {
    const answer = await open("/dashboard", "sb=garbage");
    expect(answer).toMatchObject({ status: 307, cookie: "sb=" });
    for (const path of [answer.location, "/login"]) {
      const { body } = await open(path, "sb=garbage");
      expect(body).toContain("Unable to load user session");
      expect(body).toContain("Welcome Back");
    }
  });

  test.each([
    ...Object.values<unknown>(staffPaths).filter((path) => typeof path === "string"),
    staffPaths.order("00000000-0000-4000-8000-000000000001"),
    staffPaths.shipment(1),
  ])("redirects staff from %s to the login once after a revoked session", async (path) => {
    const staff = await logInAsStaff(product, sql);
    await sql`delete from auth.sessions where user_id = ${staff.userId}`;
    const led = await open(path, staff.cookie);
    const { pathname, searchParams } = new URL(led.location, product.appUrl);
    expect([led.status, pathname, searchParams.get("failed")]).toEqual([307, paths.login, "ended"]);
    expect(searchParams.get("next")).toMatch(new RegExp(`^${path}(\\?|$)`));
    const login = await open(led.location, staff.cookie);
    expect(login).toMatchObject({ status: 200, body: expect.stringContaining("Your session has ended") });
    expect(login.body).not.toContain("One moment");
    expect(sessionLine(login)).toMatch(/Max-Age=0/i);
  });

  test("keeps headers under 4 KB with the largest session", async () => {
    const me = await logInAsStaff(product, sql, "owner");
    const email = `${"a".repeat(64)}@${me.userId.slice(0, 7)}.example`.padEnd(80, "e");
    const [sub, name] = ["123456789012345678901", "Alexandra Montgomery-Featherstone"];
    const picture = `https://lh3.googleusercontent.com/a/${"x".repeat(60)}=s96-c`;
    const google = {
      ...{ iss: "https://accounts.google.com", sub, provider_id: sub, name, full_name: name },
      ...{ email, email_verified: true, phone_verified: false, avatar_url: picture, picture },
    };
    await sql`update auth.users set email = ${email}, raw_user_meta_data = ${sql.json(google)},
      raw_app_meta_data = '{"provider": "email", "providers": ["email", "google"]}' where id = ${me.userId}`;
    await sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'google', ${me.userId}, ${me.userId}, ${sql.json(google)})`;
    const key = await addAuthenticator(sql, me.userId);
    const sizes: Record<string, number> = {};
    const measured = (what: string, answer: Answer) => {
      const lines = [...answer.headers].filter(([name]) => name !== "set-cookie");
      const all = [
        ...lines.map((line) => line.join(": ")),
        ...answer.headers.getSetCookie().map((one) => `set-cookie: ${one}`),
      ];
      sizes[what] = all.reduce((sum, line) => sum + line.length + 2, "HTTP/1.1 200 OK".length + 4);
      return answer;
    };
    const password = await product.post(apiPaths.login, { email, password: PASSWORD });
    measured("log-in", password);
    const login = await product.post(
      apiPaths.secondFactor,
      { code: codeOf(key) },
      { cookie: password.cookie },
    );
    const session = sessionIn(measured("second factor", login).cookie);
    for (const path of [
      paths.dashboard,
      paths.profile,
      paths.submit,
      paths.login,
      staffPaths.orders,
      staffPaths.receive,
    ]) {
      const answer = measured(path, await open(path, cookieOf(expiredSession(session))));
      expect([path, sessionLine(answer)]).toEqual([path, expect.stringContaining("sb=%7B")]);
    }
    expect(Object.entries(sizes).filter(([, size]) => size > 4_000)).toEqual([]);
    expect(sizes["second factor"]).toBeGreaterThan(1_500);
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

  test("changes the password only with the current one, and ends other sessions", async () => {
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

  test("changes the email once both addresses confirm it", async () => {
    const me = await signedIn();
    const email = anEmail();
    const logInAs = (address: string) => logIn(address, OLD);
    const answer = await product.post("/api/auth/email", { email, currentPassword: OLD }, me);
    expect(answer).toMatchObject({ status: 200, body: { isChanged: false } });
    expect((await product.get(paths.profile, me)).body).toContain(
      "open the links we emailed to both addresses.",
    );
    expect([await logInAs(me.email), await logInAs(email)]).toEqual([200, 401]);
    const mailbox = product.setting("MAILBOX_URL");
    const confirm = async (link: URL) => (await product.post("/api/auth/confirm", linkBody(link))).status;
    expect(await confirm(await mailLink(me.email, 1, mailbox))).toBe(200);
    expect([await logInAs(me.email), await logInAs(email)]).toEqual([200, 401]);
    expect(await confirm(await mailLink(email, 1, mailbox))).toBe(200);
    expect([await logInAs(me.email), await logInAs(email)]).toEqual([401, 200]);
  });

  test("explains why a new email is refused", async () => {
    const [me, other] = [await signedIn(), await signedIn()];
    const ask = (email: string, currentPassword = OLD) =>
      product.post("/api/auth/email", { email, currentPassword }, { cookie: me.cookie });
    const error = async (answer: ReturnType<typeof ask>) => {
      const { status, body } = await answer;
      return [status, body.error];
    };
    expect(await error(ask(me.email.toUpperCase()))).toEqual([400, "This is already your email address."]);
    expect(await error(ask("nonsense"))).toEqual([400, "Please enter a valid email address."]);
    expect(await error(ask("a@example.com", "wrong-password"))).toEqual([
      400,
      "Your current password is incorrect.",
    ]);
    expect(await error(ask(other.email))).toEqual([
      400,
      "We can't use this email address. Please enter a different one.",
    ]);
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

  test("refuses to write another person's profile", async () => {
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

describe("accounts of other sites", () => {
  /** Adds a customer with a connected account of another site. */
  async function connected() {
    const me = await logInAsCustomer(product);
    const id = randomUUID();
    const facts = { sub: id, email: me.email };
    await sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (${id}, 'github', ${id}, ${me.userId}, ${sql.json(facts)})`;
    return { ...me, id };
  }

  const identitiesOf = async (userId: string) =>
    (await sql`select provider from auth.identities where user_id = ${userId} order by provider`).map(
      ({ provider }) => provider,
    );

  test("disconnects a site with the password and emails the person", async () => {
    const me = await connected();
    const body = { currentPassword: PASSWORD, identityId: me.id };
    const wrong = { ...body, currentPassword: "another password" };
    expect((await product.post(apiPaths.identityRemove, wrong, me)).status).toBe(400);
    expect(await identitiesOf(me.userId)).toEqual(["email", "github"]);

    const answer = await product.post(apiPaths.identityRemove, body, me);
    expect(answer).toMatchObject({ status: 200, body: { isRemoved: true } });
    expect(await identitiesOf(me.userId)).toEqual(["email"]);
    await product.runJob(apiPaths.cronOutbox);
    await eventually(
      async () => (await emailsTo(me.email)).map(({ subject }) => subject),
      (subjects) => subjects.some((subject) => /GitHub account was disconnected/.test(subject)),
    );
  });
});

describe("claims", () => {
  const request = (order_id: string) => ({ action: "request", order_id });

  test("lets only the browser that paid request the link", async () => {
    const { token } = await product.person();
    const opened = await product.openCheckout({});
    await product.pay(opened.body.sessionId, { email: anEmail() });
    await product.runJob(apiPaths.cronReconcile);
    const confirmed = await product.post(
      apiPaths.processPaygPayment,
      { session_id: opened.body.sessionId },
      { cookie: opened.cookie },
    );
    const orderId = confirmed.body.submission.order_id;
    expect(await product.post(apiPaths.claim, request(orderId), { token })).toMatchObject({ status: 404 });
    const asked = await product.post(apiPaths.claim, request(orderId), { token, cookie: opened.cookie });
    expect(asked).toMatchObject({ status: 200, body: { sentTo: expect.stringContaining("•••@") } });
  });
});

describe("the auth test page", () => {
  const send = (body: object) => product.post(apiPaths.testAuth, body);

  test("returns the auth service's own texts and leaves no session", async () => {
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
