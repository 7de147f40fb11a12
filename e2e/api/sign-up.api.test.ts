import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { COLLECTOR, PASSWORD } from "../../sandbox/builders/person.ts";
import { Product } from "../../sandbox/builders/product.ts";
import {
  aConfirmedAccount,
  confirmBody,
  confirming,
  linkBody,
  mailLink,
  signUpBody,
} from "../support/confirming.ts";

const product = new Product();
const sql = postgres(confirming.setting("SANDBOX_DATABASE_URL"), { max: 2, onnotice: () => {} });

const newPassword = { password: PASSWORD, confirmPassword: PASSWORD };

afterAll(() => sql.end());

describe("sign up", () => {
  test("signs in at once where addresses need no confirmation", async () => {
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
    [signUpBody(anEmail(), "12345"), "Password must be at least 6 characters"],
    [{ ...signUpBody(anEmail()), confirmPassword: "different" }, "Passwords do not match"],
    [{ ...signUpBody(anEmail()), plan: undefined }, "Please select a plan"],
    [{ ...signUpBody(anEmail()), plan: "platinum" }, "Please select a plan"],
    [signUpBody("not an address"), "Please enter a valid email address."],
  ])("%j: %s", async (body, error) => {
    expect(await product.post(apiPaths.signup, body)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("link guest orders", () => {
  test("asks for a person", async () => {
    expect((await product.post(apiPaths.linkGuestOrders, {})).status).toBe(401);
    expect((await product.post(apiPaths.linkGuestOrders, {}, { token: "a.b.c" })).status).toBe(401);
    expect((await product.post(apiPaths.linkGuestOrders, {}, { cookie: "sb=garbled" })).status).toBe(401);
  });

  test("links orders of the account's address where no address is confirmed", async () => {
    const person = await product.person();
    const opened = await product.openCheckout({});
    await product.pay(opened.body.sessionId, { email: person.email });
    await product.runJob(apiPaths.cronReconcile);
    const answer = await product.post(apiPaths.linkGuestOrders, {}, { token: person.token });
    expect(answer).toMatchObject({ status: 200, body: { linkedCount: 1 } });
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
      false, false, ${randomUUID().replaceAll("-", "").repeat(2)}, p_email => ${email})`;
  }

  test("an account is of use, and finds its guest orders, after its mail is answered", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    await aGuestOrder(email.toUpperCase());
    const created = await confirming.post(apiPaths.signup, signUpBody(email));
    expect(created).toMatchObject({
      status: 200,
      body: { isSignedIn: false, redirectTo: "/login?next=%2Fsubmit&plan=free&created=1" },
    });
    expect(created.cookie).not.toMatch(/sb(\.0)?=[^;\s]/);
    const early = await confirming.post(apiPaths.login, { email, password: PASSWORD });
    expect(early).toMatchObject({ status: 401, body: { error: "Email not confirmed" } });

    const link = await mailLink(email);
    expect(link.pathname).toBe("/login");
    // A mail scanner opens the link: that must not use it up.
    const opened = await fetch(confirming.appUrl + link.pathname + link.search);
    expect(await opened.text()).toContain("Confirm and log in");

    const confirmed = await confirming.post(apiPaths.confirmEmail, confirmBody(link));
    expect(confirmed).toMatchObject({
      status: 200,
      body: { redirectTo: "/dashboard?linked=2", linkedCount: 2 },
    });
    expect(confirmed.cookie).toMatch(/sb(\.0)?=/);

    const again = await confirming.post(apiPaths.confirmEmail, confirmBody(link));
    expect(again).toMatchObject({ status: 400, body: { error: expect.stringMatching(/already used/) } });
    const login = await confirming.post(apiPaths.login, { email, password: PASSWORD });
    expect(login).toMatchObject({ status: 200, body: { linkedCount: 0 } });
  });

  test("goes on to where the sign-up was going once the address is confirmed", async () => {
    const email = anEmail();
    const next = "/dashboard?claim=a-link";
    await confirming.post(apiPaths.signup, { ...signUpBody(email), next });
    const confirmed = await confirming.post(apiPaths.confirmEmail, confirmBody(await mailLink(email)));
    expect(confirmed).toMatchObject({ status: 200, body: { redirectTo: next } });
  });

  test("a stranger who registers the address first gets nothing", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    await confirming.post(apiPaths.signup, signUpBody(email, "password-of-a-stranger"));
    const strangerLogsIn = () =>
      confirming.post(apiPaths.login, { email, password: "password-of-a-stranger" });
    expect((await strangerLogsIn()).status).toBe(401);
    const [row] = await sql`select user_id from public.grading_orders where guest_email = ${email}`;
    expect(row?.user_id).toBeNull();

    await confirming.post(apiPaths.signup, signUpBody(email, "password-of-the-owner"));
    const link = await mailLink(email);
    const confirmed = await confirming.post(
      apiPaths.confirmEmail,
      confirmBody(link, "password-of-the-owner"),
    );
    expect(confirmed).toMatchObject({ status: 200, body: { linkedCount: 1 } });
    expect((await strangerLogsIn()).status).toBe(401);
    const ownerLogsIn = await confirming.post(apiPaths.login, { email, password: "password-of-the-owner" });
    expect(ownerLogsIn.status).toBe(200);
  });

  test("a link is not used up by a password that is missing, too short or mistyped", async () => {
    const email = anEmail();
    await confirming.post(apiPaths.signup, signUpBody(email));
    const link = await mailLink(email);
    for (const [body, error] of [
      [linkBody(link), "Please fill in all fields"],
      [confirmBody(link, "12345"), "Password must be at least 6 characters"],
      [{ ...confirmBody(link), confirmPassword: "different" }, "Passwords do not match"],
    ] as const) {
      expect(await confirming.post(apiPaths.confirmEmail, body)).toMatchObject({
        status: 400,
        body: { error },
      });
    }
    expect((await confirming.post(apiPaths.confirmEmail, confirmBody(link))).status).toBe(200);
  });

  test("a known and an unknown address sign up with the same answer", async () => {
    const known = await confirming.post(apiPaths.signup, signUpBody(COLLECTOR.email, "another-password"));
    const unknown = await confirming.post(apiPaths.signup, signUpBody(anEmail(), "another-password"));
    expect({ ...known.body, status: known.status }).toEqual({ ...unknown.body, status: unknown.status });
  });

  test("twenty calls at once link each order once", async () => {
    const { email, password } = await aConfirmedAccount();
    const { cookie } = await confirming.post(apiPaths.login, { email, password });
    for (let index = 0; index < 7; index++) await aGuestOrder(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => confirming.post(apiPaths.linkGuestOrders, {}, { cookie })),
    );
    const counts = answers.map((answer) => answer.body.linkedCount as number);
    expect(counts.filter((count) => count > 0)).toEqual([7]);
  });

  test.each([
    [{ tokenHash: "0".repeat(56), type: "signup", ...newPassword }],
    [{ tokenHash: "pkce_0000000000", type: "email", ...newPassword }],
    [{ tokenHash: "0".repeat(56), type: "recovery" }],
    [{ tokenHash: "", type: "signup" }],
  ])("a made-up link %j opens nothing", async (body) => {
    const answer = await confirming.post(apiPaths.confirmEmail, body);
    expect(answer.status).toBe(400);
    expect(answer.cookie).not.toMatch(/sb(\.0)?=[^;\s]/);
  });
});
