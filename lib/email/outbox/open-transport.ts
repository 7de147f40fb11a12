import "server-only";
import { createTransport } from "nodemailer";
import { env, isLoopback } from "@/lib/base/env";
import { noteOutcome } from "@/lib/base/service-outcomes";
import { timeLimit } from "@/lib/base/time-limit";
import { type Mail, mailMessage } from "@/lib/email/outbox/mail-message";

const STEP_MS = 8_000;
/** Time limit of a delivery, including the wait for a connection. Shorter than the outbox lease. */
const MAIL_MS = 25_000;

/** Returns the mail server's connection options: encrypted unless on this machine, eight seconds per step. */
export function smtpOptions(url: string) {
  return {
    url,
    // Otherwise an attacker could strip STARTTLS and read credentials, addresses and links.
    requireTLS: !isLoopback(url),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  };
}

/** Returns whether the server accepted our login and rejected only this email. */
function isRefusedMail(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "EENVELOPE" || code === "EMESSAGE";
}

/** Opens connections to SMTP_URL for one run of the outbox. The caller closes them. */
export function openTransport() {
  const { SMTP_URL, MAIL_FROM, APP_URL } = env();
  const transport = createTransport({
    ...smtpOptions(SMTP_URL),
    pool: true,
    maxConnections: 3,
    // A connection may break after the server has accepted the email, so only the outbox retries.
    maxRequeues: 0,
    socketCloseTimeout: 1_000,
  });
  return {
    async send(mail: Mail, key: string): Promise<string> {
      const message = mailMessage(mail, key, { from: MAIL_FROM, appUrl: APP_URL });
      try {
        await transport.sendMail({ ...message, signal: timeLimit(MAIL_MS) });
      } catch (error) {
        noteOutcome("mail", isRefusedMail(error));
        throw error;
      }
      noteOutcome("mail", true);
      return message.messageId;
    },
    close: () => transport.close(),
  };
}
