import "server-only";
import { createTransport } from "nodemailer";
import { env, isLoopback } from "@/lib/base/env";
import { noteOutcome } from "@/lib/base/service-outcomes";
import { timeLimit } from "@/lib/base/time-limit";
import { type Mail, mailMessage } from "@/lib/email/outbox/mail-message";

/** No step of a delivery waits longer for the mail server. */
const STEP_MS = 8_000;
/** Nor does a mail as a whole, its wait for a free connection included: well within the lease of the outbox. */
const MAIL_MS = 25_000;

/** Says how the mail server at this address is spoken to: encrypted off this machine, no step longer than eight seconds. */
export function smtpOptions(url: string) {
  return {
    url,
    // Without it whoever stands between strips STARTTLS and reads credentials, addresses and links.
    requireTLS: !isLoopback(url),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  };
}

/** Tells whether the server took our log-in and refused this mail alone, for whom it is to or what is in it. */
function isRefusedMail(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "EENVELOPE" || code === "EMESSAGE";
}

/** Opens connections to the mail server of SMTP_URL for one run of the outbox, which closes them at its end. */
export function openTransport() {
  const { SMTP_URL, MAIL_FROM, APP_URL } = env();
  const transport = createTransport({
    ...smtpOptions(SMTP_URL),
    pool: true,
    maxConnections: 3,
    // A connection that breaks may break after the server has taken the mail: only the outbox tries again.
    maxRequeues: 0,
    socketCloseTimeout: 1_000,
  });
  return {
    /** Sends one mail and answers its Message-ID. Throws what the mail server or the time limit says. */
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
