import type { SendMailOptions } from "nodemailer";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import type { ReturnAddress } from "@/lib/orders/order";
import { parcelLines } from "@/lib/orders/print/print";

export type Mail = {
  to: { address: string; name: string };
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** Where the recipient turns off optional emails. Missing in emails that are always sent. */
  choices?: MailChoices;
};

export type MailChoices = { pageUrl: string; oneClickUrl: string };

/** Returns where the recipient with this token turns off optional emails. Undefined without a token. */
export function mailChoices(token: string | undefined, appUrl: string): MailChoices | undefined {
  return token
    ? { pageUrl: appUrl + paths.mail(token), oneClickUrl: appUrl + apiPaths.mailOff(token) }
    : undefined;
}

/** Builds the nodemailer message. A retry with the same `key` has the same Message-ID and Idempotency-Key. */
export function mailMessage(mail: Mail, key: string, sender: { from: string; appUrl: string }) {
  return {
    from: sender.from,
    to: { address: mail.to.address, name: oneLine(mail.to.name) },
    replyTo: mail.replyTo ? oneLine(mail.replyTo) : site.contactEmail,
    subject: oneLine(mail.subject),
    html: mail.html,
    text: mail.text,
    messageId: messageId(key, sender.appUrl),
    headers: {
      "Idempotency-Key": oneLine(key),
      "X-Entity-Ref-ID": oneLine(key),
      // Suppresses out-of-office replies (RFC 3834).
      "Auto-Submitted": "auto-generated",
      // RFC 8058: one-click unsubscribe in the email client.
      ...(mail.choices ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
    },
    ...(mail.choices ? { list: { unsubscribe: mail.choices.oneClickUrl } } : {}),
    textEncoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions;
}

/** `order_confirmation:1234` of https://www.example.com is `<order_confirmation.1234@www.example.com>`. */
function messageId(key: string, appUrl: string): string {
  return `<${key.replace(/[^\w-]+/g, ".")}@${new URL(appUrl).hostname}>`;
}

/** A single plain address that no email client can read as two addresses or as a header. */
const ADDRESS = /^[^\s"'`(),:;<>@[\]\\]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/** Returns the recipient with the name cut at 100 characters. Throws for anything but one plain address. */
export function mailAddress(address: string | null, name: string | null): Mail["to"] {
  const trimmed = address?.trim() ?? "";
  if (!ADDRESS.test(trimmed)) throw new Error("no usable email address");
  return { address: trimmed, name: oneLine(name ?? "").slice(0, 100) };
}

export function returnAddressLines(address: ReturnAddress | null): string[] {
  return parcelLines(address ?? {})
    .map(oneLine)
    .filter((line) => line !== "");
}

/** Returns a URL that emails may link to (HTTP or HTTPS, our exact origin, no credentials), else null. */
export function allowedUrl(url: string | null, origin: string): string | null {
  if (!url || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
  if (parsed.username || parsed.password) return null;
  return parsed.origin === new URL(origin).origin ? parsed.href : null;
}

/** Characters that end a header line, hide text or reverse its direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, " ").replace(/ {2,}/g, " ").trim();
}

/** Returns the lines of a customer's text, without control characters and blank lines at both ends. */
export function cleanLines(text: string): string[] {
  const cleaned = text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
  return cleaned.join("\n").trim().split("\n");
}
