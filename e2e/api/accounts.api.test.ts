import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { addAuthenticator, codeOf } from "../../sandbox/builders/authenticator.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { COLLECTOR, expiredToken, PASSWORD } from "../../sandbox/builders/person.ts";
import {
  type Answer,
  eventually,
  logInAsCustomer,
  logInAsStaff,
  Product,
} from "../../sandbox/builders/product.ts";
import {
  expiredSession,
  type StoredSession,
  sessionCookieOf,
  sessionIn,
} from "../../sandbox/builders/session-cookie.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { SANDBOX_STAFF } from "../../sandbox/launcher/environment.ts";
import { linkBody, mailLink, signUpBody } from "../support/confirming.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

describe("log-in and sign-out", () => {
  describe("log in", () => {
    test("sets an HTTP-only session and a readable signed_in cookie", async () => {
      const answer = await product.post(apiPaths.login, { ...COLLECTOR, email: `  ${COLLECTOR.email} ` });
      expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/dashboard", linkedCount: 0 } });
      const lines = answer.headers.getSetCookie();
      const session = lines.filter((line) => line.startsWith("sb"));
      expect(session.length).toBeGreaterThan(0);
      for (const line of session) expect(line).toMatch(/HttpOnly/i);
      expect(lines.find((line) => line.startsWith("signed_in=1"))).not.toMatch(/HttpOnly/i);
      expect(JSON.stringify(answer.body)).not.toMatch(/eyJ/);
    });

    test.each([
      [{ ...COLLECTOR, password: "wrong-password" }, 401, "Invalid email or password"],
      [{ email: anEmail(), password: PASSWORD }, 401, "Invalid email or password"],
      [{ email: { $ne: "" }, password: ["a"] }, 400, "Please enter both email and password"],
    ])("%j: %d %s", async (body, status, error) => {
      const answer = await product.post(apiPaths.login, body);
      expect(answer).toMatchObject({ status, body: { error } });
      expect(answer.cookie).not.toContain("sb=");
    });

    test.each([
      [{ next: "/submit", plan: "free" }, "/submit?plan=free"],
      [{ next: "//evil.com" }, "/dashboard"],
    ])("%j leads to %s", async (wish, redirectTo) => {
      const answer = await product.post(apiPaths.login, { ...COLLECTOR, ...wish });
      expect(answer.body.redirectTo).toBe(redirectTo);
    });

    test("sends the owner to the orders", async () => {
      const answer = await product.post(apiPaths.login, { email: SANDBOX_STAFF[0], password: PASSWORD });
      expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/admin" } });
    });
  });

  describe("sign out", () => {
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
  });
});

