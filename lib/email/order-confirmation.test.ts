import { createTransport } from "nodemailer";
import { receivingAddress } from "@/lib/base/receiving-address";
import { site } from "@/lib/base/site";
import { renderOrderConfirmation } from "@/lib/email/order-confirmation";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { mailMessage } from "@/lib/email/outbox/mail-message";
import { anOrder } from "@/sandbox/builders/order";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };

const order = anOrder({
  batch_id: "BATCH-MGX2K9QW-7F3K",
  user_id: "00000000-0000-4000-8000-000000000002",
  plan_type: "pro",
  num_cards: 12,
  rate_cents: 2200,
  grading_fee: 264,
  total_paid: 264,
  notes: "Two in top loaders.\r\nKeep the sleeves.",
  receipt_url: "https://pay.example.com/receipts/abc?s=ap",
  return_address: {
    full_name: "Jane Collector",
    address_line1: "5 Elm Street",
    city: "Austin",
    country: "US",
  },
});
const links = {
  trackUrl: "https://www.example.com/track/tok",
  labelUrl: "https://www.example.com/orders/1/label?link=1.x",
  slipUrl: "https://www.example.com/orders/1/slip?link=1.x",
  printDays: 30,
  claimLink: "claim-link",
};
const about: OrderForEmail = {
  order,
  email: "jane@example.org",
  full_name: "Jane Collector",
  is_guest: false,
};

const render = (changes: Partial<OrderForEmail> = {}) =>
  renderOrderConfirmation({ ...about, ...changes }, origins, links);
const renderWith = (fields: Parameters<typeof anOrder>[0]) => render({ order: { ...order, ...fields } });

test.each([
  ["12 cards", { num_cards: 12 }, "Payment received: BATCH-MGX2K9QW-7F3K (12 cards)"],
  ["one card", { num_cards: 1 }, "Payment received: BATCH-MGX2K9QW-7F3K (1 card)"],
  ["many cards", { num_cards: 9999 }, "Payment received: BATCH-MGX2K9QW-7F3K (9,999 cards)"],
  ["an imported order", { batch_id: null }, "Payment received: ORDER-00000000 (12 cards)"],
])("subject of %s", async (_, fields, subject) => {
  expect((await renderWith(fields)).subject).toBe(subject);
});

test.each([
  ["batch id", "BATCH-MGX2K9QW-7F3K"],
  ["order type", "Serious Collector"],
  ["number of cards", "12 cards"],
  ["rate per card", "$22.00"],
  ["total", "$264.00"],
  ["how the total came about", "12 × $22.00"],
  ["payment status", "Paid"],
  ["day", "November 1, 2026"],
  ["first line of the notes", "Two in top loaders."],
  ["second line of the notes", "Keep the sleeves."],
  ["receipt", "https://pay.example.com/receipts/abc?s=ap"],
  ["receiving address", receivingAddress.line1],
  ["label outside", "Write the batch ID on the outside of the package"],
  ["note: full name", "Full name: Jane Collector"],
  ["note: email", "Email: jane@example.org"],
  ["note: batch", "Batch ID: BATCH-MGX2K9QW-7F3K"],
  ["note: total", "Total paid: $264.00"],
  ["turnaround, counted from check-in", "about 2-3 weeks, counted from check-in"],
  ["dashboard", "https://www.example.com/dashboard"],
  ["track link", links.trackUrl],
  ["label link", links.labelUrl],
  ["slip link", links.slipUrl],
  ["days that label and slip open", "without signing in for 30 days"],
  ["return address", "5 Elm Street"],
  ["whom to ask", site.contactEmail],
])("text and HTML say the %s", async (_, words) => {
  const { text, html } = await render();
  expect(text).toContain(words);
  expect(html).toContain(words);
});

test("a guest is led to the sign-up past the choice of a plan, and on to the dashboard", async () => {
  const { text } = await render({ is_guest: true });
  expect(text).toContain("https://www.example.com/signup?plan=free&next=%2Fdashboard");
});

