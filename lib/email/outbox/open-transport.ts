import "server-only";
import { createTransport } from "nodemailer";
import { env, isLoopback } from "@/lib/base/env";
import { noteOutcome } from "@/lib/base/service-outcomes";
import { timeLimit } from "@/lib/base/time-limit";
import { type Mail, mailMessage } from "@/lib/email/outbox/mail-message";

const STEP_MS = 8_000;
/** Time limit of a delivery, including the wait for a free connection. Shorter than the lease of the outbox. */
const MAIL_MS = 25_000;

/** Returns the connection options of a mail server: encrypted unless it runs on this machine, eight seconds a step. */
export function smtpOptions(url: string) {
  return {
    url,
    // Otherwise an attacker in the middle can strip STARTTLS and read credentials, addresses and links.
    requireTLS: !isLoopback(url),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  };
}

/** Returns whether the server accepted our login and refused only this email, for its recipient or content. */
function isRefusedMail(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "EENVELOPE" || code === "EMESSAGE";
}

/** Opens connections to the mail server of SMTP_URL for one run of the outbox. The caller closes them. */
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
    /** Sends one email and returns its Message-ID. Throws the error of the mail server or the time limit. */
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
