/** The shortest password the product accepts; the auth service may ask for more. */
export const PASSWORD_MIN = 6;

/** Plans one can sign up for. Memberships join the list when their checkout exists. */
const SIGNUP_PLANS = ["free"] as const;
export type SignupPlan = (typeof SIGNUP_PLANS)[number];

/** Whether one can sign up for the plan. */
export function isSignupPlan(plan: string | null | undefined): plan is SignupPlan {
  return SIGNUP_PLANS.some((known) => known === plan);
}
