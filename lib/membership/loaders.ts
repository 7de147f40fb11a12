import "server-only";
import { cache } from "react";
import { type Person, redirectIfSecondFactorNeeded } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { getProfilePage } from "@/lib/membership/data";
import { mainMembership } from "@/lib/membership/membership-state";
import { emptyProfile } from "@/lib/profile/profile";

const readProfilePage = cache(async (accessToken: string, userId: string) => {
  try {
    const page = await getProfilePage(accessToken);
    const { profile, staff_role: role, memberships } = page;
    return {
      profile: profile ?? emptyProfile(userId),
      lastAddress: page.last_address,
      isStaff: role !== null,
      optionalEmails: page.optional_emails,
      /** Null when the person never had a membership. */
      membership: mainMembership(memberships, Date.now()),
    };
  } catch (error) {
    redirectIfSecondFactorNeeded(error, paths.profile);
    log.error("profile.load_failed", error, { userId });
    return null;
  }
});

/**
 * Returns the person's profile page, read once per request. A failed read is logged and returns null. Redirects to
 * the login when the session still needs its second factor.
 */
export const loadProfilePage = ({ accessToken, userId }: Person) => readProfilePage(accessToken, userId);
