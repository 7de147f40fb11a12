/** A mail as the mailbox lists it. */
export type Mail = {
  subject: string;
  to: { address: string }[];
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** All mails to an address, oldest first. */
export async function mailsTo(address: string, mailboxUrl = setting("MAILBOX_URL")): Promise<Mail[]> {
  const response = await fetch(`${mailboxUrl}/email`);
  const mails = (await response.json()) as Mail[];
  return mails.filter((mail) => mail.to.some((to) => to.address === address));
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests with \`npm test -- e2e\`.`);
  return value;
}
