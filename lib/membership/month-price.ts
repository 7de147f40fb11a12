import { MEMBERSHIP_PLANS, orderTotalCents, plans } from "@/lib/base/plans";

export const MONTH_PLANS = ["free", ...MEMBERSHIP_PLANS] as const;

export type MonthPlan = (typeof MONTH_PLANS)[number];

/** A number of cards for which each plan is the cheapest, in the order of the plans, and one more for the last. */
export const MONTH_EXAMPLES = [10, 40, 100, 500];

export type MonthPrice = ReturnType<typeof monthPrice>;

/** Returns what this many cards cost in a month: the fee, the plan's rate up to its limit, pay-as-you-go beyond. */
export function monthPrice(plan: MonthPlan, cards: number) {
  const { monthlyCents: feeCents, monthlyLimit } = plans[plan];
  const within = Math.min(cards, monthlyLimit ?? cards);
  const cardsOver = cards - within;
  const totalCents = feeCents + orderTotalCents(plan, within) + orderTotalCents("payg", cardsOver);
  return { plan, feeCents, cards: within, cardsOver, totalCents };
}

/** Returns the plan under which so many cards cost least in a month; of two that cost the same, that of the lower fee. */
export function cheapestPlan(cards: number): MonthPlan {
  const totalOf = (plan: MonthPlan) => monthPrice(plan, cards).totalCents;
  return MONTH_PLANS.reduce((best, plan) => (totalOf(plan) < totalOf(best) ? plan : best));
}

/**
 * Returns from how many cards a month on a plan is the one that costs least, until a higher one does; null for one that no
 * number of cards makes the cheapest.
 */
export function cheapestFrom(plan: MonthPlan): number | null {
  const most = Math.max(...MEMBERSHIP_PLANS.map((id) => plans[id].monthlyLimit ?? 0));
  for (let cards = 1; cards <= most; cards++) if (cheapestPlan(cards) === plan) return cards;
  return null;
}
