import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authEmails, renderAuthMail } from "@/sandbox/setup/auth-mail";

describe("auth mail", () => {
  const names = Object.keys(authEmails);

  /** Renders the template as a file with one layout element per line, so that diffs stay small. */
  async function template(name: string): Promise<string> {
    const content = authEmails[name];
    if (!content) throw new Error(`no mail named ${name}`);
    const html = await renderAuthMail(content);
    return `${html.replace(/(?=<(?:\/?(?:html|head|body|table|tbody|tr|td)|meta|title|style)\b)/g, "\n")}\n`;
  }

  /** `UPDATE_MAIL_TEMPLATES=1 npm test -- unit auth-mail` writes the files instead of comparing them. */
  test.each(names)("keeps supabase/templates/%s.html up to date with the components", async (name) => {
    const path = join(process.cwd(), "supabase", "templates", `${name}.html`);
    const wanted = await template(name);
    if (process.env.UPDATE_MAIL_TEMPLATES === "1") writeFileSync(path, wanted);
    expect(existsSync(path) ? readFileSync(path, "utf8") : "no such file").toBe(wanted);
  });

  test.each(names)("uses the headline of %s as its subject in config.toml", (name) => {
    expect(readFileSync("supabase/config.toml", "utf8")).toContain(`subject = "${authEmails[name]?.title}"`);
  });

  test.each([
    ["confirmation", "signup"],
    ["invite", "invite"],
    ["recovery", "recovery"],
    ["email-change", "email_change"],
    ["magic-link", "magiclink"],
  ])("links from %s only to the login page, with a token of type %s", async (name, type) => {
    const html = await template(name);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    const link = `{{ .SiteURL }}/login?token_hash={{ .TokenHash }}&amp;type=${type}`;
    expect(links).toEqual([link, link, "{{ .SiteURL }}/#contact"]);
  });

  test("shows the reauthentication code without a link", async () => {
    const html = await template("reauthentication");
    expect(html).toContain("{{ .Token }}");
    expect(html).not.toContain("{{ .TokenHash }}");
  });

  test.each(names)("uses only the auth service's variables in %s and loads nothing", async (name) => {
    const html = await template(name);
    const known = /\{\{ \.(SiteURL|TokenHash|Token|Email|NewEmail) \}\}/g;
    expect(html.replace(known, "")).not.toContain("{{");
    expect(html).not.toMatch(/<(script|img|link|iframe)\b|url\(|@import/i);
  });
});
