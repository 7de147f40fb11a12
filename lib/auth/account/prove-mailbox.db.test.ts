import { resetPassword } from "@/lib/auth/account/change-password";
import { confirmEmail } from "@/lib/auth/account/confirm-email";
import { catchLog } from "@/sandbox/builders/caught-log";
import { emailsThatCame } from "@/sandbox/builders/mailbox";
import { addUser } from "@/sandbox/builders/rows";
import { connect, visitorClient } from "@/sandbox/builders/test-database";

const sql = connect();
catchLog();

jest.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ getAll: () => [], get: () => undefined, set: () => {}, delete: () => {} }),
}));

/** Adds an account that a stranger created through another site, which doesn't vouch for the address. */
async function addStrangersAccount() {
  const { id, email } = await addUser(sql, { chosePassword: false });
  await sql`update auth.users set encrypted_password = null, aud = 'authenticated', role = 'authenticated'
    where id = ${id}`;
  await sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (gen_random_uuid(), 'github', ${id}, ${id}, ${sql.json({ email, email_verified: false })})`;
  await sql`update auth.users set confirmation_sent_at = now() where id = ${id}`;
  return { id, email };
}

type Link = { tokenHash: string; password: string; confirmPassword: string };

test.each([
  ["resets the password", resetPassword],
  ["confirms the email", (link: Link) => confirmEmail({ ...link, type: "magiclink" })],
])("removes a stranger's connected site when the owner %s", async (_, open) => {
  const { id, email } = await addStrangersAccount();
  await visitorClient().auth.resetPasswordForEmail(email);
  const [mail] = await emailsThatCame(email);
  const tokenHash = /token_hash=([\w-]+)/.exec(mail?.html ?? "")?.[1] ?? "";
  const password = "password-of-the-owner";
  expect(await open({ tokenHash, password, confirmPassword: password })).toMatchObject({ isSignedIn: true });
  const sites = await sql`select provider from auth.identities where user_id = ${id}`;
  expect(sites).toEqual([{ provider: "email" }]);
});
