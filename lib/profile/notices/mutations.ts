import "server-only";
import * as z from "zod/mini";
import { type MailLevel, mailLevelSchema } from "@/lib/profile/notices/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Sets which mails an address gets from now on, those that wait to be sent included, and answers it. It may be said again.
 * Throws when the database cannot be asked.
 */
export async function setMailLevel(addressHash: string, level: MailLevel): Promise<{ level: MailLevel }> {
  const args = { p_address_hash: addressHash, p_level: level };
  return call(serviceClient(), "set_mail_level", args, z.object({ level: mailLevelSchema }));
}
