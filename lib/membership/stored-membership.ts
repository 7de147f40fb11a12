import * as z from "zod/mini";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";

/** A membership without personal IDs. Times are ISO strings. */
export const membershipSchema = z.object({
  /** The plan paid for in the current period. */
  plan_type: z.enum(MEMBERSHIP_PLANS),
  /** Null when the plan stays the same after the current period. */
  next_plan_type: z.nullable(z.enum(MEMBERSHIP_PLANS)),
  /** Stripe's status. Only "active" gives member rates. */
  status: z.string(),
  created_at: z.string(),
  current_period_start: z.string(),
  current_period_end: z.string(),
  cancel_at_period_end: z.boolean(),
});
/** What anyone with the membership's Checkout Session ID may see. */
export type Membership = z.infer<typeof membershipSchema>;

export const storedMembershipSchema = z.extend(membershipSchema, {
  user_id: z.string(),
  stripe_subscription_id: z.string(),
  stripe_customer_id: z.string(),
});
/** Server only: publicMembership removes the IDs. */
export type StoredMembership = z.infer<typeof storedMembershipSchema>;

export function publicMembership(stored: StoredMembership): Membership {
  return membershipSchema.parse(stored);
}
