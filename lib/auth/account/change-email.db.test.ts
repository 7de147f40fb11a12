import { changeEmail } from "@/lib/auth/account/change-email";
import { confirmEmail } from "@/lib/auth/account/confirm-email";
import { anEmail } from "@/sandbox/builders/ids";
import { emailsThatCame } from "@/sandbox/builders/mailbox";
import { PASSWORD } from "@/sandbox/builders/person";
import { addSignedInPerson, connect } from "@/sandbox/builders/test-database";

const sql = connect();

jest.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ getAll: () => [], get: () => undefined, set: () => {}, delete: () => {} }),
}));

/** Returns the body that the page behind the latest link to an address posts. */
async function linkTo(address: string, count = 1) {
  const html = (await emailsThatCame(address, count)).at(-1)?.html ?? "";
  const tokenHash = /token_hash=([\w-]+)&amp;type=email_change/.exec(html)?.[1] ?? "";
  return { tokenHash, type: "email_change" as const };
}

async function anAskedChange() {
  const { id: userId, email } = await addSignedInPerson(sql);
  const wanted = anEmail();
  const proof = { userId, email, currentPassword: PASSWORD, address: "10.0.0.7" };
  const ask = () => changeEmail(proof, wanted);
  expect(await ask()).toEqual({ isChanged: false });
  const emailNow = async () =>
    (await sql<{ email: string }[]>`select email from auth.users where id = ${userId}`)[0]?.email;
  return { email, wanted, ask, emailNow };
}

test.each(["the new", "the old"])(
  "changes an email once both links are used, %s address first",
  async (first) => {
    const { email, wanted, emailNow } = await anAskedChange();
    const [toOld, toNew] = [await linkTo(email), await linkTo(wanted)];
    const [one, other] = first === "the new" ? [toNew, toOld] : [toOld, toNew];

    expect(await confirmEmail(one)).toMatchObject({ message: expect.stringContaining("your other address") });
    await expect(confirmEmail(one)).rejects.toMatchObject({ status: 400 });
    expect(await emailNow()).toBe(email);

    expect(await confirmEmail(other)).toEqual({
      isSignedIn: true,
      redirectTo: "/portal/profile?changed=email",
      linkedCount: 0,
    });
    expect(await emailNow()).toBe(wanted);
    await expect(confirmEmail(other)).rejects.toMatchObject({ status: 400 });
  },
);

test("rejects the first request's links after a second request", async () => {
  const { email, wanted, ask, emailNow } = await anAskedChange();
  const first = [await linkTo(email), await linkTo(wanted)] as const;
  await confirmEmail(first[0]);
  // The auth service sends one such email a minute.
  await sql`update auth.users set email_change_sent_at = now() - interval '61 seconds' where email = ${email}`;
  await ask();
  const second = [await linkTo(email, 2), await linkTo(wanted, 2)] as const;
  await expect(confirmEmail(first[1])).rejects.toMatchObject({ status: 400 });
  expect(await confirmEmail(second[0])).toHaveProperty("message");
  expect(await emailNow()).toBe(email);
  expect(await confirmEmail(second[1])).not.toHaveProperty("message");
  expect(await emailNow()).toBe(wanted);
});
