import "server-only";
import type { Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { getProfile } from "@/lib/profile/data";
import type { Profile } from "@/lib/profile/profile";

/**
 * Reads the signed-in person's profile for a page. Null: it could not be read now, which the page says in its place
 * instead of failing whole.
 */
export async function loadProfile({ accessToken, userId }: Person): Promise<Profile | null> {
  try {
    return await getProfile(accessToken, userId);
  } catch (error) {
    log.error("profile.load_failed", error, { userId });
    return null;
  }
}
