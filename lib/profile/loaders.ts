import "server-only";
import type { Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { getProfile } from "@/lib/profile/data";
import type { Profile } from "@/lib/profile/profile";

/** The signed-in person's profile; null when it cannot be read now. */
export async function loadProfile({ accessToken, userId }: Person): Promise<Profile | null> {
  try {
    return await getProfile(accessToken, userId);
  } catch (error) {
    log.error("profile.load_failed", error, { userId });
    return null;
  }
}
