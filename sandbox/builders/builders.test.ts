import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleMails } from "@/sandbox/builders/mail";

describe("mail", () => {
  /** What can be turned off, by how its sample is called. */
  const OPTIONAL = /^order: (no news|(first|last) reminder)$/;

  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

  // `npm run mail:preview` runs this test with MAIL_PREVIEW set: then the mails are written to that folder as well.
  test("every mail: fits a phone, follows light and dark, loads nothing, keeps hostile text as text", async () => {
    // Before the days that their batches are promised by.
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:00:00Z"));
    const mails = await sampleMails();
    expect(mails).toHaveLength(61);
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