describe("sign-up", () => {
  describe("sign up", () => {
    test("signs in at once where emails need no confirmation", async () => {
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

    test.each([
      [{}, "Please fill in all fields"],
      [signUpBody("not an address"), "Please enter a valid email address."],
    ])("%j: %s", async (body, error) => {
      expect(await product.post(apiPaths.signup, body)).toMatchObject({ status: 400, body: { error } });
    });
  });

  describe("link guest orders", () => {
    test("requires a signed-in person", async () => {
      expect((await product.post(apiPaths.linkGuestOrders, {})).status).toBe(401);
      expect((await product.post(apiPaths.linkGuestOrders, {}, { token: "a.b.c" })).status).toBe(401);
      expect((await product.post(apiPaths.linkGuestOrders, {}, { cookie: "sb=garbled" })).status).toBe(401);
    });

    test("links orders of the account's email where none is confirmed", async () => {
      const person = await product.person();
      const opened = await product.openCheckout({});
      await product.pay(opened.body.sessionId, { email: person.email });
      await product.runJob(apiPaths.cronReconcile);
      const answer = await product.post(apiPaths.linkGuestOrders, {}, { token: person.token });
      expect(answer).toMatchObject({ status: 200, body: { linkedCount: 1 } });
    });
  });
});

describe("a session", () => {
  /** The session that the log-in endpoint has put into the browser's cookie. */
  const signedIn = async () => sessionIn((await logInAsCustomer(product)).cookie);

  const cookieOf = (session: StoredSession) => `${sessionCookieOf(session)}; signed_in=1`;

  /** The line that sets the session's cookie. */
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
    // One refresh for all of them: a second one might have been refused, and have cleared the first one's cookie.
    const [renewed = "", ...others] = new Set(answers.map((answer) => sessionLine(answer)?.split(";")[0]));
    expect(others).toEqual([]);
    expect((await open("/submit", renewed)).status).toBe(200);
  });

  describe("a session that can no longer be refreshed", () => {
    const broken = async () => cookieOf({ ...expiredSession(await signedIn()), refresh_token: "long-gone" });

    test("redirects to the login and clears the cookies", async () => {
      const answer = await open("/submit", await broken());
      expect(answer).toMatchObject({
        status: 307,
        location: expect.stringContaining("/login?next=%2Fsubmit"),
      });
      expect(sessionLine(answer)).toMatch(/Max-Age=0/i);
      expect(answer.headers.getSetCookie().find((line) => line.startsWith("signed_in="))).toMatch(
        /Max-Age=0/i,
      );
    });

    test("is explained on the login", async () => {
      const answer = await open("/dashboard", await broken());
      expect(answer).toMatchObject({ status: 307, location: "/login?next=%2Fdashboard&failed=ended" });
      const login = await open(answer.location);
      expect(login.body).toContain("Unable to load user session");
      expect(login.body).toContain("Your session has ended. Please log in again.");
    });
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
    const google = {
      ...{
        iss: "https://accounts.google.com",
        sub: "123456789012345678901",
        provider_id: "123456789012345678901",
      },
      ...{ name: "Alexandra Montgomery-Featherstone", full_name: "Alexandra Montgomery-Featherstone" },
      ...{ email, email_verified: true, phone_verified: false },
      avatar_url: `https://lh3.googleusercontent.com/a/${"x".repeat(60)}=s96-c`,
      picture: `https://lh3.googleusercontent.com/a/${"x".repeat(60)}=s96-c`,
    };
    await sql`update auth.users set email = ${email}, raw_user_meta_data = ${sql.json(google)},
      raw_app_meta_data = '{"provider": "email", "providers": ["email", "google"]}' where id = ${me.userId}`;
    await sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'google', ${me.userId}, ${me.userId}, ${sql.json(google)})`;
    const key = await addAuthenticator(sql, me.userId);
    const sizes: Record<string, number> = {};
    const noted = (what: string, answer: Answer) => {
      const lines = [...answer.headers].filter(([name]) => name !== "set-cookie");
      const all = [
        ...lines.map((line) => line.join(": ")),
        ...answer.headers.getSetCookie().map((one) => `set-cookie: ${one}`),
      ];
      sizes[what] = all.reduce((sum, line) => sum + line.length + 2, "HTTP/1.1 200 OK".length + 4);
      return answer;
    };
    const password = await product.post(apiPaths.login, { email, password: PASSWORD });
    noted("log-in", password);
    const login = await product.post(
      apiPaths.secondFactor,
      { code: codeOf(key) },
      { cookie: password.cookie },
    );
    noted("second factor", login);
    const session = sessionIn(login.cookie);
    for (const path of [
      paths.dashboard,
      paths.profile,
      paths.submit,
      paths.login,
      staffPaths.orders,
      staffPaths.receive,
    ]) {
      const answer = noted(path, await open(path, cookieOf(expiredSession(session))));
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

  const change = (extra: object = {}) => ({
    currentPassword: OLD,
    password: NEW,
    confirmPassword: NEW,
    ...extra,
  });

  test("changes the password and ends the other sessions", async () => {
    const me = await signedIn();
    const { cookie: elsewhere } = await product.post("/api/auth/login", { email: me.email, password: OLD });
    const answer = await product.post("/api/auth/password", change(), { cookie: me.cookie });
    expect(answer).toMatchObject({ status: 200, body: { othersEnded: true } });
    expect(await logIn(me.email, OLD)).toBe(401);
    expect(await logIn(me.email, NEW)).toBe(200);
    expect(await isOpenTo(answer.cookie)).toBe(200);
    expect(await isOpenTo(elsewhere)).toBe(401);
  });

  test.each([
    [
      "a wrong current password",
      { currentPassword: "wrong-password" },
      400,
      "Your current password is incorrect.",
    ],
    ["none", { currentPassword: "" }, 400, "Please enter your current password."],
    [
      "a short one",
      { password: "12345", confirmPassword: "12345" },
      400,
      "Password must be at least 6 characters",
    ],
    ["two different ones", { confirmPassword: `${NEW}x` }, 400, "Passwords do not match"],
  ])("refuses to change the password with %s", async (_, extra, status, error) => {
    const me = await signedIn();
    expect(await product.post("/api/auth/password", change(extra), { cookie: me.cookie })).toMatchObject({
      status,
      body: { error },
    });
    expect(await logIn(me.email, OLD)).toBe(200);
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

  test("refuses an invalid profile and stores nothing of it", async () => {
    const { token } = await product.person();
    const answer = await product.post("/api/profile", { ...fields, full_name: "x".repeat(121) }, { token });
    expect(answer).toMatchObject({ status: 400, body: { error: "Use 120 characters or fewer." } });
    expect(await read(token)).toMatchObject({ full_name: null });
  });
});

describe("accounts of other sites", () => {
  /* Accounts of other sites at the sandbox's own auth service, which can disconnect them. */

  /** A customer whose account of another site signs in here, too. */
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

  test("keeps the last identity and those of other people", async () => {
    const [me, other] = [await connected(), await connected()];
    const remove = async (id: string, token: string) => {
      const answer = await fetch(`${product.setting("SUPABASE_URL")}/auth/v1/user/identities/${id}`, {
        method: "DELETE",
        headers: { apikey: product.setting("SUPABASE_PUBLISHABLE_KEY"), authorization: `Bearer ${token}` },
      });
      return [answer.status, (await answer.json()).error_code];
    };
    expect(await remove(other.id, me.token)).toEqual([422, "identity_not_found"]);
    expect(await remove("x", me.token)).toEqual([404, "validation_failed"]);
    expect(await remove(me.id, "none")).toEqual([403, "bad_jwt"]);
    expect(await remove(me.id, me.token)).toEqual([200, undefined]);
    const [last] = await sql`select id from auth.identities where user_id = ${me.userId}`;
    expect(await remove(String(last?.id), me.token)).toEqual([422, "single_identity_not_deletable"]);
    expect(await identitiesOf(other.userId)).toEqual(["email", "github"]);
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

  test.each(["redeem", "undo"])("refuses to %s a link that isn't ours", async (action) => {
    const { token } = await product.person();
    const forged = `${randomUUID()}.0.1999999999.${"A".repeat(43)}`;
    for (const link of ["", "x", forged]) {
      expect(await product.post(apiPaths.claim, { action, link }, { token })).toMatchObject({ status: 400 });
    }
  });
});

describe("the auth test page", () => {
  const send = (body: object, who = product) => who.post(apiPaths.testAuth, body);

  test("returns the auth service's own text and leaves no session", async () => {
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

  test("returns the auth service's refusal as an answer", async () => {
    const message = "You must provide either an email or phone number and a password";
    expect(await send({ action: "sign-in" })).toMatchObject({ status: 200, body: { isOk: false, message } });
  });
});
