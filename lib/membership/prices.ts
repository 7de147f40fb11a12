import "server-only";
import { env, type PriceIds } from "@/lib/base/env";
import { MEMBERSHIP_PLANS, type MembershipPlan, membershipPriceNames } from "@/lib/base/plans";

/** Returns Stripe's price IDs of each plan, the current one first. */
function knownPrices(): Record<MembershipPlan, PriceIds> {
  const { STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_PRICE_ELITE } = env();
  return { starter: STRIPE_PRICE_STARTER, pro: STRIPE_PRICE_PRO, elite: STRIPE_PRICE_ELITE };
}

export function membershipPrices(): Record<MembershipPlan, string> {
  const { starter, pro, elite } = knownPrices();
  return { starter: starter[0], pro: pro[0], elite: elite[0] };
}

/** Returns the plan of a requested `price_id`, which is our price name or Stripe's ID. Null for any other. */
export function requestedPlan(priceId: string): MembershipPlan | null {
  return MEMBERSHIP_PLANS.find((plan) => membershipPriceNames[plan] === priceId) ?? planOfPrice(priceId);
}

/** Returns the plan of a current or former Stripe price (members keep theirs). Null for any other. */
export function planOfPrice(priceId: string): MembershipPlan | null {
  const known = knownPrices();
  return MEMBERSHIP_PLANS.find((plan) => known[plan].includes(priceId)) ?? null;
}