test("what was paid in the evening was paid on that day", async () => {
  const { text } = await renderWith({ paid_at: "2026-09-15T00:30:00Z" });
  expect(text).toContain("September 14, 2026");
});

test("a guest is asked to create an account, and is linked no dashboard", async () => {
  const { text, html, to } = await render({ is_guest: true, full_name: null });
  expect(to).toEqual({ address: "jane@example.org", name: "" });
  for (const part of [text, html]) {
    expect(part).toContain("https://www.example.com/signup");
    expect(part).not.toContain("https://www.example.com/dashboard");
    expect(part).toContain("Full name: (your full name)");
  }
});

test("a link that its owner has ended, and an address that is not known, leave no empty places", async () => {
  const mail = await renderOrderConfirmation(
    { ...about, order: { ...order, return_address: null } },
    origins,
    { ...links, trackUrl: null },
  );
  for (const part of [mail.text, mail.html]) expect(part).not.toMatch(/Track this batch|Return address/);
});

test("without notes and receipt there are no empty places for them", async () => {
  const { text, html } = await renderWith({ notes: "  ", receipt_url: null });
  for (const part of [text, html]) expect(part).not.toMatch(/Notes|receipt/i);
});

test.each(["unpaid", "pending", "failed", "canceled"] as const)(
  "an order that is %s is not confirmed",
  async (payment_status) => {
    await expect(renderWith({ payment_status })).rejects.toThrow(`the order is ${payment_status}, not paid`);
  },
);

test.each([[null], [""], ["jane"], ["a@b.test, c@d.test"], ["<a@b.test>"], ["a@b.test\r\nBcc: c@d.test"]])(
  "%j is nobody to write to",
  async (email) => {
    await expect(render({ email })).rejects.toThrow("no usable e-mail address");
  },
);

test("reads in the dark, on a phone, and without loading anything", async () => {
  const { html } = await render();
  expect(html).toMatch(/^<!doctype html><html[^>]* lang="en"/);
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain("@media (prefers-color-scheme:dark)");
  expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
  expect(html).not.toMatch(/<(script|img|link|iframe|object|form|video)\b|url\(|@import|@font-face/i);
  // Longer mails are cut off by Gmail.
  expect(html.length).toBeLessThan(100_000);
});

const plainOrder = { order: anOrder(), email: "jane@example.org", full_name: "Jane", is_guest: false };
const sender = { from: "SlabRelay <orders@example.com>", appUrl: origins.appUrl };

const fields: Record<string, (value: string) => Partial<OrderForEmail>> = {
  "batch id": (batch_id) => ({ order: anOrder({ batch_id }) }),
  notes: (notes) => ({ order: anOrder({ notes }) }),
  name: (full_name) => ({ full_name }),
  "return address": (text) => ({
    order: anOrder({ return_address: { full_name: text, address_line1: text, city: text, country: text } }),
  }),
  "receipt address": (receipt_url) => ({ order: anOrder({ receipt_url }) }),
  "e-mail": (email) => ({ email }),
};
/** By field what could do harm there: in a header, in HTML, as an address or as a link. */
const attacks: Record<string, string[]> = {
  "batch id": [
    "\r\nBcc: victim@evil.test",
    "Jane \nBcc: victim@evil.test\n\n<h1>owned</h1>",
    "\rX-Evil: 1",
    "%0d%0aBcc: victim@evil.test",
    "\u2028Bcc: victim@evil.test",
    "\u0085Subject: other\u000b\u000c",
    "=?utf-8?Q?=0D=0ABcc:_victim@evil.test?=",
    "<script>alert(1)</script>",
  ],
  notes: [
    "Jane <img src=x onerror=alert(1)>",
    '"><a href="https://evil.test/">click</a>',
    "</td></tr></table></body></html><h1>owned</h1>",
    "&lt;b&gt; &#60;b&#62; &quot;",
    "{{ .SiteURL }} #{7*7} {{constructor.constructor('x')()}}",
    "\u202egnp.exe\u202c \u2066hidden\u2069 \u200b\ufeff",
    ".\r\nQUIT\r\nMAIL FROM:<a@evil.test>\r\n",
  ],
  name: [
    "\r\nBcc: victim@evil.test",
    "Jane \u2028Bcc: victim@evil.test",
    "victim@evil.test> <other@evil.test",
    "victim@evil.test, other@evil.test",
    "\ud800 lone surrogate \udc00",
    "<!-- --><![CDATA[<b>]]>",
  ],
  "return address": [
    "'><style>*{display:none}</style>",
    "Jane <script>alert(1)</script>",
    "\nBcc: victim@evil.test\n\n<h1>owned</h1>",
  ],
  "receipt address": [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//https://pay.example.com/",
    "data:text/html,<script>alert(1)</script>",
    "https://pay.example.com.evil.test/receipts/1",
    "https://pay.example.com@evil.test/receipts/1",
    "https://evil.test#https://pay.example.com/",
    "//evil.test/receipts/1",
    "\\\\evil.test\\share",
    "https:/\\evil.test/receipts/1",
    "http://pay.example.com/receipts/1",
    "https://user:pass@pay.example.com/receipts/1",
    "file:///etc/passwd",
    '"><a href="https://evil.test/">click</a>',
  ],
  "e-mail": [
    "jane@example.org\rX-Evil: 1",
    "victim@evil.test> <other@evil.test",
    "victim@evil.test, other@evil.test",
  ],
};
const cases = Object.entries(attacks).flatMap(([field, texts]) =>
  texts.map((text) => [field, text] as const),
);

/** The mail on its way out: its lines as the mail server gets them, and its HTML before it is encoded. */
async function compose(changes: Partial<OrderForEmail>) {
  const mail = await renderOrderConfirmation({ ...plainOrder, ...changes }, origins, links);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message, envelope } = await transport.sendMail(mailMessage(mail, "order_confirmation:1", sender));
  const [head = ""] = message.toString().split("\r\n\r\n");
  const headers = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return { mail, headers, envelope };
}

