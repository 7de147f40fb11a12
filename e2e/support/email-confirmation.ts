import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { sandboxNamed } from "../../sandbox/builders/named-sandbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { Product, waitUntil } from "../../sandbox/builders/product.ts";

/** The sandbox's second app, whose auth service requires email confirmation. */
export const confirmationProduct = new Product(() => sandboxNamed("confirming"));

export const signUpBody = (email: string, password = PASSWORD) => ({
  email,
  password,
  confirmPassword: password,
  plan: "free",
});

const LINK = /href="([^"]*token_hash[^"]*)"/;

/** Returns the link in the latest auth email, once there are `count` of them. Our own emails don't count. */
export async function mailLink(
  email: string,
  count = 1,
  mailbox = confirmationProduct.setting("MAILBOX_URL"),
): Promise<URL> {
  const links = await waitUntil(
    async () => (await emailsTo(email, mailbox)).flatMap((mail) => LINK.exec(mail.html)?.[1] ?? []),
    (list) => list.length >= count,
  );
  return new URL(links.at(-1)?.replaceAll("&amp;", "&") ?? "");
}

export const linkBody = (link: URL) => ({
  tokenHash: link.searchParams.get("token_hash"),
  type: link.searchParams.get("type"),
});

export const confirmBody = (link: URL, password = PASSWORD) => ({
  ...linkBody(link),
  password,
  confirmPassword: password,
});
