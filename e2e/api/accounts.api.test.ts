import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { paths } from "../../lib/paths.ts";
import { AppProcess } from "../support/app-process.ts";
import { mailsTo } from "../support/mailbox.ts";
import { eventually, Product } from "../support/product.ts";

const product = new Product();
/** The same product, whose auth service asks for the address to be confirmed. */
const confirming = new Product({ ...process.env, APP_URL: process.env.CONFIRMING_APP_URL });
const confirmingMailbox = process.env.CONFIRMING_MAILBOX_URL ?? "";
const sql = postgres(process.env.CONFIRMING_DATABASE_URL ?? "", { max: 2, onnotice: () => {} });

const COLLECTOR = { email: "collector@slabrelay.test", password: "password123" };
const anEmail = () => `${randomUUID()}@example.com`;
const signUpBody = (email: string, password = "password123") => ({
  email,
  password,
  confirmPassword: password,
  plan: "free",
});

afterAll(() => sql.end());

describe("log in", () => {
  test("sets a session that no script can read, and the twin that tells nothing", async () => {
    const answer = await product.post(paths.api.login, { ...COLLECTOR, email: `  ${COLLECTOR.email} ` });
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/dashboard", linkedCount: 0 } });
    const lines = answer.headers.getSetCookie();
    const session = lines.filter((line) => line.startsWith("sb"));
    expect(session.length).toBeGreaterThan(0);
    for (const line of session) expect(line).toMatch(/HttpOnly/i);
    expect(lines.find((line) => line.startsWith("signed_in=1"))).not.toMatch(/HttpOnly/i);
    expect(JSON.stringify(answer.body)).not.toMatch(/eyJ/);
  });

  test.each([
    [{ ...COLLECTOR, password: "wrong-password" }, 401, "Invalid login credentials"],
    [{ email: anEmail(), password: "password123" }, 401, "Invalid login credentials"],
    [{ email: "", password: "" }, 400, "Please enter both email and password"],
    [{ email: COLLECTOR.email }, 400, "Please enter both email and password"],
    [{ email: { $ne: "" }, password: ["a"] }, 400, "Please enter both email and password"],
  ])("%j: %d %s", async (body, status, error) => {
    const answer = await product.post(paths.api.login, body);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.cookie).not.toContain("sb=");
  });

  test.each([
    [{ next: "/submit" }, "/submit"],
    [{ next: "/submit", plan: "free" }, "/submit?plan=free"],
    [{ plan: "free" }, "/submit?plan=free"],
    [{ next: "//evil.com" }, "/dashboard"],
    [{ next: "/\\evil.com", plan: "free" }, "/submit?plan=free"],
    [{ next: "https://evil.com/dashboard" }, "/dashboard"],
  ])("%j leads to %s", async (wish, redirectTo) => {
    const answer = await product.post(paths.api.login, { ...COLLECTOR, ...wish });
    expect(answer.body.redirectTo).toBe(redirectTo);
  });

  test("another site's page cannot sign anybody in", async () => {
    const response = await fetch(product.appUrl + paths.api.login, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://evil.example" },
      body: JSON.stringify(COLLECTOR),
    });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie().join()).not.toMatch(/sb=(?!;)/);
  });

  test("answers 405 to other methods and 415 to a form", async () => {
    expect((await fetch(product.appUrl + paths.api.login)).status).toBe(405);
    const form = await fetch(product.appUrl + paths.api.login, {
      method: "POST",
      headers: { origin: new URL(product.appUrl).origin },
      body: new URLSearchParams(COLLECTOR),
    });
    expect(form.status).toBe(415);
  });

  test("of many attempts side by side, six reach the password", async () => {
    const settings = JSON.parse(process.env.APPLESS_ENVIRONMENT ?? "{}") as Record<string, string>;
    // A port of its own: other tests start the app of this sandbox on its own one.
    const limited = { ...settings, APP_URL: "http://localhost:34567", RATE_LIMIT_SCALE: "1" };
    const app = new AppProcess(limited);
    await app.start();
    try {
      const strict = new Product(limited);
      const email = anEmail();
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          strict.post(paths.api.login, { email: index % 2 ? email : email.toUpperCase(), password: "wrong" }),
        ),
      );
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      expect(count(401)).toBe(6);
      expect(count(429)).toBe(34);
      const blocked = answers.find((answer) => answer.status === 429);
      expect(Number(blocked?.headers.get("retry-after"))).toBeGreaterThan(60);
    } finally {
      await app.kill();
    }
  });
});

