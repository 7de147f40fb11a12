import { createTransport } from "nodemailer";
import { site } from "@/lib/base/site";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { mailMessage } from "@/lib/email/outbox/mail-message";
import { renderOrderConfirmation } from "@/lib/email/render-order-confirmation";
import { anOrder } from "@/sandbox/builders/order-builder";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const links = {
  trackUrl: "https://www.example.com/track/abc",
  labelUrl: "https://www.example.com/orders/1/label?link=1.x",
  slipUrl: "https://www.example.com/orders/1/slip?link=1.x",
  printDays: 30,
};
const sender = { from: "SlabRelay <orders@example.com>", appUrl: origins.appUrl };

const ATTACKS = [
  "\r\nBcc: victim@evil.test",
  "\nBcc: victim@evil.test\n\n<h1>owned</h1>",
  "\rX-Evil: 1",
  "%0d%0aBcc: victim@evil.test",
  "\u2028Bcc: victim@evil.test",
  "\u0085Subject: other\u000b\u000c",
  "=?utf-8?Q?=0D=0ABcc:_victim@evil.test?=",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><a href="https://evil.test/">click</a>',
  "'><style>*{display:none}</style>",
  "</td></tr></table></body></html><h1>owned</h1>",
  "<!-- --><![CDATA[<b>]]>",
  "{{ .SiteURL }} #{7*7} {{constructor.constructor('x')()}}",
  "&lt;b&gt; &#60;b&#62; &quot;",
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
  "\u202egnp.exe\u202c \u2066hidden\u2069 \u200b\ufeff",
  "\ud800 lone surrogate \udc00",
  "victim@evil.test, other@evil.test",
  "victim@evil.test> <other@evil.test",
  ".\r\nQUIT\r\nMAIL FROM:<a@evil.test>\r\n",
];
const WRAPPED = ATTACKS.flatMap((attack) => [attack, `Jane ${attack}`]);

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
const cases = Object.keys(fields).flatMap((field) => WRAPPED.map((attack) => [field, attack] as const));

/** The mail on its way out: its lines as the mail server gets them, and its HTML before it is encoded. */
async function compose(changes: Partial<OrderForEmail>) {
  const about = { order: anOrder(), email: "jane@example.org", full_name: "Jane", is_guest: false };
  const mail = await renderOrderConfirmation({ ...about, ...changes }, origins, links);
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

test(`there are at least 300 attacks (${cases.length})`, () => {
  expect(cases.length).toBeGreaterThanOrEqual(300);
});

test.each(cases)("%s %j changes no header, no tag, no link and no recipient", async (field, attack) => {
  const changes = fields[field]?.(attack) ?? {};
  if (field === "e-mail") return expect(compose(changes)).rejects.toThrow("no usable e-mail address");

  const hasPlace = field === "notes" || field === "return address";
  const plain = await compose(hasPlace ? (fields[field]?.("plain") ?? {}) : {});
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
