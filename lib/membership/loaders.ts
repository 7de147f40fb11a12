import "server-only";
import { headers } from "next/headers";
import { getSessionContext } from "@/lib/auth/data";
import { ACCESS_HEADER } from "@/lib/auth/session/access";
import { loadPerson, type Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { getActiveSubscription, listMemberships } from "@/lib/membership/data";
import type { Membership } from "@/lib/membership/membership";
import { decideGate, type MembershipGate } from "@/lib/membership/membership-gate";
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

/**
 * Whether this request's page opens as far as a membership decides: always, unless the access map asks for one. Who is
 * not signed in was sent to /login before. For the layout, so that an entry in the map is all a page needs.
 */
export async function loadMembershipGate(): Promise<MembershipGate> {
  if ((await headers()).get(ACCESS_HEADER) !== "subscriber") return "open";
  const person = await loadPerson();
  if (!person) return "failed";
  const { accessToken, userId } = person;
  const failed = (error: unknown) => {
    log.error("guard.read_failed", error);
    return "failed" as const;
  };
  const [isStaff, subscription] = await Promise.all([
    getSessionContext(accessToken).then(({ staff_role: role }) => role !== null, failed),
    getActiveSubscription(accessToken, userId).catch(failed),
  ]);
  return decideGate({ isStaff, subscription }, Date.now());
}
