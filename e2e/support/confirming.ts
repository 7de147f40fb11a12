import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { sandboxNamed } from "../../sandbox/builders/named-sandbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { eventually, Product } from "../../sandbox/builders/product.ts";

/** The same product, whose auth service asks for the address to be confirmed. */
export const confirming = new Product(() => sandboxNamed("confirming"));

/** What the sign-up form sends. */
export const signUpBody = (email: string, password = PASSWORD) => ({
  email,
  password,
  confirmPassword: password,
  plan: "free",
});

const LINK = /href="([^"]*token_hash[^"]*)"/;

/**
 * The link of the latest mail of the auth service to an address, once there are `count` of them. The product's own mails
 * to it, say of a guest's payment, come at their own time, carry no such link and do not count.
 */
export async function mailLink(
  email: string,
  count = 1,
  mailbox = confirming.setting("MAILBOX_URL"),
): Promise<URL> {
  const links = await eventually(
    async () => (await emailsTo(email, mailbox)).flatMap((mail) => LINK.exec(mail.html)?.[1] ?? []),
    (list) => list.length >= count,
  );
  return new URL(links.at(-1)?.replaceAll("&amp;", "&") ?? "");
}

/** What the page behind such a link posts. */
export const linkBody = (link: URL) => ({
  tokenHash: link.searchParams.get("token_hash"),
  type: link.searchParams.get("type"),
});

/** What the page behind the link of a new account posts: who holds the mailbox chooses the password. */
export const confirmBody = (link: URL, password = PASSWORD) => ({
  ...linkBody(link),
  password,
  confirmPassword: password,
});
