import "server-only";
import { createTransport } from "nodemailer";
import type { Mail } from "@/lib/email/mail";
import { env } from "@/lib/env";
import { site } from "@/lib/site";

/** No step of a delivery waits longer for the mail server. */
const STEP_MS = 8_000;
/** Nor does a mail as a whole, its wait for a free connection included: well within the lease of the outbox. */
const MAIL_MS = 25_000;

/**
 * Connections to the mail server of SMTP_URL for one run: close it at the end. `key` names the mail for good: a
 * second attempt carries the same Message-ID, so that the receiving side can recognise it.
 */
export function openTransport() {
  const { SMTP_URL, MAIL_FROM, APP_URL } = env();
  const transport = createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: 3,
    // A connection that breaks may break after the server has taken the mail: only the outbox tries again.
    maxRequeues: 0,
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    socketCloseTimeout: 1_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** Sends one mail and answers its Message-ID. */
    async send(mail: Mail, key: string): Promise<string> {
      const messageId = messageIdOf(key, APP_URL);
      await transport.sendMail({
        from: MAIL_FROM,
        replyTo: site.contactEmail,
        ...mail,
        messageId,
        headers: {
          "Idempotency-Key": key,
          "X-Entity-Ref-ID": key,
          // Asks out-of-office programs for silence (RFC 3834).
          "Auto-Submitted": "auto-generated",
        },
        textEncoding: "quoted-printable",
        signal: AbortSignal.timeout(MAIL_MS),
      });
      return messageId;
    },
    close: () => transport.close(),
  };
}

/** `order_confirmation:1234` of https://www.example.com is `<order_confirmation.1234@www.example.com>`. */
export function messageIdOf(key: string, appUrl: string): string {
  return `<${key.replace(/[^\w-]+/g, ".")}@${new URL(appUrl).hostname}>`;
}
