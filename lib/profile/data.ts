import "server-only";
import type { Profile } from "@/lib/profile/profile";
import { personClient } from "@/lib/supabase/server";
import { unwrap } from "@/lib/supabase/unwrap";

/** A person's own profile, read as that person; an account without one has an empty one. */
export async function getProfile(accessToken: string, userId: string): Promise<Profile> {
  const result = await personClient(accessToken)
    .from("profiles")
    .select("*")
    .eq("user_id", userId)
    .maybeSingle();
  return unwrap(result) ?? anEmptyProfile(userId);
}

function anEmptyProfile(userId: string): Profile {
  return {
    user_id: userId,
    full_name: null,
    phone: null,
    address_line1: null,
    address_line2: null,
    city: null,
    state: null,
    postal_code: null,
    country: "US",
    is_complete: false,
    updated_at: new Date(0).toISOString(),
  };
}
