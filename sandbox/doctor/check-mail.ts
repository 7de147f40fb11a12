import { createTransport } from "nodemailer";
import { smtpOptions } from "@/lib/email/outbox/open-transport";
import { type Finding, findingsAbout, type Settings, wordsOf } from "./finding.ts";

/** Checks that the mail server responds, encrypts and accepts our credentials. Sends no email. */
export async function checkMail(settings: Settings): Promise<Finding[]> {
  const { right, wrong } = findingsAbout("mail server");
  const url = settings.SMTP_URL ?? "";
  const transport = createTransport(smtpOptions(url));
  try {
    await transport.verify();
    return [right(new URL(url).username ? "responds and accepts our login" : "responds and needs no login")];
  } catch (error) {
    const { reason } = error as { reason?: string };
    return [wrong(`${mailMend(error, url)}: ${reason ?? wordsOf(error)}`)];
  } finally {
    transport.close();
  }
}

export function mailMend(error: unknown, url: string): string {
  const { code, library } = error as { code?: string; library?: string };
  const isSecure = url.startsWith("smtps:");
  if (code === "EAUTH") return "It refuses the user and password in SMTP_URL";
  if (code === "ETLS") return "The connection isn't encrypted. Use the encrypted port, smtps://…:465";
  if (/certificate|altnames/i.test(wordsOf(error)))
    return "Its certificate doesn't match the host in SMTP_URL. Use the host name from your mail provider";
  // OpenSSL reports a plaintext greeting as a malformed record.
  if (isSecure && (library === "SSL routines" || /before secure TLS/.test(wordsOf(error))))
    return "SMTP_URL uses smtps, but this port doesn't start encrypted. Use smtps://…:465, or smtp://…:587 for STARTTLS";
  if (!isSecure && /greeting/i.test(wordsOf(error)))
    return "It doesn't respond unencrypted. For a port that starts encrypted, such as 465, use smtps://";
  return "Can't connect to SMTP_URL";
}
