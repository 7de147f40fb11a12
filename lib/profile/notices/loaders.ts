import "server-only";
import { getMailLevel } from "@/lib/profile/notices/data";
import { readMailToken } from "@/lib/profile/notices/mail-token";
import type { MailLevel } from "@/lib/profile/notices/schema";

/** Reads which mails the address of a token gets; null for a token that we have not made, of which nobody is asked. */
export async function loadMailLevel(token: string): Promise<MailLevel | null> {
  const hash = readMailToken(token);
  return hash === null ? null : getMailLevel(hash);
}
