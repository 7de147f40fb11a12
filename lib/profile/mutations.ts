import "server-only";
import type { Profile } from "@/lib/profile/profile";
import type { ProfileFields } from "@/lib/profile/schema";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** Saves a person's own profile; answers the row as it is now, with the account's e-mail. */
export async function saveProfile(
  userId: string,
  fields: ProfileFields,
): Promise<Profile & { email: string }> {
  const result = await serviceClient().rpc("upsert_profile", { p_user_id: userId, p_profile: fields });
  return unwrap(result) as Profile & { email: string };
}
