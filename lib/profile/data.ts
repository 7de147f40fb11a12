import "server-only";
import { requireCodeGiven } from "@/lib/auth/data";
import { emptyProfile, type Profile } from "@/lib/profile/profile";
import { optionalEmailsSchema } from "@/lib/profile/schema";
import { call, unwrap } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Reads the person's profile under RLS. Empty if they never saved one. Throws 401 until the second factor is used,
 * 503 in an outage.
 */
export async function getProfile(accessToken: string, userId: string): Promise<Profile> {
  const result = await personClient(accessToken)
    .from("profiles")
    .select("*")
    .eq("user_id", userId)
    .maybeSingle();
  const profile: Profile | null = unwrap(result);
  if (!profile) await requireCodeGiven(accessToken);
  return profile ?? emptyProfile(userId);
}

/** Returns whether the address with this hash gets optional emails. */
export async function getOptionalEmails(addressHash: string): Promise<boolean> {
  const args = { address_hash: addressHash };
  return (await call(serviceClient(), "get_optional_emails", args, optionalEmailsSchema)).wanted;
}
