import type Stripe from "stripe";
import { MEMBERSHIP_PLANS, type MembershipPlan, plans } from "@/lib/base/plans";

/** A price that a setting names; null where the account does not have it. */
export type NamedPrice = { id: string; price: Stripe.Price | null };

/** The prices that the settings name, by plan: the first is sold, members may have the others. */
export type NamedPrices = Record<MembershipPlan, NamedPrice[]>;

/** Answers the name of the setting that holds a plan's prices. */
export const priceSetting = (plan: MembershipPlan): string => `STRIPE_PRICE_${plan.toUpperCase()}`;

/** Answers the id of a price's product. */
export const productId = ({ product }: Stripe.Price): string =>
  typeof product === "string" ? product : product.id;

/** Tells whether a price is one at which a plan is sold: active, and of its dollars a month. */
export function isSellable(price: Stripe.Price, plan: MembershipPlan): boolean {
  const { active, currency, unit_amount, recurring } = price;
  return (
    active &&
    currency === "usd" &&
    unit_amount === plans[plan].monthlyCents &&
    recurring?.interval === "month" &&
    recurring.interval_count === 1
  );
}

/** Says what is wrong with the prices that the settings name, each with its setting and the mend. */
export function priceProblems(named: NamedPrices): string[] {
  return MEMBERSHIP_PLANS.flatMap((plan) =>
    named[plan].filter(({ price }) => price === null).map(({ id }) => missing(plan, id)),
  );
}

function missing(plan: MembershipPlan, id: string): string {
  return (
    `${priceSetting(plan)} names ${id}, which this account does not have: take the id out of the setting and run ` +
    "`npm run stripe:setup`, or use the key of the account that has it."
  );
}
