import type { SendMailOptions } from "nodemailer";
import { site } from "@/lib/base/site";
import { oneLine } from "@/lib/email/outbox/clean-text";
import type { Mail } from "@/lib/email/outbox/mail";

type Sender = { from: string; appUrl: string };

/**
 * A mail as the transport takes it. `key` names it for good: a second attempt carries the same Message-ID and
 * idempotency key, so that the receiving side can recognise it.
 */
export function mailMessage(mail: Mail, key: string, sender: Sender) {
  return {
    from: sender.from,
    to: { address: mail.to.address, name: oneLine(mail.to.name) },
    replyTo: site.contactEmail,
    subject: oneLine(mail.subject),
    html: mail.html,
    text: mail.text,
    messageId: messageId(key, sender.appUrl),
    headers: {
      "Idempotency-Key": oneLine(key),
      "X-Entity-Ref-ID": oneLine(key),
      // Asks out-of-office programs for silence (RFC 3834).
      "Auto-Submitted": "auto-generated",
    },
    textEncoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions;
}

/** `order_confirmation:1234` of https://www.example.com is `<order_confirmation.1234@www.example.com>`. */
function messageId(key: string, appUrl: string): string {
  return `<${key.replace(/[^\w-]+/g, ".")}@${new URL(appUrl).hostname}>`;
}
