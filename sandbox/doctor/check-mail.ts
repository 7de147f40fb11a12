import { createTransport } from "nodemailer";
import { smtpOptions } from "@/lib/email/outbox/open-transport";
import { type Finding, findingsAbout, type Settings, wordsOf } from "./finding.ts";

/** The mail server: whether it answers, encrypts and takes our user; it is given no mail. */
export async function checkMail(settings: Settings): Promise<Finding[]> {
  const { right, wrong } = findingsAbout("mail server");
  const url = settings.SMTP_URL ?? "";
  const transport = createTransport(smtpOptions(url));
  try {
    await transport.verify();
    return [right(new URL(url).username ? "answers and takes our user" : "answers, and asks for no user")];
  } catch (error) {
    const { reason } = error as { reason?: string };
    return [wrong(`${mailMend(error, url)}: ${reason ?? wordsOf(error)}`)];
  } finally {
    transport.close();
  }
}

/** Says what an error of the connection to the mail server means, and its mend. */
export function mailMend(error: unknown, url: string): string {
  const { code, library } = error as { code?: string; library?: string };
  const isSecure = url.startsWith("smtps:");
  if (code === "EAUTH") return "It refuses user and password of SMTP_URL";
  if (code === "ETLS") return "It does not encrypt: take the port that does, smtps://…:465";
  if (/certificate|altnames/i.test(wordsOf(error)))
    return "Its certificate is not good for the name in SMTP_URL: take the name that the mail provider gives";
  // OpenSSL reads a greeting in the clear as a broken record.
  if (isSecure && (library === "SSL routines" || /before secure TLS/.test(wordsOf(error))))
    return "SMTP_URL says smtps, and this port does not begin encrypted: take smtps://…:465, or smtp://…:587, which turns encryption on (STARTTLS)";
  if (!isSecure && /greeting/i.test(wordsOf(error)))
    return "It says nothing unencrypted: a port that begins encrypted, as 465 does, is written smtps://";
  return "It cannot be reached by SMTP_URL";
}
