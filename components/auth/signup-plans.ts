import type { SignupPlan } from "@/lib/auth/signup-rules";
import { plans } from "@/lib/membership/plans";

export type PlanOption = {
  id: SignupPlan;
  name: string;
  /** Price as it is shown, and what it is per. */
  price: string;
  per: string;
  points: string[];
};

/** The plans of the first step, in order. */
export const SIGNUP_OPTIONS: PlanOption[] = [
  {
    id: "free",
    name: plans.free.label,
    price: `$${plans.free.monthlyCents / 100}`,
    per: "no monthly fee",
    points: [
      `$${plans.free.rateCents / 100} per card, paid with each submission`,
      "No card limit, no contract",
      "Every batch tracked on your dashboard",
    ],
  },
];
