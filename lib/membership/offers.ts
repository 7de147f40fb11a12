import { cancellationPolicy } from "@/lib/base/cancellation-policy";
import { cardCount } from "@/lib/base/messages";
import { formatPrice } from "@/lib/base/money";
import { MEMBERSHIP_PLANS, type MembershipPlan, type PlanType, plans } from "@/lib/base/plans";
import { cheapestFrom } from "@/lib/membership/month-price";

export type Offer = {
  id: Exclude<PlanType, "payg">;
  name: string;
  price: string;
  per: string;
  points: string[];
  /** How to cancel, as in the refund policy. */
  safety: string;
  isPopular: boolean;
};

export const BATCH_SAFETY = cancellationPolicy[0];

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
    safety: "Cancel anytime. You keep your plan until the end of the period you paid for.",
    isPopular: id === "pro",
  };
}

/** Returns the number of cards for which a plan is the cheapest. Starter never is, so its extras are shown instead. */
function benefit(id: MembershipPlan): string {
  const from = cheapestFrom(id);
  if (from === null) return "Free return shipping and insurance";
  const higherPlans = MEMBERSHIP_PLANS.slice(MEMBERSHIP_PLANS.indexOf(id) + 1);
  const next = higherPlans.map(cheapestFrom).find((cards) => cards !== null);
  return `Cheapest at ${next ? `${from}–${next - 1}` : `${from}+`} cards a month`;
}

export const OFFERS: Offer[] = [FREE, ...MEMBERSHIP_PLANS.map(membership)];

export function offerOf(plan: Offer["id"]): Offer {
  return plan === "free" ? FREE : membership(plan);
}
