import type Stripe from "stripe";
import type { MembershipPlan } from "@/lib/base/plans";

/**
 * A subscription as the SQL function sync_membership takes it, times as ISO texts. `plan_type` is null for a price
 * that is no plan of ours, which becomes an exception for staff.
 */
export type ListedSubscription = {
  id: string;
  status: string;
  plan_type: MembershipPlan | null;
  price_id: string;
  current_period_start: string;
  current_period_end: string;
  cancel_at_period_end: boolean;
  created_at: string;
};

/** Until 2025 the period was the subscription's, since then it is its items'. */
type Period = { current_period_start?: number; current_period_end?: number };

/**
 * Puts a subscription of the payment service into the database's terms. This is the one place that knows where Stripe
 * keeps the period; a subscription without one gets its start for both ends. `planOf` answers null for a foreign price.
 */
export function listedSubscription(
  subscription: Stripe.Subscription,
  planOf: (priceId: string) => MembershipPlan | null,
): ListedSubscription {
  const item = subscription.items.data[0];
  const period: Period = item?.current_period_end ? item : (subscription as Period);
  const priceId = item?.price.id ?? "";
  const start = period.current_period_start ?? subscription.start_date;
  return {
    id: subscription.id,
    status: subscription.status,
    plan_type: planOf(priceId),
    price_id: priceId,
    current_period_start: toIso(start),
    current_period_end: toIso(period.current_period_end ?? start),
    // A date in the portal, a switch in the API: both end it without a further renewal.
    cancel_at_period_end: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    created_at: toIso(subscription.created),
  };
}

function toIso(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString();
}

const ENDED = new Set<string>(["canceled", "incomplete", "incomplete_expired"]);

/**
 * Picks the subscription beside which a second one would be charged twice: the active one, else one that is in
 * arrears or paused. Null when all have ended, or were never paid for.
 */
export function currentSubscription(subscriptions: Stripe.Subscription[]): Stripe.Subscription | null {
  const running = subscriptions.filter(({ status }) => !ENDED.has(status));
  return running.find(({ status }) => status === "active") ?? running[0] ?? null;
}
