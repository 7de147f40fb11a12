import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { type Product, waitUntil } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";

export async function sendDueEmails(product: Product, orderIds: string[]): Promise<void> {
  await waitUntil(
    async () => {
      await product.runJob("/api/cron/outbox");
      return database()`select 1 from public.outbox where payload ->> 'order_id' = any (${orderIds}) and sent_at is null
        and (next_attempt_at <= now() or attempts > 0)`;
    },
    (due) => due.length === 0,
  );
}

/** Sends these orders' emails as if the ten-minute undo period had passed. */
export async function sendEmailsNow(product: Product, orderIds: string[]): Promise<void> {
  await database()`update public.outbox set next_attempt_at = now()
    where payload ->> 'order_id' = any (${orderIds}) and sent_at is null`;
  await sendDueEmails(product, orderIds);
}

export async function listSubjects(email: string, batchId: string): Promise<string[]> {
  const mails = (await emailsTo(email)).filter(({ text }) => text.includes(batchId));
  return mails.map(({ subject }) => subject.replace(/ \([^)]*\)$/, ""));
}

export async function readBody(email: string, subject: string): Promise<string> {
  const mail = (await emailsTo(email)).findLast((one) => one.subject.startsWith(subject));
  return mail?.text.replaceAll(/\s+/g, " ") ?? "";
}
