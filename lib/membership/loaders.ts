import "server-only";
import { cache } from "react";
import { loadPerson, loadSessionContext, type Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { getActiveSubscription, getMembershipOverview } from "@/lib/membership/data";
import type { Membership } from "@/lib/membership/membership";
import { decideGate, type MembershipGate, mainMembership } from "@/lib/membership/membership-state";

/** What the profile says of a person's membership; null: they have never had one. */
export type MembershipOverview = { isStaff: boolean; membership: Membership | null };

const readOverview = cache(async (accessToken: string): Promise<MembershipOverview | null> => {
  try {
    const { staff_role: role, memberships } = await getMembershipOverview(accessToken);
    return { isStaff: role !== null, membership: mainMembership(memberships, Date.now()) };
  } catch (error) {
    log.error("membership.overview", error);
    return null;
  }
});

/**
 * Reads whether the person is staff and which of their memberships to show, also one that has ended or is not paid;
 * once however many parts of the page ask. Null: it could not be read now, which the page says in its place.
 */
export const loadMembershipOverview = (person: Person): Promise<MembershipOverview | null> =>
  readOverview(person.accessToken);

/**
 * Decides whether a page for members opens to the person of this request: for the page itself, or the layout of its
 * segment, which shows <MembershipGuard> with the answer. Without a person it answers `failed`, since whoever is not
 * signed in was sent to /login before. No page of today asks; the specification lists the screen, not a route for it.
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
