import { periodEnd } from "../clock.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId } from "../ids.ts";
import type { WirePlan, WirePrice, WireSubscription, WireSubscriptionItem } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";

export function itemOf(subscription: WireSubscription): WireSubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** Returns whether a subscription ends with its period. The API sets a flag, the portal only a date. */
export function isEnding({ cancel_at, cancel_at_period_end }: WireSubscription): boolean {
  return cancel_at_period_end || cancel_at !== null;
}

export function withItem(
  subscription: WireSubscription,
  change: Partial<WireSubscriptionItem>,
): WireSubscription {
  const item = { ...itemOf(subscription), ...change };
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}

/** Returns the price in the old format, which every subscription item still has. */
export function planOf(price: WirePrice): WirePlan {
  return {
    ...cleared(EXAMPLES.subscription_item.plan),
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    product: price.product,
    usage_type: "licensed",
  };
}

export function newItem(id: string, now: number, price: WirePrice, quantity: number): WireSubscriptionItem {
  return {
    ...cleared(EXAMPLES.subscription_item),
    id: newId("si"),
    object: "subscription_item",
    created: now,
    current_period_end: periodEnd(now, now),
    current_period_start: now,
    current_trial: null,
    plan: planOf(price),
    price,
    quantity,
    subscription: id,
  };
}

/** Saves a changed subscription and emits its previous values. Does nothing without a change. */
export function changeSubscription(
  sandbox: Sandbox,
  before: WireSubscription,
  after: WireSubscription,
): WireSubscription {
  const former = Object.entries(before).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, field)),
  );
  if (former.length === 0) return before;
  sandbox.store.update<"subscription">(after);
  sandbox.events.emit("customer.subscription.updated", after, Object.fromEntries(former));
  return after;
}