describe("sign out", () => {
  test("clears the cookies and ends the session for whoever kept them", async () => {
    const { cookie } = await product.post(paths.api.login, COLLECTOR);
    expect((await product.post(paths.api.linkGuestOrders, {}, { cookie })).status).toBe(200);

    const answer = await product.post(paths.api.signOut, {}, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
    const lines = answer.headers.getSetCookie();
    expect(lines.filter((line) => line.startsWith("sb") && !/=;/.test(line))).toEqual([]);
    expect(lines.join()).toMatch(/signed_in=;/);
    expect((await product.post(paths.api.linkGuestOrders, {}, { cookie })).status).toBe(401);
  });

  test.each([
    ["nobody", ""],
    ["a garbled session", "sb=garbled; signed_in=1"],
  ])("%s may sign out, too", async (_, cookie) => {
    const answer = await product.post(paths.api.signOut, {}, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
  });

  test("a plain form is led to the home page", async () => {
    const response = await fetch(product.appUrl + paths.api.signOut, {
      method: "POST",
      redirect: "manual",
      headers: { origin: new URL(product.appUrl).origin, accept: "text/html" },
      body: new URLSearchParams(),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/");
  });
});

describe("sign up", () => {
  test("signs in at once where addresses need no confirmation", async () => {
    const email = anEmail();
    const answer = await product.post(paths.api.signup, signUpBody(email));
    expect(answer).toMatchObject({
      status: 200,
      body: { isSignedIn: true, redirectTo: "/submit?plan=free" },
    });
    expect(answer.cookie).toMatch(/sb(\.0)?=/);
    const again = await product.post(paths.api.signup, signUpBody(email));
    expect(again).toMatchObject({
      status: 400,
      body: { error: "This email is already registered. Please sign in instead." },
    });
  });

  test.each([
    [{}, "Please fill in all fields"],
    [signUpBody(anEmail(), "12345"), "Password must be at least 6 characters"],
    [{ ...signUpBody(anEmail()), confirmPassword: "different" }, "Passwords do not match"],
    [{ ...signUpBody(anEmail()), plan: undefined }, "Please select a plan"],
    [{ ...signUpBody(anEmail()), plan: "platinum" }, "Please select a plan"],
    [signUpBody("not an address"), "Please enter a valid email address."],
  ])("%j: %s", async (body, error) => {
    expect(await product.post(paths.api.signup, body)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("link guest orders", () => {
  test("asks for a person", async () => {
    expect((await product.post(paths.api.linkGuestOrders, {})).status).toBe(401);
    expect((await product.post(paths.api.linkGuestOrders, {}, { token: "a.b.c" })).status).toBe(401);
    expect((await product.post(paths.api.linkGuestOrders, {}, { cookie: "sb=garbled" })).status).toBe(401);
  });

  test("links nothing while addresses prove nothing", async () => {
    const person = await product.person();
    const opened = await product.openCheckout({});
    await product.pay(opened.body.sessionId, { email: person.email });
    await product.runJob(paths.api.cronReconcile);
    const answer = await product.post(paths.api.linkGuestOrders, {}, { token: person.token });
    expect(answer).toMatchObject({ status: 200, body: { linkedCount: 0 } });
  });
});

describe("with addresses to be confirmed", () => {
  /** A paid order of a guest who gave this address on the payment page. */
  async function aGuestOrder(email: string): Promise<void> {
    const suffix = randomUUID().replaceAll("-", "").toUpperCase();
    const [row] = await sql<{ id: string }[]>`
      select public.reserve_order(null, null, ${randomUUID().replaceAll("-", "").repeat(2)},
        ${`BATCH-${suffix.slice(0, 8)}-${suffix.slice(8, 12)}`}, 'payg', 2, 2500) -> 'order' ->> 'id' as id`;
    await sql`select public.apply_checkout(${`cs_test_${suffix}`}, ${row?.id ?? ""}, 'complete', 'paid', 5000, 'usd',
      false, false, p_email => ${email})`;
  }

  async function confirmationLink(email: string): Promise<URL> {
    const [mail] = await eventually(
      () => mailsTo(email, confirmingMailbox),
      (list) => list.length > 0,
    );
    const href = /href="([^"]*token_hash[^"]*)"/.exec(mail?.html ?? "")?.[1] ?? "";
    return new URL(href.replaceAll("&amp;", "&"));
  }

  const confirmBody = (link: URL) => ({
    tokenHash: link.searchParams.get("token_hash"),
    type: link.searchParams.get("type"),
  });

  test("an account is of use, and finds its guest orders, after its mail is answered", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    await aGuestOrder(email.toUpperCase());
    const created = await confirming.post(paths.api.signup, signUpBody(email));
    expect(created).toMatchObject({
      status: 200,
      body: { isSignedIn: false, redirectTo: "/login?next=%2Fsubmit&plan=free" },
    });
    expect(created.cookie).not.toMatch(/sb(\.0)?=\S/);
    const early = await confirming.post(paths.api.login, { email, password: "password123" });
    expect(early).toMatchObject({ status: 401, body: { error: "Email not confirmed" } });

    const link = await confirmationLink(email);
    expect(link.pathname).toBe("/login");
    // A mail scanner opens the link: that must not use it up.
    const opened = await fetch(confirming.appUrl + link.pathname + link.search);
    expect(await opened.text()).toContain("Confirm and log in");

    const confirmed = await confirming.post(paths.api.confirmEmail, confirmBody(link));
    expect(confirmed).toMatchObject({
      status: 200,
      body: { redirectTo: "/submit?plan=free", linkedCount: 2 },
    });
    expect(confirmed.cookie).toMatch(/sb(\.0)?=/);

    const again = await confirming.post(paths.api.confirmEmail, confirmBody(link));
    expect(again).toMatchObject({ status: 400, body: { error: expect.stringMatching(/already used/) } });
    const login = await confirming.post(paths.api.login, { email, password: "password123" });
    expect(login).toMatchObject({ status: 200, body: { linkedCount: 0 } });
  });

  test("a stranger who registers the address first gets nothing", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    await confirming.post(paths.api.signup, signUpBody(email, "password-of-a-stranger"));
    const login = await confirming.post(paths.api.login, { email, password: "password-of-a-stranger" });
    expect(login.status).toBe(401);
    const [row] = await sql`select user_id from public.grading_orders where guest_email = ${email}`;
    expect(row?.user_id).toBeNull();
  });

  test("a known and an unknown address sign up with the same answer", async () => {
    const known = await confirming.post(paths.api.signup, signUpBody(COLLECTOR.email, "another-password"));
    const unknown = await confirming.post(paths.api.signup, signUpBody(anEmail(), "another-password"));
    expect({ ...known.body, status: known.status }).toEqual({ ...unknown.body, status: unknown.status });
  });

  test("twenty calls at once link each order once", async () => {
    const { email, password } = COLLECTOR;
    const { cookie } = await confirming.post(paths.api.login, { email, password });
    for (let index = 0; index < 7; index++) await aGuestOrder(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => confirming.post(paths.api.linkGuestOrders, {}, { cookie })),
    );
    const counts = answers.map((answer) => answer.body.linkedCount as number);
    expect(counts.filter((count) => count > 0)).toEqual([7]);
  });

  test.each([
    [{ tokenHash: "0".repeat(56), type: "signup" }],
    [{ tokenHash: "pkce_0000000000", type: "email" }],
    [{ tokenHash: "0".repeat(56), type: "recovery" }],
    [{ tokenHash: "", type: "signup" }],
  ])("a made-up link %j opens nothing", async (body) => {
    const answer = await confirming.post(paths.api.confirmEmail, body);
    expect(answer.status).toBe(400);
    expect(answer.cookie).not.toMatch(/sb(\.0)?=\S/);
  });
});
