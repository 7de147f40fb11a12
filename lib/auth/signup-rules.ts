import { isMembershipPlan, type MembershipPlan } from "@/lib/base/plans";

/*
 * The sign-up page needs this before anyone types. The checks of its form (schema.ts, with zod) are loaded when a
 * field gets the keyboard, so they stand apart.
 */

/** Gives the shortest password the product accepts, in characters; the auth service may ask for more. */
export const PASSWORD_MIN = 6;

/** Names a plan one can sign up for. */
export type SignupPlan = "free" | MembershipPlan;

/** Returns whether one can sign up for a plan that an address or a form names. */
export function isSignupPlan(plan: string | null | undefined): plan is SignupPlan {
  return plan === "free" || isMembershipPlan(plan);
}
