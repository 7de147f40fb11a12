import * as z from "zod/mini";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";

/** Reads a membership as people see it: plan and times (ISO texts), no ids of persons. */
export const membershipSchema = z.object({
  /** What the current period was paid for. */
  plan_type: z.enum(MEMBERSHIP_PLANS),
  /** The plan that begins when the current period ends; null when it is the same. */
  next_plan_type: z.nullable(z.enum(MEMBERSHIP_PLANS)),
  /** As the payment service says it; "active" alone gives member rates. */
  status: z.string(),
  created_at: z.string(),
  current_period_start: z.string(),
  current_period_end: z.string(),
  cancel_at_period_end: z.boolean(),
});
/** What anyone with its payment session may see of a membership. */
export type Membership = z.infer<typeof membershipSchema>;

/** Reads a membership as it is stored: with whom it belongs to and its ids at the payment service. */
export const storedMembershipSchema = z.extend(membershipSchema, {
  user_id: z.string(),
  stripe_subscription_id: z.string(),
  stripe_customer_id: z.string(),
});
/** For the server alone: publicMembership takes the ids away. */
export type StoredMembership = z.infer<typeof storedMembershipSchema>;

/** Keeps of a stored membership what anyone with its payment session may see. */
export function publicMembership(stored: StoredMembership): Membership {
  return membershipSchema.parse(stored);
}
