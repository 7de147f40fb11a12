import "server-only";
import { cache } from "react";
import { leadIfOwing, type Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { getProfilePage } from "@/lib/membership/data";
import type { Membership } from "@/lib/membership/membership";
import { mainMembership } from "@/lib/membership/membership-state";
import { emptyProfile, type Profile } from "@/lib/profile/profile";

/** What stands on a person's profile page; `membership` is null when they have never had one. */
export type LoadedProfilePage = {
  profile: Profile;
  /** The profile with the return address of the latest batch; null where it has an address, or there is none to offer. */
  lastAddress: Profile | null;
  isStaff: boolean;
  optionalEmails: boolean;
  membership: Membership | null;
};

const readProfilePage = cache(
  async (accessToken: string, userId: string): Promise<LoadedProfilePage | null> => {
    try {
      const page = await getProfilePage(accessToken);
      const { profile, staff_role: role, memberships } = page;
      return {
        profile: profile ?? emptyProfile(userId),
        lastAddress: page.last_address,
        isStaff: role !== null,
        optionalEmails: page.optional_emails,
        membership: mainMembership(memberships, Date.now()),
      };
    } catch (error) {
      leadIfOwing(error, paths.profile);
      log.error("profile.load_failed", error, { userId });
      return null;
    }
  },
);

/**
 * Reads the person's profile, whether they are staff, and which of their memberships to show, also one that has ended
 * or is not paid; once however many parts of the page ask. Null: it could not be read now, which the page says in its
 * place instead of failing whole. A session that owes the code of an authenticator app is led to the login.
 */
export const loadProfilePage = ({ accessToken, userId }: Person): Promise<LoadedProfilePage | null> =>
  readProfilePage(accessToken, userId);
