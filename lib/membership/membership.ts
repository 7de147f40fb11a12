import type { MembershipPlan } from "@/lib/base/plans";

/** A membership as people see it: plan and times, no ids of persons. */
export type Membership = {
  plan_type: MembershipPlan;
  /** As the payment service says it; "active" alone gives member rates. */
  status: string;
  created_at: string;
  current_period_start: string;
  current_period_end: string;
  cancel_at_period_end: boolean;
};

/** A membership as it is stored. */
export type StoredMembership = Membership & {
  user_id: string;
  stripe_subscription_id: string;
  stripe_customer_id: string;
};

/** The facts of a stored membership that anybody with its payment session may see. */
export function publicMembership(stored: StoredMembership): Membership {
  const { plan_type, status, created_at, current_period_start, current_period_end, cancel_at_period_end } =
    stored;
  return { plan_type, status, created_at, current_period_start, current_period_end, cancel_at_period_end };
}
