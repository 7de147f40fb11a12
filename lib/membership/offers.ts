import { formatPrice } from "@/lib/base/money";
import { MEMBERSHIP_PLANS, type MembershipPlan, type PlanType, plans } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";
import { cheapestFrom } from "@/lib/membership/month-price";

/** A plan as it is offered: what it is called, what it costs, and what it brings, in words ready to be shown. */
export type Offer = {
  id: Exclude<PlanType, "payg">;
  name: string;
  price: string;
  /** What the price is per. */
  per: string;
  points: string[];
  /** What somebody would expect of it and does not get; null where there is nothing. */
  caveat: string | null;
  /** What is lost by trying it: nothing that the refund rules do not say. */
  safety: string;
  isPopular: boolean;
};

/** What is lost by sending a batch: nothing that the refund rules do not say. */
export const BATCH_SAFETY = "Cancel a batch before you ship it, and its whole price comes back.";

const FREE: Offer = {
  id: "free",
  name: plans.free.label,
  price: formatPrice(plans.free.monthlyCents),
  per: "pay per submission",
  points: [
    `${formatPrice(plans.free.rateCents)}/card`,
    "No monthly fee, no card limit",
    "Every batch tracked on your dashboard",
  ],
  caveat: null,
  safety: BATCH_SAFETY,
  isPopular: false,
};

function membership(id: MembershipPlan): Offer {
  const { label, monthlyCents, rateCents, monthlyLimit } = plans[id];
  return {
    id,
    name: label,
    price: formatPrice(monthlyCents),
    per: "/month",
    points: [`${formatPrice(rateCents)}/card`, `Up to ${cardCount(monthlyLimit ?? 0)}/month`, benefit(id)],
    caveat:
      rateCents < plans.free.rateCents
        ? null
        : `That is what its ${formatPrice(monthlyCents)} buys. The rate is the same as ${plans.free.label}'s.`,
    safety: "Cancel at any time; what you paid for stays until the month ends.",
    isPopular: id === "pro",
  };
}

/** Starter's rate is the free plan's, so it is sold by what it adds; the others by when none costs less. */
function benefit(id: MembershipPlan): string {
  const cards = cheapestFrom(id);
  return cards === null ? "Free shipping and insurance" : `Cheapest from ${cards} cards a month`;
}

/** Lists the four plans in the order in which they are shown. All figures come from plans.ts. */
export const OFFERS: Offer[] = [FREE, ...MEMBERSHIP_PLANS.map(membership)];

/** Answers a plan as it is offered. */
export function offerOf(plan: Offer["id"]): Offer {
  return plan === "free" ? FREE : membership(plan);
}
