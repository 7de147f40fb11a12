import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { confirming, mailLink } from "../support/confirming.ts";

/* Anybody can register an address that is not theirs. What they chose must be of no use once its owner has used a link. */

const sql = postgres(confirming.setting("SANDBOX_DATABASE_URL"), { max: 2, onnotice: () => {} });
afterAll(() => sql.end());

const OWNERS = "password-of-the-owner";
const STRANGERS = "password-of-a-stranger";

/** Asks the auth service itself, as whoever has the publishable key can. */
async function askService(path: string, body: object): Promise<void> {
  const answer = await fetch(`${confirming.setting("SUPABASE_URL")}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: confirming.setting("SUPABASE_PUBLISHABLE_KEY"), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

const logIn = async (email: string, password: string) =>
  (await confirming.post(apiPaths.login, { email, password })).status;
const isOpen = async (cookie: string) =>
  (await confirming.post(apiPaths.linkGuestOrders, {}, { cookie })).status === 200;

/** An address that a stranger has registered, whose session is from a time when it needed no confirmation. */
async function aTakenAddress(): Promise<{ email: string; cookie: string }> {
  const email = anEmail();
  await askService("signup", { email, password: STRANGERS });
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  const { cookie } = await confirming.post(apiPaths.login, { email, password: STRANGERS });
  expect(await isOpen(cookie)).toBe(true);
  await sql`update auth.users set email_confirmed_at = null where email = ${email}`;
  return { email, cookie };
}

/** The token of the mail that the owner of the mailbox has got, of this kind. */
async function tokenOf(kind: string, email: string): Promise<string | null> {
  if (kind === "recovery") await askService("recover", { email });
  if (kind === "magiclink") await askService("otp", { email });
  return (await mailLink(email, kind === "signup" ? 1 : 2)).searchParams.get("token_hash");
}

describe("once the owner of the mailbox has used a link, who registered the address first is out", () => {
  test.each([
    ["signup", "signup", 200],
    ["signup", "invite", 200],
    ["recovery", "magiclink", 200],
    ["magiclink", "magiclink", 200],
    // The auth service takes these for nothing: the address is as unconfirmed as before.
    ["signup", "magiclink", 400],
    ["signup", "email_change", 400],
    ["recovery", "email_change", 400],
  ])("the link of a %s mail, sent as %s", async (kind, type, status) => {
    const { email, cookie } = await aTakenAddress();
    const tokenHash = await tokenOf(kind, email);
    const isConfirmed = async () => {
      const [row] = await sql`select email_confirmed_at as at from auth.users where email = ${email}`;
      return row?.at !== null;
    };
    expect((await confirming.post(apiPaths.confirmEmail, { tokenHash, type })).status).toBe(400);
    expect(await isConfirmed()).toBe(false);

    const chosen = { tokenHash, type, password: OWNERS, confirmPassword: OWNERS };
    expect((await confirming.post(apiPaths.confirmEmail, chosen)).status).toBe(status);
    expect(await isConfirmed()).toBe(status === 200);
    expect(await logIn(email, STRANGERS)).toBe(401);
    if (status !== 200) return;
    expect(await logIn(email, OWNERS)).toBe(200);
    expect(await isOpen(cookie)).toBe(false);
  });

  test("a log-in mail asks who has a password for it, too: the same one will do", async () => {
    const { email } = await aTakenAddress();
    const first = { password: PASSWORD, confirmPassword: PASSWORD };
    const signup = { tokenHash: await tokenOf("signup", email), type: "signup", ...first };
    expect((await confirming.post(apiPaths.confirmEmail, signup)).status).toBe(200);
    const link = { tokenHash: await tokenOf("magiclink", email), type: "magiclink" };
    expect((await confirming.post(apiPaths.confirmEmail, { ...link, ...first })).status).toBe(200);
    expect(await logIn(email, PASSWORD)).toBe(200);
  });
});
