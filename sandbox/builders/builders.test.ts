import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { daysSince } from "@/lib/base/business-date";
import { sampleMails } from "@/sandbox/builders/mail";
import { sandboxNamed } from "./named-sandbox.ts";
import { noonDaysAgo } from "./noon-days-ago";

describe("mail", () => {
  /** What can be turned off, by how its sample is called. */
  const OPTIONAL =
    /^(check-in: .*|order: (on its way back.*|(part )?arrived|(number )?sent|graded|no news.*|canceled, and here.*|(first|last) reminder|late.*|correction))$/;

  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

  // `npm run mail:preview` runs this test with MAIL_PREVIEW set: then the mails are written to that folder as well.
  test("every mail: fits a phone, follows light and dark, loads nothing, keeps hostile text as text", async () => {
    // Before the days that their batches are promised by.
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:00:00Z"));
    const mails = await sampleMails();
    expect(mails).toHaveLength(67);
    for (const { html, text } of mails) {
      expect(html).toContain('name="viewport"');
      expect(html).toContain('name="color-scheme" content="light dark"');
      expect(html).toContain("@media (prefers-color-scheme:dark)");
      expect(html).toContain("@media (max-width:480px)");
      expect(html).not.toMatch(
        /<(script|img|link|iframe|object|form|video|b)\b|url\(|@import|\{\{|undefined|NaN/i,
      );
      expect(`${html} ${text}`).not.toMatch(/e-mail/i);
      if (text !== null) expect(text).toMatch(/support@slabrelay\.test/);
    }
    for (const { name, html, choices } of mails) {
      expect([name, html.includes("Choose which emails you get")]).toEqual([name, OPTIONAL.test(name)]);
      expect([name, choices !== undefined]).toEqual([name, OPTIONAL.test(name)]);
    }
    const folder = process.env.MAIL_PREVIEW;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const fileOf = (name: string) => `${name.replace(/[^a-zA-Z-]+/g, "-")}.html`;
    expect(new Set(mails.map(({ name }) => fileOf(name))).size).toBe(mails.length);
    const entries = mails.map(({ name, subject, html, text }) => {
      const file = fileOf(name);
      writeFileSync(join(folder, file), html);
      return `<section><h2><a href="${file}">${name}</a>: ${escaped(subject)}</h2><div>
      <iframe src="${file}" width="600" height="900" title="${name}"></iframe>
      <iframe src="${file}" width="390" height="900" title="${name}, on a phone"></iframe>
      <pre>${escaped(text ?? "The auth service writes the plain text.")}</pre></div></section>`;
    });
    const style =
      ":root{color-scheme:light dark;font:15px system-ui}div{display:flex;gap:16px;overflow:auto}pre{min-width:30rem}";
    const head = `<!doctype html><meta charset="utf-8"><title>Mails</title><style>${style}</style>`;
    writeFileSync(join(folder, "index.html"), `${head}<h1>Mails</h1>${entries.join("\n")}`);
  });
});

describe("named sandbox", () => {
  const settings = {
    APP_URL: "http://localhost:1",
    MAILBOX_URL: "http://localhost:2",
    SANDBOX_DATABASE_URL: "postgres://localhost:3",
    SMTP_URL: "smtp://localhost:4",
    STRIPE_API_URL: "http://localhost:5",
    SUPABASE_URL: "http://localhost:6",
    CRON_SECRET: "cron",
  };
  const all = { confirming: settings, clock: settings };

  afterEach(() => {
    delete process.env.TEST_SANDBOXES;
  });

  test("a sandbox's settings are found by its name, those that only its app reads among them", () => {
    process.env.TEST_SANDBOXES = JSON.stringify({ ...all, clock: { ...settings, APP_URL: "http://clock" } });
    expect(sandboxNamed("clock")).toEqual({ ...settings, APP_URL: "http://clock" });
    expect(sandboxNamed("confirming").CRON_SECRET).toBe("cron");
  });

  test("without any it says what to do", () => {
    expect(() => sandboxNamed("clock")).toThrow("run the file by `npm test -- e2e FILE`");
  });

  test("a sandbox or a setting that is missing is named", () => {
    process.env.TEST_SANDBOXES = JSON.stringify({ confirming: settings });
    expect(() => sandboxNamed("clock")).toThrow('no sandbox with the name "clock"');
    process.env.TEST_SANDBOXES = JSON.stringify({ ...all, clock: { ...settings, MAILBOX_URL: undefined } });
    expect(() => sandboxNamed("clock")).toThrow("MAILBOX_URL");
  });
});

describe("noon days ago", () => {
  test.each(["2026-11-27T04:20:00Z", "2026-11-27T05:20:00Z", "2026-03-20T03:59:00Z", "2026-07-01T12:00:00Z"])(
    "thirty days before %s are thirty days of the calendar, though the clocks were changed",
    (now) => {
      jest.useFakeTimers({ now: Date.parse(now) });
      expect(daysSince(noonDaysAgo(30).toISOString(), Date.now())).toBe(30);
    },
  );
  afterEach(() => jest.useRealTimers());
});
