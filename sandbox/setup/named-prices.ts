import type Stripe from "stripe";
import { formatPrice } from "@/lib/base/money";
import { isMembershipPlan, MEMBERSHIP_PLANS, type MembershipPlan, plans } from "@/lib/base/plans";

/** Null if the account doesn't have the price. */
export type NamedPrice = { id: string; price: Stripe.Price | null };

/** The prices in the settings by plan. The first one is sold, and members may still have the others. */
export type NamedPrices = Record<MembershipPlan, NamedPrice[]>;

export const priceSetting = (plan: MembershipPlan): string => `STRIPE_PRICE_${plan.toUpperCase()}`;

export const productId = ({ product }: Stripe.Price): string =>
  typeof product === "string" ? product : product.id;

/** Returns whether a plan can sell this price, which must be active and have the plan's monthly amount. */
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

/** Marks our objects in an account that also sells other things. */
export const OURS = { app: "slabrelay" };

export const ownProduct = (plan: MembershipPlan): string => `slabrelay_${plan}`;

/** Returns whether setup marked a price for another plan. */
export function isMarkedForAnother(price: Stripe.Price, plan: MembershipPlan): boolean {
  const marked = markOf(price);
  return marked !== null && marked !== plan;
}

/**
 * Returns problems with the prices in the settings, each with a fix. A price belongs to another plan if its product
 * does (by our ID or mark, or by the plan's name), if the price has that plan's mark, or if that plan sells from the
 * same product. For an unmarked product, a plan may sell only its own amount and have no former prices.
 */
export function priceProblems(named: NamedPrices): string[] {
  return judged(named, "problem");
}

/** Returns former prices that may belong to another plan, each with a way to find out. */
export function priceDoubts(named: NamedPrices): string[] {
  return judged(named, "doubt");
}

type Verdict = { kind: "problem" | "doubt"; says: string } | null;

function judged(named: NamedPrices, wanted: "problem" | "doubt"): string[] {
  return MEMBERSHIP_PLANS.flatMap((plan) =>
    named[plan].flatMap((one, nth) => {
      const verdict = judge(named, plan, one, nth);
      return verdict?.kind === wanted ? [`${priceSetting(plan)} has ${one.id}${verdict.says}`] : [];
    }),
  );
}

function judge(named: NamedPrices, plan: MembershipPlan, { price }: NamedPrice, nth: number): Verdict {
  if (!price)
    return problem(
      `, which isn't in this account. Remove the ID from the setting and run \`npm run stripe:setup\`, or use the key of the account that has it.`,
    );
  const product = productId(price);
  const known = [planOfProduct(price), markOf(price)].filter((owner) => owner !== null);
  const other = known.find((owner) => owner !== plan);
  if (other)
    return problem(
      `, a price of ${plans[other].label} (product ${product}). Keep it only in ${priceSetting(other)}.`,
    );
  if (known.length > 0) return null;
  const rival = MEMBERSHIP_PLANS.find((one) => one !== plan && soldProduct(named, one) === product);
  if (rival)
    return problem(
      ` of the product ${product}, which ${priceSetting(rival)} also uses. Each plan needs its own product.`,
    );
  if (nth === 0) return judgeSold(plan, price);
  const sold = soldProduct(named, plan);
  return sold === null ? null : judgeFormer(plan, price, sold);
}

const unmarked = (plan: MembershipPlan, price: Stripe.Price) =>
  `of the product ${nameOf(price)}, which has no metadata for ${plans[plan].label}`;

const mark = (plan: MembershipPlan) => `add to the product the metadata app=${OURS.app}, plan=${plan}`;

function judgeSold(plan: MembershipPlan, price: Stripe.Price): Verdict {
  if (isSellable(price, plan)) return null;
  const wanted = `${formatPrice(plans[plan].monthlyCents)} a month`;
  return problem(
    `, which isn't an active price of ${wanted}, ${unmarked(plan, price)}. If members have it, ${mark(plan)}. If not, ${takeOut}.`,
  );
}

function judgeFormer(plan: MembershipPlan, price: Stripe.Price, sold: string): Verdict {
  if (sold === productId(price)) return null;
  const rival = MEMBERSHIP_PLANS.find((one) => one !== plan && plans[one].monthlyCents === price.unit_amount);
  return rival
    ? problem(
        `, which has the same amount as ${plans[rival].label}, ${unmarked(plan, price)}. If members have it, ${mark(plan)}. If not, ${takeOut}.`,
      )
    : {
        kind: "doubt",
        says: ` ${unmarked(plan, price)}. If members have it, ${mark(plan)}. If not, remove the ID from the setting.`,
      };
}

const takeOut = "remove the ID from the setting and run `npm run stripe:setup`";

const problem = (says: string): Verdict => ({ kind: "problem", says });

function soldProduct(named: NamedPrices, plan: MembershipPlan): string | null {
  const sold = named[plan][0]?.price;
  return sold ? productId(sold) : null;
}

function planOfProduct({ product }: Stripe.Price): MembershipPlan | null {
  const { id, ...rest } = typeof product === "string" ? { id: product } : product;
  const name = "name" in rest ? rest.name : null;
  return (
    MEMBERSHIP_PLANS.find((plan) => id === ownProduct(plan)) ??
    ("metadata" in rest ? markOf(rest) : null) ??
    MEMBERSHIP_PLANS.find((plan) => name === plans[plan].label) ??
    null
  );
}

function markOf({ metadata }: { metadata?: Stripe.Metadata | null }): MembershipPlan | null {
  const plan = metadata?.plan;
  return metadata?.app === OURS.app && isMembershipPlan(plan) ? plan : null;
}

function nameOf(price: Stripe.Price): string {
  const { product } = price;
  const isNamed = typeof product === "object" && "name" in product;
  return isNamed ? `${product.id} ("${product.name}")` : productId(price);
}
