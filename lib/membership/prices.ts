import "server-only";
import { env } from "@/lib/base/env";
import { MEMBERSHIP_PLANS, type MembershipPlan, membershipPriceNames } from "@/lib/base/plans";

/** Answers the payment service's price id of each plan, from the settings: the one that is sold. */
export function membershipPrices(): Record<MembershipPlan, string> {
  const { STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_PRICE_ELITE } = env();
  return { starter: STRIPE_PRICE_STARTER, pro: STRIPE_PRICE_PRO, elite: STRIPE_PRICE_ELITE };
}

/**
 * Answers the plan that a caller's `price_id` means: our name of a price, or the payment service's id. Null for all
 * else.
 */
export function requestedPlan(priceId: string): MembershipPlan | null {
  return MEMBERSHIP_PLANS.find((plan) => membershipPriceNames[plan] === priceId) ?? planOfPrice(priceId);
}

/** Answers the plan that a price of the payment service buys; null for every price that is not in the settings. */
export function planOfPrice(priceId: string): MembershipPlan | null {
  const entries = Object.entries(membershipPrices()) as [MembershipPlan, string][];
  return entries.find(([, price]) => price === priceId)?.[0] ?? null;
}
