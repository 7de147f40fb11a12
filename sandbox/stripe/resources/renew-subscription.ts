import { periodEnd } from "../calendar.ts";
import { newId } from "../ids.ts";
import type { WireInvoice, WireSubscription } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";
import { chargeInvoice, createInvoice, type InvoicePaymentResult } from "./bill-subscription.ts";
import { changeSubscription, endSubscription } from "./change-subscription.ts";
import { itemOf, withItem } from "./subscription-item.ts";

/** The subscription's next month: its dates, its invoice, its payment. */
function renew(sandbox: Sandbox, subscription: WireSubscription): void {
  const { current_period_end: start } = itemOf(subscription);
  const end = periodEnd(subscription.billing_cycle_anchor, start);
  const moved = changeSubscription(sandbox, subscription, {
    ...withItem(subscription, { current_period_start: start, current_period_end: end }),
    latest_invoice: newId("in"),
  });
  sandbox.scheduler.schedule(subscription.id, end);
  payLatest(sandbox, moved, createInvoice(sandbox, moved, "subscription_cycle"));
}

/**
 * Charges the subscription's card for one of its open invoices. The latest invoice decides whether the
 * subscription is active or past due.
 */
export function payLatest(
  sandbox: Sandbox,
  subscription: WireSubscription,
  invoice: WireInvoice,
  withMethod?: string,
): InvoicePaymentResult {
  const method = sandbox.store.need(
    "payment_method",
    withMethod ?? String(subscription.default_payment_method),
  );
  const result = chargeInvoice(sandbox, invoice, method, false);
  if (subscription.latest_invoice === invoice.id && subscription.status !== "canceled")
    changeSubscription(sandbox, subscription, {
      ...subscription,
      status: result.paid ? "active" : "past_due",
    });
  return result;
}

/** What a subscription does at the end of its period: it renews, or ends if that was asked for. */
export function runDueSubscription(sandbox: Sandbox, id: string): void {
  const subscription = sandbox.store.need("subscription", id);
  if (subscription.status === "canceled") return;
  if (subscription.cancel_at_period_end) endSubscription(sandbox, subscription);
  else renew(sandbox, subscription);
}
