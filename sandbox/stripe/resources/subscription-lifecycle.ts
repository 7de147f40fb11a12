import type Stripe from "stripe";
import { periodEnd } from "../clock.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId } from "../ids.ts";
import type { WireInvoice, WirePrice, WireSubscription } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";
import { chargeInvoice, createInvoice, leaveInvoice } from "./invoices.ts";
import { changeSubscription, isEnding, itemOf, newItem, withItem } from "./subscription-items.ts";
import { advanceSchedule } from "./subscription-schedules.ts";

interface NewSubscription {
  customer: string;
  method: Stripe.PaymentMethod;
  price: WirePrice;
  quantity: number;
  metadata: Record<string, string>;
  description: string | null;
}

function subscriptionObject(now: number, wanted: NewSubscription): WireSubscription {
  const id = newId("sub");
  return {
    ...cleared(EXAMPLES.subscription),
    id,
    object: "subscription",
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    // The default for new accounts (https://docs.stripe.com/billing/subscriptions/billing-mode).
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible", updated_at: now },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: wanted.price.currency,
    customer: wanted.customer,
    default_payment_method: wanted.method.id,
    description: wanted.description,
    invoice_settings: { ...cleared(EXAMPLES.subscription.invoice_settings), issuer: { type: "self" } },
    items: {
      object: "list",
      data: [newItem(id, now, wanted.price, wanted.quantity)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    managed_payments: { enabled: false },
    metadata: wanted.metadata,
    payment_settings: {
      ...cleared(EXAMPLES.subscription.payment_settings),
      save_default_payment_method: "off",
    },
    start_date: now,
    status: "active",
  };
}

export function endSubscription(
  sandbox: Sandbox,
  subscription: WireSubscription,
  details: Partial<WireSubscription["cancellation_details"]> = {},
): WireSubscription {
  const now = sandbox.clock.now();
  const { reason, comment, feedback, feedback_option } = {
    ...{ comment: null, feedback: null, feedback_option: null, reason: null },
    ...subscription.cancellation_details,
    ...details,
  };
  const ended: WireSubscription = {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { comment, feedback, feedback_option, reason: reason ?? "cancellation_requested" },
    ended_at: now,
    status: "canceled",
  };
  sandbox.store.update<"subscription">(ended);
  sandbox.scheduler.schedule(ended.id, null);
  sandbox.events.emit("customer.subscription.deleted", ended);
  return ended;
}

function renew(sandbox: Sandbox, before: WireSubscription): void {
  const subscription = advanceSchedule(sandbox, before);
  const { current_period_end: start } = itemOf(subscription);
  const end = periodEnd(subscription.billing_cycle_anchor, start);
  const moved = changeSubscription(sandbox, before, {
    ...withItem(subscription, { current_period_start: start, current_period_end: end }),
    latest_invoice: newId("in"),
  });
  sandbox.scheduler.schedule(subscription.id, end);
  if (moved.pause_collection) leaveInvoice(sandbox, moved, moved.pause_collection.behavior);
  else payLatest(sandbox, moved, createInvoice(sandbox, moved, "subscription_cycle"));
}

/** Charges the card for the latest invoice, which makes the subscription active or past due. */
export function payLatest(sandbox: Sandbox, subscription: WireSubscription, latest: WireInvoice): void {
  const method = sandbox.store.need("payment_method", String(subscription.default_payment_method));
  const { status } = chargeInvoice(sandbox, latest, method, false);
  changeSubscription(sandbox, subscription, {
    ...subscription,
    status: status === "paid" ? "active" : "past_due",
  });
}

export function runDueSubscription(sandbox: Sandbox, id: string): void {
  const subscription = sandbox.store.need("subscription", id);
  if (subscription.status === "canceled") return;
  if (isEnding(subscription)) endSubscription(sandbox, subscription);
  else renew(sandbox, subscription);
}

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
  const invoice = chargeInvoice(sandbox, open, wanted.method, true);
  return { subscription, invoice };
}
