import "server-only";
import { env, type PriceIds } from "@/lib/base/env";
import { MEMBERSHIP_PLANS, type MembershipPlan, membershipPriceNames } from "@/lib/base/plans";

/** The payment service's price ids of each plan, from the settings: the one that is sold, then former ones. */
function knownPrices(): Record<MembershipPlan, PriceIds> {
  const { STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_PRICE_ELITE } = env();
  return { starter: STRIPE_PRICE_STARTER, pro: STRIPE_PRICE_PRO, elite: STRIPE_PRICE_ELITE };
}

/** Returns the payment service's price id of each plan, from the settings: the one that is sold. */
export function membershipPrices(): Record<MembershipPlan, string> {
  const { starter, pro, elite } = knownPrices();
  return { starter: starter[0], pro: pro[0], elite: elite[0] };
}

/**
 * Returns the plan that a caller's `price_id` means: our name of a price, or the payment service's id. Null for all
 * else.
 */
export function requestedPlan(priceId: string): MembershipPlan | null {
  return MEMBERSHIP_PLANS.find((plan) => membershipPriceNames[plan] === priceId) ?? planOfPrice(priceId);
}

/**
 * Returns the plan that a price of the payment service buys, or has bought before another one was sold: members keep
 * it. Null for every price that is not in the settings.
 */
export function planOfPrice(priceId: string): MembershipPlan | null {
  const known = knownPrices();
  return MEMBERSHIP_PLANS.find((plan) => known[plan].includes(priceId)) ?? null;
}
