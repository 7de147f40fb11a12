import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { addAuthenticator, aWrongCode, COLLECTOR, codeOf, PASSWORD } from "../../sandbox/builders/person.ts";
import { confirmationProduct, confirmBody, mailLink, signUpBody } from "../support/email-confirmation.ts";

const sql = postgres(confirmationProduct.setting("SANDBOX_DATABASE_URL"), { max: 2, onnotice: () => {} });
afterAll(() => sql.end());

describe("sign up", () => {
  async function aGuestOrder(email: string): Promise<void> {
    const suffix = randomUUID().replaceAll("-", "").toUpperCase();
    const [row] = await sql<{ id: string }[]>`
      select public.reserve_order(null, null, ${randomUUID().replaceAll("-", "").repeat(2)},
        ${`BATCH-${suffix.slice(0, 8)}-${suffix.slice(8, 12)}`}, 'payg', 2, 2500) -> 'order' ->> 'id' as id`;
    await sql`select public.apply_checkout(${`cs_test_${suffix}`}, ${row?.id ?? ""}, 'complete', 'paid', 5000, 'usd',
      false, false, ${randomUUID().replaceAll("-", "").repeat(2)}, p_email => ${email})`;
  }

  test("signs in and links guest orders only after email confirmation", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    await aGuestOrder(email.toUpperCase());
    const created = await confirmationProduct.post(apiPaths.signup, signUpBody(email));
    expect(created).toMatchObject({
      status: 200,
      body: { isSignedIn: false, redirectTo: "/login?next=%2Fsubmit&plan=free&created=1" },
    });
    expect(created.cookie).not.toMatch(/sb(\.0)?=[^;\s]/);
    const early = await confirmationProduct.post(apiPaths.login, { email, password: PASSWORD });
    expect(early).toMatchObject({ status: 401, body: { error: "Email not confirmed" } });

    const link = await mailLink(email);
    expect(link.pathname).toBe("/login");
    // Email scanners open links too, so opening one mustn't redeem it.
    const opened = await fetch(confirmationProduct.appUrl + link.pathname + link.search);
    expect(await opened.text()).toContain("Confirm and log in");

    const confirmed = await confirmationProduct.post(apiPaths.confirmEmail, confirmBody(link));
    expect(confirmed).toMatchObject({
      status: 200,
      body: { redirectTo: "/dashboard?linked=2", linkedCount: 2 },
    });
    expect(confirmed.cookie).toMatch(/sb(\.0)?=/);

    const again = await confirmationProduct.post(apiPaths.confirmEmail, confirmBody(link));
    expect(again).toMatchObject({ status: 400, body: { error: expect.stringMatching(/already used/) } });
    const login = await confirmationProduct.post(apiPaths.login, { email, password: PASSWORD });
    expect(login).toMatchObject({ status: 200, body: { linkedCount: 0 } });
  });

  test("gives nothing to a stranger who registers the email first", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    await confirmationProduct.post(apiPaths.signup, signUpBody(email, "password-of-a-stranger"));
    const strangerLogsIn = () =>
      confirmationProduct.post(apiPaths.login, { email, password: "password-of-a-stranger" });
    expect((await strangerLogsIn()).status).toBe(401);
    const [row] = await sql`select user_id from public.grading_orders where guest_email = ${email}`;
    expect(row?.user_id).toBeNull();

    await confirmationProduct.post(apiPaths.signup, signUpBody(email, "password-of-the-owner"));
    const link = await mailLink(email);
    const confirmed = await confirmationProduct.post(
      apiPaths.confirmEmail,
      confirmBody(link, "password-of-the-owner"),
    );
    expect(confirmed).toMatchObject({ status: 200, body: { linkedCount: 1 } });
    expect((await strangerLogsIn()).status).toBe(401);
    const ownerLogsIn = await confirmationProduct.post(apiPaths.login, {
      email,
      password: "password-of-the-owner",
    });
    expect(ownerLogsIn.status).toBe(200);
  });

  test("returns the same sign-up response for known and unknown emails", async () => {
    const signUp = (email: string) =>
      confirmationProduct.post(apiPaths.signup, signUpBody(email, "another-password"));
    const [known, unknown] = await Promise.all([signUp(COLLECTOR.email), signUp(anEmail())]);
    expect({ ...known.body, status: known.status }).toEqual({ ...unknown.body, status: unknown.status });
  });
});

