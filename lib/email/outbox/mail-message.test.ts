import {
  allowedUrl,
  cleanLines,
  mailAddress,
  mailChoices,
  mailMessage,
  oneLine,
} from "@/lib/email/outbox/mail-message";

const mail = {
  to: { address: "jane@example.org", name: "Jane\r\nBcc: x@evil.test" },
  subject: "Hello\nBcc: x@evil.test",
  html: "<p>Hello</p>",
  text: "Hello",
};
const sender = { from: "SlabRelay <orders@example.com>", appUrl: "https://www.example.com" };

test("derives the Message-ID from the key and keeps each header on one line", () => {
  expect(mailMessage(mail, "order_confirmation:1234", sender)).toMatchObject({
    to: { address: "jane@example.org", name: "Jane Bcc: x@evil.test" },
    subject: "Hello Bcc: x@evil.test",
    messageId: "<order_confirmation.1234@www.example.com>",
    headers: { "Idempotency-Key": "order_confirmation:1234", "Auto-Submitted": "auto-generated" },
  });
});

test("adds unsubscribe headers to optional emails only", () => {
  const choices = mailChoices("t".repeat(86), "https://www.example.com");
  const address = `https://www.example.com/api/mail/${"t".repeat(86)}/off`;
  expect(choices).toEqual({
    pageUrl: `https://www.example.com/mail/${"t".repeat(86)}`,
    oneClickUrl: address,
  });
  const optional = mailMessage({ ...mail, ...(choices ? { choices } : {}) }, "late:1", sender);
  expect(optional.list).toEqual({ unsubscribe: address });
  expect(optional.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  const other = mailMessage(mail, "late:1", sender);
  expect(other.list).toBeUndefined();
  expect(other.headers).not.toHaveProperty("List-Unsubscribe-Post");
  expect(mailChoices(undefined, "https://www.example.com")).toBeUndefined();
});

test("disables nodemailer's file and URL access", () => {
  expect(mailMessage(mail, "k", sender)).toMatchObject({
    disableFileAccess: true,
    disableUrlAccess: true,
    textEncoding: "quoted-printable",
  });
});

test.each([
  ["http://127.0.0.1:3000/orders/1", "http://127.0.0.1:3000/orders/1"],
  ["https://127.0.0.1:3000/orders/1", null],
])("maps the link %j to %j on a site without HTTPS", (url, allowed) => {
  expect(allowedUrl(url, "http://127.0.0.1:3000")).toBe(allowed);
});

test.each([
  ["https://user@pay.example.com/receipts/1", null],
  ["https://pay.example.com/receipts/1?s=ap", "https://pay.example.com/receipts/1?s=ap"],
  ["http://pay.example.com/receipts/1", null],
  ["https://pay.example.com.evil.test/receipts/1", null],
  ["javascript:alert(1)//https://pay.example.com/", null],
  [null, null],
])("maps the link %j to %j", (url, allowed) => {
  expect(allowedUrl(url, "https://pay.example.com")).toBe(allowed);
});

test.each([[null], ["jane"], ["a@b.test, c@d.test"], ["a@b.test\r\nBcc: c@d.test"]])(
  "rejects the recipient %j",
  (address) => {
    expect(() => mailAddress(address, null)).toThrow("no usable email address");
  },
);

test("trims an address and cuts a name to one line of 100 characters", () => {
  const name = `Jane\n${"x".repeat(200)}`;
  expect(mailAddress(" jane@example.org ", name)).toEqual({
    address: "jane@example.org",
    name: `Jane ${"x".repeat(95)}`,
  });
});

test("removes control and direction characters but keeps a note's line breaks", () => {
  expect(oneLine("\u202egnp.exe\u202c  a\r\nb\u0000")).toBe("gnp.exe a b");
  expect(cleanLines("\r\n a\u2028b\r\n\r\nc\u200b \n")).toEqual(["a", "b", "", "c"]);
});
