import { addUser } from "@/sandbox/builders/rows";
import { connect, type Transaction, undone } from "@/sandbox/builders/test-database";

const sql = connect();

const isOpen = async (tx: Transaction, tokenHash: string) =>
  (await tx<{ is: boolean }[]>`select public.is_mail_link_open(${tokenHash}) as is`)[0]?.is;

test.each([
  ["confirmation_token", "confirmation_sent_at"],
  ["recovery_token", "recovery_sent_at"],
  ["email_change_token_current", "email_change_sent_at"],
  ["email_change_token_new", "email_change_sent_at"],
])("a link by %s is open for an hour, until it is used", (token, sentAt) =>
  undone(sql, async (tx) => {
    const { id } = await addUser(tx, {});
    const hash = `${"0f".repeat(27)}${id.slice(0, 2)}`;
    const change = (values: object) => tx`update auth.users set ${tx(values)} where id = ${id}`;
    expect(await isOpen(tx, hash)).toBe(false);
    await change({ [token]: hash, [sentAt]: new Date(Date.now() - 3_590_000) });
    expect(await isOpen(tx, hash)).toBe(true);
    await change({ [sentAt]: new Date(Date.now() - 3_610_000) });
    expect(await isOpen(tx, hash)).toBe(false);
    await change({ [token]: "", [sentAt]: new Date() });
    expect([await isOpen(tx, hash), await isOpen(tx, "")]).toEqual([false, false]);
  }),
);
