import "server-only";
import { getSessionContext } from "@/lib/auth/data";
import type { Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { listMemberships } from "@/lib/membership/data";
import type { Membership } from "@/lib/membership/membership";
import { mainMembership } from "@/lib/membership/membership-state";

/** What the profile says of a person's membership. */
export type MembershipOverview = { isStaff: boolean; membership: Membership | null };

/** The person's membership, also one that has ended or is not paid; null when it cannot be read now. */
export async function loadMembershipOverview(person: Person): Promise<MembershipOverview | null> {
  try {
    const [{ staff_role: role }, all] = await Promise.all([
      getSessionContext(person.accessToken),
      listMemberships(person.accessToken, person.userId),
    ]);
    return { isStaff: role !== null, membership: mainMembership(all, Date.now()) };
  } catch (error) {
    log.error("membership.overview", error);
    return null;
  }
}
