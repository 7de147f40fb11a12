/** Names how an order is priced: two ways to pay by the batch, or one of three memberships. */
export type PlanType = "payg" | "free" | MembershipPlan;
/** Names a plan that is paid by the month. */
export type MembershipPlan = "starter" | "pro" | "elite";

/** Describes what a plan costs and what it allows. */
export type Plan = {
  label: string;
  /** Price of one card, in cents. */
  rateCents: number;
  /** Price of a month, in cents. */
  monthlyCents: number;
  /** Cards a month at this rate; null: unlimited. */
  monthlyLimit: number | null;
};

/**
 * Holds the prices and monthly limits of every plan. SQL functions get them as arguments, but for two that price cards on
 * top by themselves (private.monthly_limit, private.payg_rate_cents): a test compares them.
 */
export const plans: Record<PlanType, Plan> = {
  payg: { label: "Pay-As-You-Go", rateCents: 2500, monthlyCents: 0, monthlyLimit: null },
  free: { label: "No Commitment", rateCents: 2500, monthlyCents: 0, monthlyLimit: null },
  starter: { label: "Casual Collector", rateCents: 2500, monthlyCents: 2900, monthlyLimit: 100 },
  pro: { label: "Serious Collector", rateCents: 2200, monthlyCents: 9900, monthlyLimit: 500 },
  elite: { label: "Volume Master", rateCents: 1900, monthlyCents: 24_900, monthlyLimit: 1000 },
};

/** Lists the plans that are paid by the month, the cheapest first, as pages show them. */
export const MEMBERSHIP_PLANS = ["starter", "pro", "elite"] as const satisfies MembershipPlan[];

/** Lists all ways to price an order. */
export const PLAN_TYPES = ["payg", "free", ...MEMBERSHIP_PLANS] as const satisfies PlanType[];

/**
 * Names what a browser sends as the `price_id` of a membership. The public pages are built before the settings are
 * known, so they cannot carry the payment service's own ids; the server turns the name into the id (see
 * lib/membership/prices.ts).
 */
export const membershipPriceNames: Record<MembershipPlan, string> = {
  starter: "starter_monthly",
  pro: "pro_monthly",
  elite: "elite_monthly",
};

/** Tells whether a word of an address or an answer names a membership. */
export function isMembershipPlan(plan: unknown): plan is MembershipPlan {
  return MEMBERSHIP_PLANS.some((known) => known === plan);
}

/**
 * Gives the price of a card that the texts call the most for pay-as-you-go; what is charged is
 * `plans.payg.rateCents`.
 */
export const PAYG_CEILING_CENTS = 3000;

/**
 * Gives the cards of the largest order: four digits, so that at any rate its total stays well below Stripe's limit of
 * $999,999.99 for one payment (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
export const MAX_CARDS_PER_ORDER = 9999;

/** Tells who asks for a price, as far as the price depends on it. */
export type PricingContext = {
  isSignedIn: boolean;
  isStaff: boolean;
  /** Plan of the active membership, if there is one. */
  membership: MembershipPlan | null;
  /** The person chose pay-as-you-go although another plan would apply. */
  wantsPayg: boolean;
};

/**
 * Answers the plan an order is placed under, and how many cards a month it allows (null: any number). People who are
 * not signed in pay as they go; staff are treated as elite without a limit.
 */
export function planFor(context: PricingContext): { plan: PlanType; monthlyLimit: number | null } {
  if (!context.isSignedIn || context.wantsPayg) return { plan: "payg", monthlyLimit: null };
  if (context.isStaff) return { plan: "elite", monthlyLimit: null };
  const plan = context.membership ?? "free";
  return { plan, monthlyLimit: plans[plan].monthlyLimit };
}

/** Answers what an order of so many cards costs, in whole cents. */
export function orderTotalCents(plan: PlanType, numCards: number): number {
  return plans[plan].rateCents * numCards;
}
