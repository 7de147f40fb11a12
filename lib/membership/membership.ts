import * as z from "zod/mini";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";

/** A membership as people see it: plan and times, no ids of persons. */
export const membershipSchema = z.object({
  plan_type: z.enum(MEMBERSHIP_PLANS),
  /** As the payment service says it; "active" alone gives member rates. */
  status: z.string(),
  created_at: z.string(),
  current_period_start: z.string(),
  current_period_end: z.string(),
  cancel_at_period_end: z.boolean(),
});
export type Membership = z.infer<typeof membershipSchema>;

/** A membership as it is stored. */
export const storedMembershipSchema = z.extend(membershipSchema, {
  user_id: z.string(),
  stripe_subscription_id: z.string(),
  stripe_customer_id: z.string(),
});
export type StoredMembership = z.infer<typeof storedMembershipSchema>;

/** The facts of a stored membership that anybody with its payment session may see. */
export function publicMembership(stored: StoredMembership): Membership {
  return membershipSchema.parse(stored);
}