const tagsOf = (html: string) =>
  [...html.matchAll(/<([^\s>]*)/g)].map((match) => match[1]).filter((tag) => tag !== "br" && tag !== "br/");
const linksOf = (html: string) =>
  [...html.matchAll(/\b(?:href|src|action|background)="([^"]*)"/g)].map((match) => match[1] ?? "");
const namesOf = (headers: string[]) => headers.map((line) => line.split(":")[0]?.toLowerCase());

/** By field the mail that an attacked one is compared with. */
const plainMails: Record<string, ReturnType<typeof compose>> = {};

test.each(cases)("%s %j changes no header, no tag, no link and no recipient", async (field, attack) => {
  const changes = fields[field]?.(attack) ?? {};
  if (field === "e-mail") return expect(compose(changes)).rejects.toThrow("no usable e-mail address");

  const hasPlace = field === "notes" || field === "return address";
  plainMails[field] ??= compose(hasPlace ? (fields[field]?.("plain") ?? {}) : {});
  const plain = await plainMails[field];
  const attacked = await compose(changes);
  expect(namesOf(attacked.headers)).toEqual(namesOf(plain.headers));
  expect(attacked.envelope).toEqual({ from: "orders@example.com", to: ["jane@example.org"] });
  // No payload is a good receipt address, so not even its button may appear.
  expect(tagsOf(attacked.mail.html)).toEqual(tagsOf(plain.mail.html));
  const { labelUrl, slipUrl, trackUrl } = links;
  const linked = [
    labelUrl,
    slipUrl,
    trackUrl,
    "https://www.example.com/dashboard",
    `mailto:${site.contactEmail}`,
  ];
  expect(linksOf(attacked.mail.html)).toEqual(linked);
  expect(attacked.mail.subject + attacked.mail.to.name).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
  expect(attacked.mail.html + attacked.mail.text).not.toMatch(/[\r\u2028\u202e\u2066]/u);
});
