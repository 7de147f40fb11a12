import { isMembershipPlan, type MembershipPlan } from "@/lib/base/plans";

/** The shortest password the product accepts; the auth service may ask for more. */
export const PASSWORD_MIN = 6;

/** Plans one can sign up for. */
export type SignupPlan = "free" | MembershipPlan;

/** Whether one can sign up for the plan. */
export function isSignupPlan(plan: string | null | undefined): plan is SignupPlan {
  return plan === "free" || isMembershipPlan(plan);
}
