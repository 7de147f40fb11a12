import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { type Product, payForBatch, waitUntil } from "../../sandbox/builders/product.ts";
import { addQueuedMail } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

type Mail = Awaited<ReturnType<typeof emailsTo>>[number];

export async function wantsOptionalEmails(email: string): Promise<boolean> {
  const [row] = await database()<{ wanted: boolean }[]>`
    select (get_optional_emails(private.address_hash(${email})) ->> 'wanted')::boolean as wanted`;
  return row?.wanted === true;
}

export async function aReminder(product: Product): Promise<{ email: string; receipt: Mail; reminder: Mail }> {
  const email = anEmail();
  const { id } = await payForBatch(product, database(), {}, { email });
  await addQueuedMail(database(), { kind: "ship_reminder", payload: { order_id: id, nth: 1 } });
  await product.runJob(apiPaths.cronOutbox);
  const named = (mails: Mail[], start: string) => mails.find(({ subject }) => subject.startsWith(start));
  const mails = await waitUntil(
    () => emailsTo(email),
    (all) => all.length === 2,
  );
  const [receipt, reminder] = [named(mails, "Paid. "), named(mails, "Ready to ship")];
  if (!receipt || !reminder) throw new Error(`neither mail is: ${mails.map(({ subject }) => subject)}`);
  return { email, receipt, reminder };
}

export function choicePageOf(mail: Mail): string {
  const [page] = /http\S+\/mail\/[\w-]{86}/.exec(mail.text ?? "") ?? [];
  if (!page) throw new Error("the mail has no link to a choice");
  return new URL(page).pathname;
}
