import type { WireSubscription, WireSubscriptionItem } from "../object-types.ts";

/** The only item of a subscription. */
export function itemOf(subscription: WireSubscription): WireSubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** The subscription with its only item changed. */
export function withItem(
  subscription: WireSubscription,
  change: Partial<WireSubscriptionItem>,
): WireSubscription {
  const item = { ...itemOf(subscription), ...change };
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}
