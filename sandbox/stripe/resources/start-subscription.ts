import { newId } from "../ids.ts";
import type { WireInvoice, WireSubscription } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";
import { chargeInvoice, createInvoice } from "./bill-subscription.ts";
import { type NewSubscription, subscriptionObject } from "./new-subscription.ts";
import { itemOf } from "./subscription-item.ts";

/** Starts a subscription and pays its first month. */
export function startSubscription(
  sandbox: Sandbox,
  wanted: NewSubscription,
): { subscription: WireSubscription; invoice: WireInvoice } {
  const { store, events, scheduler, clock } = sandbox;
  const subscription: WireSubscription = {
    ...subscriptionObject(clock.now(), wanted),
    latest_invoice: newId("in"),
  };
  store.insert<"subscription">(subscription);
  scheduler.schedule(subscription.id, itemOf(subscription).current_period_end);
  events.emit("customer.subscription.created", subscription);
  const open = createInvoice(sandbox, subscription, "subscription_create");
  const { invoice } = chargeInvoice(sandbox, open, wanted.method, true);
  return { subscription, invoice };
}
