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
    const { code } = error as { code?: string };
    const mend =
      code === "EAUTH"
        ? "It refuses user and password of SMTP_URL"
        : code === "ETLS"
          ? "It does not encrypt: take the port that does, smtps://…:465"
          : "It cannot be reached by SMTP_URL";
    return [wrong(`${mend}: ${wordsOf(error)}`)];
  } finally {
    transport.close();
  }
}
