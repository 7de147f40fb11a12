import "server-only";
import * as z from "zod/mini";
import { profileRowSchema } from "@/lib/profile/profile";
import { optionalEmailsSchema, type ProfileFields } from "@/lib/profile/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Accounts may have no email. */
const savedProfileSchema = z.extend(profileRowSchema, { email: z.nullable(z.string()) });

/** Keeps missing fields and clears empty or null ones. Saves the account's email. */
export async function upsertProfile(userId: string, fields: ProfileFields) {
  const args = { user_id: userId, profile: fields };
  return call(serviceClient(), "upsert_profile", args, savedProfileSchema);
}

/** Turns optional emails on or off for an address, including those already in the outbox. Idempotent. */
export async function setOptionalEmails(addressHash: string, wanted: boolean): Promise<{ wanted: boolean }> {
  const args = { address_hash: addressHash, wanted };
  return call(serviceClient(), "set_optional_emails", args, optionalEmailsSchema);
}
