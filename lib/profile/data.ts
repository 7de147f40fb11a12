import "server-only";
import { emptyProfile, type Profile } from "@/lib/profile/profile";
import { unwrap } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";

/**
 * Reads a person's own profile as that person, so that row level security decides. An account that has saved none gets
 * an empty one. Throws when the database cannot be asked.
 */
export async function getProfile(accessToken: string, userId: string): Promise<Profile> {
  const result = await personClient(accessToken)
    .from("profiles")
    .select("*")
    .eq("user_id", userId)
    .maybeSingle();
  return unwrap(result) ?? emptyProfile(userId);
}