const NEW = "a-better-password-1";
const REFUSED = "This link has expired or was already used. Get a new one and open it within an hour.";
const reset = (link: URL, password = NEW, confirmPassword = password, cookie = "") =>
  confirmationProduct.post(
    apiPaths.resetPassword,
    { tokenHash: link.searchParams.get("token_hash"), password, confirmPassword },
    { cookie },
  );
const logIn = (email: string, password: string) =>
  confirmationProduct.post(apiPaths.login, { email, password });

async function aRecovery() {
  const { email } = await confirmationProduct.person();
  const asked = await confirmationProduct.post(apiPaths.recover, { email: ` ${email} ` });
  expect(asked).toMatchObject({ status: 200, body: { sent: true } });
  return { email, password: PASSWORD, link: await mailLink(email) };
}

describe("a forgotten password", () => {
  test("sets a new password once, logs in and ends other sessions", async () => {
    const { email, password, link } = await aRecovery();
    const elsewhere = await logIn(email, password);
    expect(link.pathname + link.search).toMatch(/^\/login\?token_hash=[\w-]+&type=recovery$/);
    // Email scanners open links too, so opening one mustn't redeem it.
    const opened = async () => (await fetch(confirmationProduct.appUrl + link.pathname + link.search)).text();
    expect(await opened()).toContain("Set new password");
    expect(await reset(link, "12345")).toMatchObject({
      status: 400,
      body: { error: "Password must be at least 6 characters" },
    });

    const answer = await reset(link);
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/dashboard", linkedCount: 0 } });
    expect(answer.cookie).toMatch(/sb(\.0)?=%7B/);
    expect(JSON.stringify(answer.body)).not.toMatch(/eyJ/);
    expect(
      (await confirmationProduct.post(apiPaths.linkGuestOrders, {}, { cookie: answer.cookie })).status,
    ).toBe(200);
    expect(
      (await confirmationProduct.post(apiPaths.linkGuestOrders, {}, { cookie: elsewhere.cookie })).status,
    ).toBe(401);

    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, NEW)).status).toBe(200);
    expect(await opened()).toContain("This link has expired or was already used.");
    expect(await reset(link, "another-password-2")).toMatchObject({ status: 400, body: { error: REFUSED } });
    expect((await logIn(email, NEW)).status).toBe(200);
  });

  test("requires the authenticator code to reset a password", async () => {
    const { email, password, link } = await aRecovery();
    const [row] = await sql`select id from auth.users where email = ${email}`;
    const key = await addAuthenticator(sql, row?.id);
    const asked = await reset(link);
    expect(asked).toMatchObject({ status: 403, body: { code: "code_needed" } });
    expect(asked.cookie).not.toMatch(/sb(\.0)?=[^;\s]/);
    const withCode = (code: string) =>
      confirmationProduct.post(
        apiPaths.resetPassword,
        { tokenHash: link.searchParams.get("token_hash"), password: NEW, confirmPassword: NEW, code },
        { cookie: asked.cookie },
      );
    expect((await withCode(aWrongCode(key))).status).toBe(400);
    expect((await logIn(email, password)).status).toBe(200);
    expect((await withCode(codeOf(key))).status).toBe(200);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, NEW)).body.redirectTo).toMatch(/view=code/);
  });

  test("rejects a recovery cookie as a session or for another link", async () => {
    const { password, link } = await aRecovery();
    const { cookie } = await reset(link, password);
    expect((await confirmationProduct.post(apiPaths.linkGuestOrders, {}, { cookie })).status).toBe(401);
    const other = new URL(link);
    other.searchParams.set("token_hash", "0".repeat(56));
    expect((await reset(other, NEW, NEW, cookie)).status).toBe(400);
    // Not the last character, because base64 ignores some of its bits.
    const forged = cookie.replace(/.(?=.{9}$)/, (one) => (one === "A" ? "B" : "A"));
    expect((await reset(link, NEW, NEW, forged)).status).toBe(400);
  });
});

