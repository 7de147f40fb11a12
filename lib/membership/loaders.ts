import "server-only";
import { loadPerson, loadSessionContext, type Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { getActiveSubscription, listMemberships } from "@/lib/membership/data";
import type { Membership } from "@/lib/membership/membership";
import { decideGate, type MembershipGate, mainMembership } from "@/lib/membership/membership-state";

/** What the profile says of a person's membership. */
export type MembershipOverview = { isStaff: boolean; membership: Membership | null };

/** The person's membership, also one that has ended or is not paid; null when it cannot be read now. */
export async function loadMembershipOverview(person: Person): Promise<MembershipOverview | null> {
  try {
    const [{ staff_role: role }, all] = await Promise.all([
      loadSessionContext(person.accessToken),
      listMemberships(person.accessToken, person.userId),
    ]);
    return { isStaff: role !== null, membership: mainMembership(all, Date.now()) };
  } catch (error) {
    log.error("membership.overview", error);
    return null;
  }
}

/**
 * Whether a page for members opens to the person of this request. For the page itself, or the layout of its segment,
 * which shows <MembershipGuard> with the answer; who is not signed in was sent to /login before. No page of today asks.
 */
export async function loadMembershipGate(): Promise<MembershipGate> {
  const person = await loadPerson();
  if (!person) return "failed";
  const { accessToken, userId } = person;
  const failed = (error: unknown) => {
    log.error("guard.read_failed", error);
    return "failed" as const;
  };
  const [isStaff, subscription] = await Promise.all([
    loadSessionContext(accessToken).then(({ staff_role: role }) => role !== null, failed),
    getActiveSubscription(accessToken, userId).catch(failed),
  ]);
  return decideGate({ isStaff, subscription }, Date.now());
}
