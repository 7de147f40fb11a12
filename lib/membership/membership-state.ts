import { isMembershipPlan } from "@/lib/base/plans";
import type { Membership } from "@/lib/membership/membership";

/**
 * What a membership is worth. active: member rates apply. ending: they do until the period's end, and no one renews it.
 * renewing: the period is over and Stripe hasn't reported the next one yet. overdue: the renewal was not
 * paid. ended: it is over. inactive: it never counted, or its status is not known.
 */
export type MembershipState = "active" | "ending" | "renewing" | "overdue" | "ended" | "inactive";

type Known = Pick<Membership, "plan_type" | "status" | "current_period_end" | "cancel_at_period_end">;

const STATES = new Map<string, MembershipState>([
  ["past_due", "overdue"],
  ["unpaid", "overdue"],
  ["canceled", "ended"],
  ["incomplete_expired", "ended"],
]);

/**
 * Returns what a membership is worth at `now` (milliseconds since 1970). Every status that is not known counts for
 * nothing.
 */
export function membershipState(membership: Known, now: number): MembershipState {
  if (!isMembershipPlan(membership.plan_type)) return "inactive";
  if (membership.status !== "active") return STATES.get(membership.status) ?? "inactive";
  if (!(Date.parse(membership.current_period_end) > now)) return "renewing";
  return membership.cancel_at_period_end ? "ending" : "active";
}

/** Returns whether member rates apply at `now`: status active, the period's end in the future, a plan of ours. */
export function isActiveMembership(membership: Known, now: number): boolean {
  const state = membershipState(membership, now);
  return state === "active" || state === "ending";
}

/** Returns how each state reads and in which color. `ending` reads as active; its date says the rest. */
export const membershipStates: Record<
  MembershipState,
  { label: string; tone: "success" | "warning" | "neutral" }
> = {
  active: { label: "Active", tone: "success" },
  ending: { label: "Active", tone: "success" },
  renewing: { label: "Renewal pending", tone: "warning" },
  overdue: { label: "Payment overdue", tone: "warning" },
  ended: { label: "Ended", tone: "neutral" },
  inactive: { label: "Inactive", tone: "neutral" },
};

const WORTH: MembershipState[] = ["active", "ending", "renewing", "overdue", "ended"];

/**
 * Picks the membership to show of all that a person has had: the one that counts most by its state, of equal ones the
 * newest. Null when none of them ever counted.
 */
export function mainMembership<M extends Known & { created_at: string }>(all: M[], now: number): M | null {
  const rank = (membership: M) => WORTH.indexOf(membershipState(membership, now));
  const shown = all.filter((membership) => rank(membership) >= 0);
  const sorted = shown.sort(
    (one, other) => rank(one) - rank(other) || Date.parse(other.created_at) - Date.parse(one.created_at),
  );
  return sorted[0] ?? null;
}

/**
 * What the guard of a page for members answers. open: the page may show. required: a membership is missing. failed:
 * no one could tell.
 */
export type MembershipGate = "open" | "required" | "failed";

/** Holds what the database knows of a person who opens a page for members: staff role and plan of the active membership. */
export type GateFacts = {
  staff_role: string | null;
  subscription: { plan_type: string } | null;
};

/** Decides whether a page for members of `plan` opens. Staff pass without a membership; members of other plans don't. */
export function decideGate(plan: string | undefined, facts: GateFacts): "open" | "required" {
  return facts.staff_role !== null || facts.subscription?.plan_type === plan ? "open" : "required";
}

/** Says that the subscription could not be read, in the words of the specification's error catalog. */
export const SUBSCRIPTION_UNKNOWN =
  "We couldn't check your subscription status. Please try refreshing the page.";
