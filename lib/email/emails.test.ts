import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { site } from "@/lib/base/site";
import { accessEmails } from "@/lib/email/access-emails";
import { accountEmails } from "@/lib/email/account-emails";
import { renderEmail } from "@/lib/email/layout/render-email";
import type { OrderFacts } from "@/lib/email/load-order-facts";
import { membershipEmail, membershipEmails } from "@/lib/email/membership-emails";
import { moneyEmails } from "@/lib/email/money-emails";
import { type OrderEmailKind, orderEmail } from "@/lib/email/order-emails";
import { partOf } from "@/lib/email/order-facts";
import { mailChoices, mailMessage } from "@/lib/email/outbox/mail-message";
import { emailKinds, optionalEmails } from "@/lib/email/render-outbox-mail";
import { sendSubmissionEmailSchema } from "@/lib/email/schema";
import { emailFacts, sampleAuthEmails, sampleEmails } from "@/sandbox/builders/emails";
import { aMembership } from "@/sandbox/builders/membership";

describe("every email", () => {
  test.each(sampleEmails().map(({ name, content }) => [name, content] as const))("%s", async (_, content) => {
    const { to, subject, text } = await renderEmail(content);
    const body = (text.split("\nQuestions?")[0] ?? "").split(/\n+/).filter((line) => line !== site.name);
    const reason = text.trim().split("\n").at(-1);
    expect([`${to.name} <${to.address}>: ${subject}`, ...body, reason].join("\n")).toMatchSnapshot();
  });

  test("has a sample of each kind", () => {
    expect(new Set(sampleEmails().map(({ kind }) => kind))).toEqual(new Set(emailKinds));
  });

  test("belongs to exactly one table", () => {
    const kinds = [moneyEmails, accessEmails, membershipEmails, accountEmails].flatMap(Object.keys);
    expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
  });

  test("formats large counts", () => expect(partOf(1200, 2000)).toBe("1,200 of 2,000 cards"));

  // `npm run mail:preview` sets MAIL_PREVIEW to also write the emails to that folder.
  test("fits phones, supports light and dark mode, loads nothing and escapes hostile text", async () => {
    const hostile = `<img src=x onerror=alert(1)> ${"Wolfeschlegelsteinhausen".repeat(4)}`;
    const samples = sampleEmails({ title: `<b>${"x".repeat(57)}</b>` }, { full_name: hostile });
    const emails = await renderAll(samples);
    const auth = await sampleAuthEmails();
    for (const { html } of [...emails, ...auth]) {
      expect(html).toMatch(/^<!doctype html><html[^>]* lang="en"/);
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
      expect(html).toContain('name="color-scheme" content="light dark"');
      expect(html).toContain("@media (prefers-color-scheme:dark)");
      expect(html).toContain("@media (max-width:480px)");
      expect(html).not.toMatch(
        /<(script|img|link|iframe|object|form|video|b)\b|url\(|@import|@font-face|\{\{|undefined|NaN/i,
      );
      // Gmail cuts off longer emails.
      expect(html.length).toBeLessThan(100_000);
    }
    for (const { html, text } of emails) {
      expect(`${html} ${text}`).not.toMatch(/e-mail/i);
      expect(text).toContain(site.contactEmail);
    }
    if (process.env.MAIL_PREVIEW)
      writePreview(process.env.MAIL_PREVIEW, [...(await renderAll(sampleEmails())), ...auth]);
  });

  test("has a row with its class in the docs", () => {
    const rows = [
      ...readFileSync("docs/architecture.md", "utf8").matchAll(/^\| \*\*(\w+)\*\* \| (\w+) \|/gm),
    ];
    const classes = emailKinds.map((kind) => [kind, optionalEmails.includes(kind) ? "optional" : "always"]);
    expect(Object.fromEntries(rows.map(([, kind, its]) => [kind, its]))).toEqual(Object.fromEntries(classes));
  });

  test("links the email choices when it is optional", async () => {
    const [sample] = sampleEmails().filter(({ kind }) => kind === "no_news");
    const choices = mailChoices("m".repeat(86), "https://slabrelay.test");
    if (!sample || !choices) throw new Error("no sample");
    expect((await renderEmail(sample.content, choices)).html).toContain(choices.pageUrl);
    expect((await renderEmail(sample.content)).html).not.toContain("/mail/");
  });
});

describe("refuses an email that is no longer true", () => {
  test.each<[OrderEmailKind, Parameters<typeof emailFacts>[0], object, string]>([
    ["order_confirmation", { payment_status: "failed" }, {}, "failed, not paid"],
    ["payment_pending", {}, {}, "paid, not pending"],
    ["ship_reminder", { arrived_at: "2026-11-20T10:00:00Z" }, { nth: 1 }, "no longer expected"],
    ["order_arrived", {}, {}, "not here"],
    ["check_in_receipt", {}, { told_before: null, expected: 12 }, "not counted"],
    ["order_sent", { submission_status: "received" }, {}, "no longer applies"],
    ["order_graded", { submission_status: "grading" }, {}, "no longer applies"],
    ["order_returned", { submission_status: "graded" }, {}, "not sent"],
    ["order_delivered", { submission_status: "completed" }, {}, "not delivered"],
    ["canceled_arrived", { arrived_at: "2026-11-20T10:00:00Z" }, {}, "not canceled"],
    ["late", { promised_to: "2026-12-14" }, {}, "not late"],
    ["adjustment_proposed", {}, {}, "the question was deleted"],
    ["cancel_declined", { payment_status: "canceled" }, { words: null }, "is canceled"],
  ])("throws for %s with %j", (kind, columns, payload, why) => {
    expect(() => orderEmail(kind, emailFacts(columns), payload)).toThrow(why);
  });

  test("throws for a membership that has changed", () => {
    const ids = { user_id: "1", stripe_subscription_id: "sub_1", stripe_customer_id: "cus_1" };
    const owner = { email: "jane@example.org", full_name: null };
    const active = { ...owner, subscription: { ...aMembership(), ...ids } };
    for (const kind of [
      "membership_payment_failed",
      "membership_ending",
      "membership_change_planned",
    ] as const)
      expect(() => membershipEmail(kind, active, "https://a.test")).toThrow("no longer applies");
    expect(() =>
      membershipEmail("membership_kept", { ...owner, subscription: null }, "https://a.test"),
    ).toThrow("deleted");
  });

  test("throws without a usable recipient", () => {
    const settings = { appUrl: "https://a.test", alertEmail: undefined };
    expect(() => orderEmail("order_confirmation", emailFacts({}, { email: null }), {})).toThrow(
      "no usable email address",
    );
    expect(() => accountEmails.stuck_photos({ count: 1, path: "a" }, settings)).toThrow(
      "no usable email address",
    );
  });
});

describe("hostile text in an email", () => {
  const fields: Record<string, (value: string) => [Parameters<typeof emailFacts>[0], Partial<OrderFacts>]> = {
    "batch id": (batch_id) => [{ batch_id }, {}],
    title: (title) => [{ title }, {}],
    name: (full_name) => [{}, { full_name }],
    "return address": (text) => [
      { return_address: { full_name: text, address_line1: text, city: text, country: text } },
      {},
    ],
    "receipt address": (receipt_url) => [{ receipt_url }, {}],
    "e-mail": (email) => [{}, { email }],
  };
  const attacks: Record<string, string[]> = {
    "batch id": [
      "\r\nBcc: victim@evil.test",
      "\u2028Bcc: victim@evil.test",
      "=?utf-8?Q?=0D=0ABcc:_victim@evil.test?=",
      "<script>alert(1)</script>",
    ],
    title: [
      '"><a href="https://evil.test/">click</a>',
      "</td></tr></table></body></html><h1>owned</h1>",
      "{{ .SiteURL }} #{7*7} {{constructor.constructor('x')()}}",
      "\u202egnp.exe\u202c \u2066hidden\u2069 \u200b\ufeff",
      ".\r\nQUIT\r\nMAIL FROM:<a@evil.test>\r\n",
    ],
    name: ["\r\nBcc: victim@evil.test", "victim@evil.test> <other@evil.test", "\ud800 lone surrogate \udc00"],
    "return address": ["'><style>*{display:none}</style>", "\nBcc: victim@evil.test\n\n<h1>owned</h1>"],
    "receipt address": [
      "javascript:alert(1)",
      "https://pay.slabrelay.test.evil.test/receipts/1",
      "https://pay.slabrelay.test@evil.test/receipts/1",
      "https:/\\evil.test/receipts/1",
      "http://pay.slabrelay.test/receipts/1",
    ],
    "e-mail": ["jane@example.org\rX-Evil: 1", "victim@evil.test> <other@evil.test"],
  };
  const cases = Object.entries(attacks).flatMap(([field, texts]) =>
    texts.map((text) => [field, text] as const),
  );
  const canceledHere = { payment_status: "canceled", arrived_at: "2026-11-20T10:00:00Z" } as const;
  const sender = { from: "SlabRelay <orders@example.com>", appUrl: "https://slabrelay.test" };

  async function compose(field: string, value: string) {
    const [columns, changes] = fields[field]?.(value) ?? [{}, {}];
    // The confirmation email has no return address.
    const isAddress = field === "return address";
    const mail = await renderEmail(
      isAddress
        ? orderEmail("canceled_arrived", emailFacts({ ...canceledHere, ...columns }, changes), {})
        : orderEmail("order_confirmation", emailFacts(columns, changes), {}),
    );
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message, envelope } = await transport.sendMail(mailMessage(mail, "order_confirmation:1", sender));
    const [head = ""] = message.toString().split("\r\n\r\n");
    const headers = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
    return { mail, names: headers.map((line) => line.split(":")[0]?.toLowerCase()), envelope };
  }
  const tagsOf = (html: string) =>
    [...html.matchAll(/<([a-z/]+)/g)].map(([, tag]) => tag).filter((tag) => tag !== "br" && tag !== "br/");
  const linksOf = (html: string) =>
    [...html.matchAll(/\b(?:href|src|action|background)="([^"]*)"/g)].map(([, url]) => url);

  test.each(cases)("keeps headers, tags, links and recipient unchanged for %s %j", async (field, attack) => {
    if (field === "e-mail") return expect(compose(field, attack)).rejects.toThrow("no usable email address");
    // No attack string is a valid receipt URL, so the email has no receipt button.
    const plain = await compose(field, field === "receipt address" ? "" : "plain");
    const attacked = await compose(field, attack);
    expect(attacked.names).toEqual(plain.names);
    expect(attacked.envelope).toEqual({ from: "orders@example.com", to: ["jane@example.org"] });
    expect(tagsOf(attacked.mail.html)).toEqual(tagsOf(plain.mail.html));
    expect(linksOf(attacked.mail.html)).toEqual(linksOf(plain.mail.html));
    expect(attacked.mail.subject + attacked.mail.to.name).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    expect(attacked.mail.html + attacked.mail.text).not.toMatch(/[\r\u2028\u202e\u2066]/u);
  });
});

describe("the body of sendSubmissionEmail", () => {
  test("keeps only the batch ID and drops a caller's recipient or link", () => {
    const body = { batchId: "BATCH-ABCDEFGH-2345", to: "victim@example.com", link: "https://evil.test" };
    expect(sendSubmissionEmailSchema.parse(body)).toEqual({ batchId: "BATCH-ABCDEFGH-2345" });
  });

  test("rejects a body without a batch ID", () => {
    expect(sendSubmissionEmailSchema.safeParse({ batchId: "" }).error?.issues[0]?.message).toBe(
      "Which batch is this about?",
    );
  });
});

const renderAll = (samples: ReturnType<typeof sampleEmails>) =>
  Promise.all(samples.map(async ({ name, content }) => ({ name, ...(await renderEmail(content)) })));

type Rendered = { name: string; subject: string; html: string; text?: string };

function writePreview(folder: string, emails: Rendered[]): void {
  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  mkdirSync(folder, { recursive: true });
  const entries = emails.map(({ name, subject, html, text }) => {
    const file = `${name.replace(/\W+/g, "-")}.html`;
    writeFileSync(join(folder, file), html);
    return `<section><h2><a href="${file}">${name}</a>: ${escaped(subject)}</h2><div>
      <iframe src="${file}" width="600" height="900" title="${name}"></iframe>
      <iframe src="${file}" width="390" height="900" title="${name}, on a phone"></iframe>
      <pre>${escaped(text ?? "The auth service writes the plain text.")}</pre></div></section>`;
  });
  const style =
    ":root{color-scheme:light dark;font:15px system-ui}div{display:flex;gap:16px;overflow:auto}pre{min-width:30rem}";
  const head = `<!doctype html><meta charset="utf-8"><title>Emails</title><style>${style}</style>`;
  writeFileSync(join(folder, "index.html"), `${head}<h1>Emails</h1>${entries.join("\n")}`);
}
