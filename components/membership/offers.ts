import {
  breakEvenCards,
  MEMBERSHIP_PLANS,
  type MembershipPlan,
  type PlanType,
  plans,
} from "@/lib/base/plans";

/** A plan as it is offered: what it is called, what it costs, what it brings. */
export type Offer = {
  id: Exclude<PlanType, "payg">;
  name: string;
  price: string;
  /** What the price is per. */
  per: string;
  points: string[];
  isPopular: boolean;
};

const dollars = (cents: number) => `$${cents / 100}`;

const FREE: Offer = {
  id: "free",
  name: plans.free.label,
  price: dollars(plans.free.monthlyCents),
  per: "pay per submission",
  points: [
    `${dollars(plans.free.rateCents)}/card`,
    "No monthly fee, no card limit",
    "Every batch tracked on your dashboard",
  ],
  isPopular: false,
};

function membership(id: MembershipPlan): Offer {
  const { label, monthlyCents, rateCents, monthlyLimit } = plans[id];
  return {
    id,
    name: label,
    price: dollars(monthlyCents),
    per: "/month",
    points: [
      `${dollars(rateCents)}/card`,
      `Up to ${(monthlyLimit ?? 0).toLocaleString("en-US")} cards/month`,
      benefit(id),
    ],
    isPopular: id === "pro",
  };
}

/** Starter's rate is the free plan's, so it is sold by what it adds; the others by what they save. */
function benefit(id: MembershipPlan): string {
  const cards = breakEvenCards(id);
  return cards === null ? "Free shipping and insurance" : `Pays for itself from ${cards} cards a month`;
}

/** The four plans, in order. */
export const OFFERS: Offer[] = [FREE, ...MEMBERSHIP_PLANS.map(membership)];