test("returns the same response for known, unconfirmed and unknown emails", async () => {
  const known = (await confirmationProduct.person()).email;
  const waiting = anEmail();
  await confirmationProduct.post(apiPaths.signup, signUpBody(waiting));
  const asked = [apiPaths.recover, apiPaths.resend].flatMap((path) =>
    [known, waiting, anEmail()].map((email) => confirmationProduct.post(path, { email })),
  );
  const answers = (await Promise.all(asked)).map(({ status, body }) => ({ status, body }));
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: { sent: true } })));
});

describe("an address that a stranger has registered", () => {
  const OWNERS = "password-of-the-owner";
  const STRANGERS = "password-of-a-stranger";

  /** Calls the auth service directly, as anyone with the publishable key can. */
  async function askService(path: string, body: object): Promise<void> {
    const answer = await fetch(`${confirmationProduct.setting("SUPABASE_URL")}/auth/v1/${path}`, {
      method: "POST",
      headers: {
        apikey: confirmationProduct.setting("SUPABASE_PUBLISHABLE_KEY"),
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  }

  const statusOfLogIn = async (email: string, password: string) => (await logIn(email, password)).status;
  const isOpen = async (cookie: string) =>
    (await confirmationProduct.post(apiPaths.linkGuestOrders, {}, { cookie })).status === 200;

  /** Adds an account that a stranger registered, with a session from before it needed confirmation. */
  async function aTakenAddress(): Promise<{ email: string; cookie: string }> {
    const email = anEmail();
    await askService("signup", { email, password: STRANGERS });
    await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    const { cookie } = await logIn(email, STRANGERS);
    expect(await isOpen(cookie)).toBe(true);
    await sql`update auth.users set email_confirmed_at = null where email = ${email}`;
    return { email, cookie };
  }

  async function tokenOf(kind: string, email: string): Promise<string | null> {
    if (kind === "recovery") await askService("recover", { email });
    if (kind === "magiclink") await askService("otp", { email });
    return (await mailLink(email, kind === "signup" ? 1 : 2)).searchParams.get("token_hash");
  }

  test.each([
    ["signup", "signup", 200],
    ["recovery", "magiclink", 200],
    ["magiclink", "magiclink", 200],
    // The auth service rejects this type, so the address stays unconfirmed.
    ["recovery", "email_change", 400],
  ])("requires a new password for a %s link submitted as %s", async (kind, type, status) => {
    const { email, cookie } = await aTakenAddress();
    const tokenHash = await tokenOf(kind, email);
    const isConfirmed = async () => {
      const [row] = await sql`select email_confirmed_at as at from auth.users where email = ${email}`;
      return row?.at !== null;
    };
    expect((await confirmationProduct.post(apiPaths.confirmEmail, { tokenHash, type })).status).toBe(400);
    expect(await isConfirmed()).toBe(false);

    const chosen = { tokenHash, type, password: OWNERS, confirmPassword: OWNERS };
    expect((await confirmationProduct.post(apiPaths.confirmEmail, chosen)).status).toBe(status);
    expect(await isConfirmed()).toBe(status === 200);
    expect(await statusOfLogIn(email, STRANGERS)).toBe(401);
    if (status !== 200) return;
    expect(await statusOfLogIn(email, OWNERS)).toBe(200);
    expect(await isOpen(cookie)).toBe(false);
  });
});
