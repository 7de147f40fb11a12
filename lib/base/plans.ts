export type PlanType = "payg" | "free" | MembershipPlan;
export type MembershipPlan = "starter" | "pro" | "elite";

export type Plan = {
  label: string;
  /** Per card. */
  rateCents: number;
  monthlyCents: number;
  /** Cards per month. Null means unlimited. */
  monthlyLimit: number | null;
};

/** Prices and limits. A test checks that they match private.extra_price. */
export const plans: Record<PlanType, Plan> = {
  payg: { label: "Pay-As-You-Go", rateCents: 2500, monthlyCents: 0, monthlyLimit: null },
  free: { label: "No Commitment", rateCents: 2500, monthlyCents: 0, monthlyLimit: null },
  starter: { label: "Casual Collector", rateCents: 2500, monthlyCents: 2900, monthlyLimit: 100 },
  pro: { label: "Serious Collector", rateCents: 2200, monthlyCents: 9900, monthlyLimit: 500 },
  elite: { label: "Volume Master", rateCents: 1900, monthlyCents: 24_900, monthlyLimit: 1000 },
};

export const MEMBERSHIP_PLANS = ["starter", "pro", "elite"] as const satisfies MembershipPlan[];

export const PLAN_TYPES = ["payg", "free", ...MEMBERSHIP_PLANS] as const satisfies PlanType[];

/** Browsers send these as `price_id` because pages are built before the Stripe IDs are known. */
export const membershipPriceNames: Record<MembershipPlan, string> = {
  starter: "starter_monthly",
  pro: "pro_monthly",
  elite: "elite_monthly",
};

export function isMembershipPlan(plan: unknown): plan is MembershipPlan {
  return MEMBERSHIP_PLANS.some((known) => known === plan);
}

/** Advertised maximum for pay-as-you-go. We charge `plans.payg.rateCents`. */
export const PAYG_CEILING_CENTS = 3000;

/**
 * Keeps totals below Stripe's $999,999.99
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
export const MAX_CARDS_PER_ORDER = 9999;

type PricingContext = {
  isSignedIn: boolean;
  isStaff: boolean;
  membership: MembershipPlan | null;
  /** The customer chose pay-as-you-go although another plan applies. */
  wantsPayg: boolean;
};

/** Returns the plan that prices an order, with its monthly limit (null: none). Staff get elite without a limit. */
export function planFor(context: PricingContext): { plan: PlanType; monthlyLimit: number | null } {
  if (!context.isSignedIn || context.wantsPayg) return { plan: "payg", monthlyLimit: null };
  if (context.isStaff) return { plan: "elite", monthlyLimit: null };
  const plan = context.membership ?? "free";
  return { plan, monthlyLimit: plans[plan].monthlyLimit };
}

export function orderTotalCents(plan: PlanType, numCards: number): number {
  return plans[plan].rateCents * numCards;
}
