import "server-only";
import { optionalEmailsSchema } from "@/lib/profile/notices/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Returns whether an address, by its hash, gets optional emails. */
export async function getOptionalEmails(addressHash: string): Promise<boolean> {
  const args = { p_address_hash: addressHash };
  return (await call(serviceClient(), "get_optional_emails", args, optionalEmailsSchema)).wanted;
}
