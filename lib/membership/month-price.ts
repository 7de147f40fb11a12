import { MEMBERSHIP_PLANS, orderTotalCents, plans } from "@/lib/base/plans";

export const MONTH_PLANS = ["free", ...MEMBERSHIP_PLANS] as const;

export type MonthPlan = (typeof MONTH_PLANS)[number];

/**
 * Example card counts per month: one for each plan that can be the cheapest, in plan order, and a second one for the
 * highest plan.
 */
export const MONTH_EXAMPLES = [10, 40, 100, 500];

export type MonthPrice = ReturnType<typeof monthPrice>;

/** Returns the monthly cost of `cards`: the fee, the plan's rate up to its limit, and pay-as-you-go beyond it. */
export function monthPrice(plan: MonthPlan, cards: number) {
  const { monthlyCents: feeCents, monthlyLimit } = plans[plan];
  const within = Math.min(cards, monthlyLimit ?? cards);
  const cardsOver = cards - within;
  const totalCents = feeCents + orderTotalCents(plan, within) + orderTotalCents("payg", cardsOver);
  return { plan, feeCents, cards: within, cardsOver, totalCents };
}

/** Returns the cheapest plan for `cards` a month. If two cost the same, the one with the lower fee wins. */
export function cheapestPlan(cards: number): MonthPlan {
  const totalOf = (plan: MonthPlan) => monthPrice(plan, cards).totalCents;
  return MONTH_PLANS.reduce((best, plan) => (totalOf(plan) < totalOf(best) ? plan : best));
}

/** Returns the lowest number of cards a month at which a plan is the cheapest. Null if it never is. */
export function cheapestFrom(plan: MonthPlan): number | null {
  const most = Math.max(...MEMBERSHIP_PLANS.map((id) => plans[id].monthlyLimit ?? 0));
  for (let cards = 1; cards <= most; cards++) if (cheapestPlan(cards) === plan) return cards;
  return null;
}
