import type Stripe from "stripe";
import { isBeingCharged, type PlanOf, paidPlan, periodOf } from "@/lib/membership/paid-plan";

/**
 * A subscription in the format of sync_membership, with times as ISO strings. `plan_type`: the plan paid for in this
 * period, or the price's plan if nothing was paid. Null when the price isn't one of our plans. `next_plan_type`: the
 * plan from the next renewal on, null if it stays the same.
 */
export type ListedSubscription = ReturnType<typeof listedSubscription>;

/**
 * Maps a Stripe subscription. `planOf` returns null for a price that isn't ours. `invoices` may have paid for the
 * current period. An active subscription with an unpaid period becomes "paused" if it isn't being charged, otherwise
 * "incomplete".
 */
export function listedSubscription(
  subscription: Stripe.Subscription,
  planOf: PlanOf,
  invoices: Stripe.Invoice[],
) {
  const priceId = subscription.items.data[0]?.price.id ?? "";
  const current = planOf(priceId);
  const period = periodOf(subscription);
  const isCharged = isBeingCharged(subscription);
  const paid = current && paidPlan({ plan: current, ...period, isBeingCharged: isCharged }, invoices, planOf);
  const unpaid = isCharged ? "incomplete" : "paused";
  // The portal sets a cancellation date, the API sets a flag.
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  const plan = paid ?? current;
  const next = scheduledPlan(subscription, period.end, planOf) ?? current;
  return {
    id: subscription.id,
    status: current && !paid && subscription.status === "active" ? unpaid : subscription.status,
    plan_type: plan,
    next_plan_type: isEnding || isEnded(subscription) || next === plan ? null : next,
    price_id: priceId,
    current_period_start: toIso(period.start),
    current_period_end: toIso(period.end),
    cancel_at_period_end: isEnding,
    created_at: toIso(subscription.created),
  };
}

/** Returns the plan that a schedule starts with the next period, or null. The portal schedules downgrades this way. */
function scheduledPlan({ schedule }: Stripe.Subscription, periodEnd: number, planOf: PlanOf) {
  if (!schedule || typeof schedule !== "object") return null;
  const price = schedule.phases.find(({ start_date: start }) => start >= periodEnd)?.items[0]?.price;
  return price ? planOf(typeof price === "string" ? price : price.id) : null;
}

function toIso(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString();
}

const ENDED = new Set<string>(["canceled", "incomplete", "incomplete_expired"]);

/** Returns whether a subscription has ended permanently or was never paid for. */
export function isEnded({ status }: Stripe.Subscription): boolean {
  return ENDED.has(status);
}

/**
 * Returns the subscription that a second one would duplicate: the active one, otherwise an overdue or paused one.
 * Null if there is none.
 */
export function currentSubscription(subscriptions: Stripe.Subscription[]): Stripe.Subscription | null {
  const running = subscriptions.filter((subscription) => !isEnded(subscription));
  return running.find(({ status }) => status === "active") ?? running[0] ?? null;
}
