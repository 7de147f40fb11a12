import { isMembershipPlan } from "@/lib/base/plans";
import type { Membership } from "@/lib/membership/stored-membership";

// For display only. private.active_subscription (memberships.sql) decides who gets a member's rate and quota.

/**
 * active: member rates apply. ending: member rates apply until the period ends, and it won't renew. renewing: the
 * period has ended, but Stripe hasn't reported the next one. overdue: the renewal is unpaid. inactive: never paid, or
 * an unknown status.
 */
export type MembershipState = "active" | "ending" | "renewing" | "overdue" | "ended" | "inactive";

type Known = Pick<Membership, "plan_type" | "status" | "current_period_end" | "cancel_at_period_end">;

const STATES = new Map<string, MembershipState>([
  ["past_due", "overdue"],
  ["unpaid", "overdue"],
  ["canceled", "ended"],
  ["incomplete_expired", "ended"],
]);

export function membershipState(membership: Known, now: number): MembershipState {
  if (!isMembershipPlan(membership.plan_type)) return "inactive";
  if (membership.status !== "active") return STATES.get(membership.status) ?? "inactive";
  if (!(Date.parse(membership.current_period_end) > now)) return "renewing";
  return membership.cancel_at_period_end ? "ending" : "active";
}

export function isActiveMembership(membership: Known, now: number): boolean {
  const state = membershipState(membership, now);
  return state === "active" || state === "ending";
}

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

/** Returns the membership to show: best state first, then newest. Null when none was ever active. */
export function mainMembership<M extends Known & { created_at: string }>(all: M[], now: number): M | null {
  const rank = (membership: M) => WORTH.indexOf(membershipState(membership, now));
  const shown = all.filter((membership) => rank(membership) >= 0);
  const sorted = shown.sort(
    (one, other) => rank(one) - rank(other) || Date.parse(other.created_at) - Date.parse(one.created_at),
  );
  return sorted[0] ?? null;
}

/** `failed`: the membership couldn't be read. */
export type MembershipGate = "open" | "required" | "failed";

export type GateFacts = {
  staff_role: string | null;
  subscription: { plan_type: string } | null;
};

/** Returns whether a page for members of `plan` opens. Staff need no membership. */
export function decideGate(plan: string | undefined, facts: GateFacts): "open" | "required" {
  return facts.staff_role !== null || facts.subscription?.plan_type === plan ? "open" : "required";
}

/** Text from the specification's error catalog. */
export const SUBSCRIPTION_UNKNOWN =
  "We couldn't check your subscription status. Please try refreshing the page.";
