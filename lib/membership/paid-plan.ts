import type Stripe from "stripe";
import { type MembershipPlan, plans } from "@/lib/base/plans";

export type PlanOf = (priceId: string) => MembershipPlan | null;

/**
 * Returns the plan paid for in the current period, whatever the current price is. A price counts once a paid invoice
 * has a line for it, until a later line credits it. Until the period's first invoice is paid (Stripe charges about an
 * hour after a renewal), the last paid plan continues, or the new one if it's cheaper, while the subscription is
 * being charged (see isBeingCharged). Null when nothing was paid.
 */
export function paidPlan(
  now: { plan: MembershipPlan; start: number; end: number; isBeingCharged: boolean },
  invoices: Stripe.Invoice[],
  planOf: PlanOf,
): MembershipPlan | null {
  const lines = paidLines(invoices, planOf);
  const held = heldPlans(lines.filter(({ start, end }) => start < now.end && end > now.start));
  if (held.includes(now.plan)) return now.plan;
  const last = held.at(-1);
  if (last) return last;
  if (!now.isBeingCharged) return null;
  const before = heldPlans(lines).at(-1);
  if (!before) return null;
  return plans[now.plan].monthlyCents < plans[before].monthlyCents ? now.plan : before;
}

/**
 * Returns whether the latest invoice, read with the subscription, is being charged. Pausing collection leaves the
 * subscription active and its invoices unpaid (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
export function isBeingCharged(subscription: Stripe.Subscription): boolean {
  const { latest_invoice: latest, pause_collection: pause } = subscription;
  return !pause && latest !== null && typeof latest === "object" && latest.auto_advance === true;
}

/** Returns whether the latest invoice alone pays for the current price, as it does unless the plan has changed. */
export function isPaidByLatest(subscription: Stripe.Subscription, latest: Stripe.Invoice, planOf: PlanOf) {
  const plan = planOf(subscription.items.data[0]?.price.id ?? "");
  if (!plan || latest.status !== "paid") return false;
  const period = periodOf(subscription);
  const lines = paidLines([latest], planOf).filter(
    ({ start, end }) => start < period.end && end > period.start,
  );
  return heldPlans(lines).includes(plan);
}

/** Since 2025 Stripe keeps the period on the items instead of the subscription. */
type Period = { current_period_start?: number; current_period_end?: number };

export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const item = subscription.items.data[0];
  const period: Period = item?.current_period_end ? item : (subscription as Period);
  const start = period.current_period_start ?? subscription.start_date;
  return { start, end: period.current_period_end ?? start };
}

type PaidLine = { plan: MembershipPlan; isGivenBack: boolean; start: number; end: number };

/** Returns the plan lines of paid invoices, oldest invoice first, with credits before the charges that replace them. */
function paidLines(invoices: Stripe.Invoice[], planOf: PlanOf): PaidLine[] {
  return invoices
    .filter(({ status }) => status === "paid")
    .toSorted((a, b) => a.created - b.created)
    .flatMap(({ lines }) => lines.data.toSorted((a, b) => a.amount - b.amount))
    .flatMap(({ amount, period: { start, end }, pricing }) => {
      const price = pricing?.price_details?.price;
      const plan = price ? planOf(typeof price === "string" ? price : price.id) : null;
      return plan && amount !== 0 ? [{ plan, isGivenBack: amount < 0, start, end }] : [];
    });
}

/** Returns the plans that are paid and not credited, the latest last. */
function heldPlans(lines: PaidLine[]): MembershipPlan[] {
  let held: MembershipPlan[] = [];
  for (const { plan, isGivenBack } of lines) {
    held = held.filter((other) => other !== plan);
    if (!isGivenBack) held.push(plan);
  }
  return held;
}
