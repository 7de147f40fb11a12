import type Stripe from "stripe";
import { formatPrice } from "@/lib/base/money";
import { isMembershipPlan, MEMBERSHIP_PLANS, type MembershipPlan, plans } from "@/lib/base/plans";

/** A price that a setting names; null where the account does not have it. */
export type NamedPrice = { id: string; price: Stripe.Price | null };

/** The prices that the settings name, by plan: the first is sold, members may have the others. */
export type NamedPrices = Record<MembershipPlan, NamedPrice[]>;

/** Returns the name of the setting that holds a plan's prices. */
export const priceSetting = (plan: MembershipPlan): string => `STRIPE_PRICE_${plan.toUpperCase()}`;

/** Returns the id of a price's product. */
export const productId = ({ product }: Stripe.Price): string =>
  typeof product === "string" ? product : product.id;

/** Returns whether a price is one at which a plan is sold: active, and of its dollars a month. */
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

/** Marks what is ours in an account that may sell other things, too. */
export const OURS = { app: "slabrelay" };

/** Returns the id that the set-up gives a plan's product. */
export const ownProduct = (plan: MembershipPlan): string => `slabrelay_${plan}`;

/** Returns whether a price bears the mark that the set-up gave it for another plan than this one. */
export function isMarkedForAnother(price: Stripe.Price, plan: MembershipPlan): boolean {
  const marked = markOf(price);
  return marked !== null && marked !== plan;
}

/**
 * Returns what is wrong with the prices that the settings name, each with its setting and the mend. A price is another
 * plan's where its product is known as that one's (by the id or the mark that the set-up gives, or by the plan's name),
 * where it bears that plan's mark itself, and where that plan sells from the same product. Of a product that nothing
 * marks, a plan may sell its own amount alone, and have no former price that another plan costs.
 */
export function priceProblems(named: NamedPrices): string[] {
  return judged(named, "problem");
}

/** Returns of which former prices nothing tells whether they were the plan's, each with its setting and what would tell. */
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

/** Of a sold price whose product nothing marks. */
function judgeSold(plan: MembershipPlan, price: Stripe.Price): Verdict {
  if (isSellable(price, plan)) return null;
  const wanted = `${formatPrice(plans[plan].monthlyCents)} a month`;
  return problem(
    `, which isn't an active price of ${wanted}, ${unmarked(plan, price)}. If members have it, ${mark(plan)}. If not, ${takeOut}.`,
  );
}

/** Of a former price whose product nothing marks; `sold` is the product of the plan's sold price. */
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

/** The plan whose product this is known as; null for one that nothing marks. */
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
