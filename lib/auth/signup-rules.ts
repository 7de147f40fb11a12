import { isMembershipPlan, type MembershipPlan } from "@/lib/base/plans";

/* Separate from schema.ts, which loads zod and is imported on the first focus. */

/** Minimum length in characters. The auth service may require more. */
export const PASSWORD_MIN = 6;

export type SignupPlan = "free" | MembershipPlan;

export function isSignupPlan(plan: string | null | undefined): plan is SignupPlan {
  return plan === "free" || isMembershipPlan(plan);
}
