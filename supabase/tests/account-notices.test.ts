import { randomUUID } from "node:crypto";
import { renderOutboxMail } from "@/lib/email/render-outbox-mail";
import { addAuthenticator, dropAuthenticators } from "../../sandbox/builders/authenticator";
import { addUser } from "../../sandbox/builders/rows";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();

/** The mails about changes of an account's ways in that wait for an address, oldest first. */
const noticesTo = (tx: Transaction, email: string) => tx<
  { kind: string; payload: { change: string; provider?: string } }[]
>`select kind, payload from public.outbox
  where kind = 'account_notice' and payload ->> 'email' = ${email} order by id`;
const changesTold = async (tx: Transaction, email: string) =>
  (await noticesTo(tx, email)).map(({ payload: { change, provider } }) => [change, provider]);

async function addIdentity(tx: Transaction, userId: string, provider: string): Promise<string> {
  const id = randomUUID();
  await tx`insert into auth.identities (id, provider, provider_id, user_id)
           values (${id}, ${provider}, ${id}, ${userId})`;
  return id;
}

test("an authenticator app is told of when its first code has come, and when it is removed", () =>
  undone(sql, async (tx) => {
    const user = await addUser(tx);
    await addAuthenticator(tx, user.id, "unverified");
    expect(await changesTold(tx, user.email)).toStrictEqual([]);
    await tx`update auth.mfa_factors set status = 'verified' where user_id = ${user.id}`;
    await tx`update auth.mfa_factors set last_challenged_at = now() where user_id = ${user.id}`;
    expect(await changesTold(tx, user.email)).toStrictEqual([["authenticator_on", undefined]]);
    await dropAuthenticators(tx, user.id);
    await addAuthenticator(tx, user.id, "unverified");
    await dropAuthenticators(tx, user.id);
    expect(await changesTold(tx, user.email)).toStrictEqual([
      ["authenticator_on", undefined],
      ["authenticator_off", undefined],
    ]);
  }));

test("another site's account is told of when it joins one that is there, and when it leaves", () =>
  undone(sql, async (tx) => {
    const user = await addUser(tx);
    await addIdentity(tx, user.id, "google");
    await addIdentity(tx, user.id, "email");
    expect(await changesTold(tx, user.email)).toStrictEqual([]);
    const id = await addIdentity(tx, user.id, "github");
    await tx`delete from auth.identities where id = ${id} or (user_id = ${user.id} and provider = 'email')`;
    expect(await changesTold(tx, user.email)).toStrictEqual([
      ["identity_linked", "github"],
      ["identity_removed", "github"],
    ]);
  }));

test("the mail goes to the address of that moment, whatever becomes of it", () =>
  undone(sql, async (tx) => {
    const user = await addUser(tx);
    await addIdentity(tx, user.id, "email");
    await addIdentity(tx, user.id, "github");
    await tx`update auth.users set email = ${`thief-${user.email}`} where id = ${user.id}`;
    const [row] = await noticesTo(tx, user.email);
    const mail = await renderOutboxMail({ kind: row?.kind ?? "", payload: row?.payload });
    expect(mail).toMatchObject({
      to: { address: user.email },
      subject: "A GitHub account was connected",
    });
  }));

test("nobody is written to about an account that is deleted or has no address", () =>
  undone(sql, async (tx) => {
    const [user, nameless] = [await addUser(tx), await addUser(tx)];
    await tx`update auth.users set email = null where id = ${nameless.id}`;
    for (const { id } of [user, nameless]) {
      await addAuthenticator(tx, id);
      await addIdentity(tx, id, "google");
    }
    await dropAuthenticators(tx, nameless.id);
    await tx`delete from auth.users where id = ${user.id}`;
    const [told] = await tx`select count(*)::int as count from public.outbox
      where kind = 'account_notice' and (payload ->> 'email' = ${user.email} or payload ->> 'email' is null)`;
    expect(told).toEqual({ count: 0 });
  }));

test("the auth service goes on when no mail can be written", () =>
  undone(sql, async (tx) => {
    const user = await addUser(tx);
    await addAuthenticator(tx, user.id);
    await tx.unsafe(`create or replace function private.enqueue_account_notice(
        p_user_id uuid, p_change text, p_about uuid, p_provider text default null) returns void
      language plpgsql as $$ begin raise exception 'out of order'; end $$`);
    await dropAuthenticators(tx, user.id);
    expect(await tx`select 1 from auth.mfa_factors where user_id = ${user.id}`).toHaveLength(0);
  }));
