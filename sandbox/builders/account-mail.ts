import { authMails, renderAuthMail } from "@/lib/email/auth-mail";

/** What the auth service would put in place of its variables. */
const AUTH_FACTS: Record<string, string> = {
  TokenHash: "0123456789abcdef".repeat(3),
  Token: "284019",
  Email: "jane@example.org",
  NewEmail: "jane.of.the.long.address.that.does.not.end@a-very-long-domain-name.example.org",
};

/** The mails that the auth service sends from our templates, as it would fill them in. */
export function accountMails(siteUrl: string) {
  const facts: Record<string, string> = { SiteURL: siteUrl, ...AUTH_FACTS };
  return Object.entries(authMails).map(async ([name, content]) => {
    const template = await renderAuthMail(content);
    const html = template.replace(/\{\{ \.(\w+) \}\}/g, (whole, fact) => facts[fact] ?? whole);
    return { name: `account: ${name}`, subject: content.title, html, text: null };
  });
}
