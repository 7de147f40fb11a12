import "server-only";
import { optionalEmailsSchema } from "@/lib/profile/notices/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Turns optional emails on or off for an address, those already in the outbox included. Idempotent. */
export async function setOptionalEmails(addressHash: string, wanted: boolean): Promise<{ wanted: boolean }> {
  const args = { p_address_hash: addressHash, p_wanted: wanted };
  return call(serviceClient(), "set_optional_emails", args, optionalEmailsSchema);
}
