import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeProtectedHeader } from "jose";
import { SANDBOX_KEYS } from "../launcher/environment.ts";
import { AccessTokens } from "./access-tokens.ts";
import { base32, isTotp, totp } from "./totp.ts";

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

  /** The emails that the auth service sends from a template, by the CLI's names (https://supabase.com/docs/guides/cli/config). */
  const EMAILS = ["confirmation", "email_change", "invite", "magic_link", "reauthentication", "recovery"];

  test("account emails link only to APP_URL", () => {
    expect(value("auth", "site_url")).toBe('"env(APP_URL)"');
    expect(value("auth", "additional_redirect_urls")).toBe("[]");
  });

  test.each(EMAILS)("sets our template for the %s email", (email) => {
    const path = JSON.parse(value(`auth.email.template.${email}`, "content_path") ?? '""');
    expect(existsSync(join(root, path)) && path).toMatch(/^\.\/supabase\/templates\/[\w-]+\.html$/);
  });

  test("sets nothing that a free project refuses", () => {
    expect([...sections.keys()]).not.toContain("auth.sessions");
  });

  test("reads only variables that .env.example explains", () => {
    const names = [...config.matchAll(/"env\((\w+)\)"/g)].map(([, name]) => name);
    expect(names).toContain("AUTH_SMTP_HOST");
    const explained = read(".env.example");
    expect(names.filter((name) => !explained.includes(`\n${name}=`))).toEqual([]);
  });
});

describe("access tokens", () => {
  const CLAIMS = { sub: "1", role: "authenticated" };
  const bearing = (token: string) =>
    new Request("http://127.0.0.1/", { headers: { authorization: `Bearer ${token}` } });

  test("of a project with a shared secret reach the service behind unchanged", async () => {
    const secret = "a-shared-secret-of-at-least-32-characters";
    const tokens = new AccessTokens(secret);
    const token = await tokens.sign(CLAIMS);
    expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(tokens).toMatchObject({ serviceSecret: secret, published: { keys: [] } });
    await expect(tokens.verify(token)).resolves.toEqual(CLAIMS);
    const request = await tokens.translate(bearing(token));
    expect(request.headers.get("authorization")).toBe(`Bearer ${token}`);
  });

  test("of a key pair are translated once for the service behind", async () => {
    const tokens = new AccessTokens(SANDBOX_KEYS.signingKey);
    const token = await tokens.sign(CLAIMS);
    const [first, second] = [await tokens.translate(bearing(token)), await tokens.translate(bearing(token))];
    const translated = first.headers.get("authorization")?.replace("Bearer ", "") ?? "";
    expect(second.headers.get("authorization")).toBe(`Bearer ${translated}`);
    await expect(new AccessTokens(tokens.serviceSecret).verify(translated)).resolves.toEqual(CLAIMS);
    await expect(tokens.verify(translated)).rejects.toThrow();
  });
});

describe("totp", () => {
  /** The key and the codes of RFC 6238, appendix B: the last six of its eight digits. */
  const KEY = base32(Buffer.from("12345678901234567890"));

  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("after %d seconds the code is %s", (seconds, code) => {
    expect(totp(KEY, seconds * 1000)).toBe(code);
  });

  test("a code counts in its own thirty seconds, and in those before and after", () => {
    const code = totp(KEY, 600_000);
    const times = [540, 570, 600, 659.9, 660].map((seconds) => isTotp(KEY, code, seconds * 1000));
    expect(times).toEqual([false, true, true, true, false]);
    expect(["", "28708", "2870822", "abcdef"].map((text) => isTotp(KEY, text, 59_000))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
