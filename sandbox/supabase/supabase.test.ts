import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

describe("config", () => {
  const root = join(import.meta.dirname, "..", "..");
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const config = read("supabase/config.toml");
  const sections = new Map(
    config
      .split(/^\[(?=[a-z])/m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf("]")), text] as const),
  );
  const value = (section: string, key: string) =>
    new RegExp(`^${key} = (.*)$`, "m").exec(sections.get(section) ?? "")?.[1];

  /**
   * The emails that the auth service sends from a template, by their names in the CLI
   * (https://supabase.com/docs/guides/cli/config).
   */
  const EMAILS = ["confirmation", "email_change", "invite", "magic_link", "reauthentication", "recovery"];

  test("links from account emails only to APP_URL", () => {
    expect(value("auth", "site_url")).toBe('"env(APP_URL)"');
    expect(value("auth", "additional_redirect_urls")).toBe("[]");
  });

  test.each(EMAILS)("sets our template for the %s email", (email) => {
    const path = JSON.parse(value(`auth.email.template.${email}`, "content_path") ?? '""');
    expect(existsSync(join(root, path)) && path).toMatch(/^\.\/supabase\/templates\/[\w-]+\.html$/);
  });

  test("sets nothing that a project on the free plan rejects", () => {
    expect([...sections.keys()]).not.toContain("auth.sessions");
  });

  test("reads only variables documented in .env.example", () => {
    const names = [...config.matchAll(/"env\((\w+)\)"/g)].map(([, name]) => name);
    expect(names).toContain("AUTH_SMTP_HOST");
    const explained = read(".env.example");
    expect(names.filter((name) => !explained.includes(`\n${name}=`))).toEqual([]);
  });
});
