import { eventually } from "./product.ts";

/** A mail as the sandbox's mailbox lists it. */
export type Mail = {
  subject: string;
  to: { address: string }[];
  messageId: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** Reads all mails that the mailbox has got for an address, oldest first. */
export async function emailsTo(address: string, mailboxUrl = process.env.MAILBOX_URL): Promise<Mail[]> {
  if (!mailboxUrl)
    throw new Error("MAILBOX_URL is not set: run these tests with `npm test -- database e2e`.");
  // The mailbox looks for the address itself: hundreds of mails lie in it.
  const query = new URLSearchParams({ "to.address": address });
  const response = await fetch(`${mailboxUrl}/email?${query}`);
  const mails = (await response.json()) as Mail[];
  return mails.filter((mail) => mail.to.some((to) => to.address === address));
}

/** Reads them once so many have come, for which it waits: the mailbox takes a mail before it lists it. */
export const emailsThatCame = (address: string, count = 1): Promise<Mail[]> =>
  eventually(
    () => emailsTo(address),
    (mails) => mails.length >= count,
  );
