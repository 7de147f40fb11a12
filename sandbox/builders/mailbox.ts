import { waitUntil } from "./product.ts";

export type Mail = {
  subject: string;
  to: { address: string }[];
  messageId: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

export async function emailsTo(address: string, mailboxUrl = process.env.MAILBOX_URL): Promise<Mail[]> {
  if (!mailboxUrl)
    throw new Error("MAILBOX_URL is not set: run these tests with `npm test -- database e2e`.");
  // Filters in the mailbox, which contains hundreds of emails.
  const query = new URLSearchParams({ "to.address": address });
  const response = await fetch(`${mailboxUrl}/email?${query}`);
  const mails = (await response.json()) as Mail[];
  return mails.filter((mail) => mail.to.some((to) => to.address === address));
}

/** Waits for emails, because the mailbox accepts an email before it lists it. */
export const emailsThatCame = (address: string, count = 1): Promise<Mail[]> =>
  waitUntil(
    () => emailsTo(address),
    (mails) => mails.length >= count,
  );
