import "server-only";
import * as z from "zod/mini";
import { type MailLevel, mailLevelSchema } from "@/lib/profile/notices/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Reads which mails an address gets, by its hash. Throws when the database cannot be asked. */
export async function getMailLevel(addressHash: string): Promise<MailLevel> {
  const schema = z.object({ level: mailLevelSchema });
  return (await call(serviceClient(), "get_mail_level", { p_address_hash: addressHash }, schema)).level;
}
