import { isMembershipPlan, type MembershipPlan } from "@/lib/base/plans";

/** The shortest password the product accepts; the auth service may ask for more. */
export const PASSWORD_MIN = 6;

/** Plans one can sign up for. */
export type SignupPlan = "free" | MembershipPlan;

/** Whether one can sign up for the plan. */
export function isSignupPlan(plan: string | null | undefined): plan is SignupPlan {
  return plan === "free" || isMembershipPlan(plan);
}

/** Said of a mail's link that will never work again. */
export const LINK_REFUSED =
  "This link has expired or was already used. If you have confirmed your address before, just log in.";

/** As LINK_REFUSED, for the link to a new password. */
export const RECOVERY_REFUSED =
  "This link has expired or was already used. Ask for a new one and open it within an hour.";
