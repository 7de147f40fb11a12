import type Stripe from "stripe";
import { newId } from "../ids.ts";
import type { WireInvoice, WireSubscription } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";
import type { CardOutcome } from "../test-cards.ts";
import { createCharge } from "./charges.ts";
import { failIntent } from "./fail-intent.ts";
import { invoiceObject } from "./new-invoice.ts";
import { advancePaymentIntent, createPaymentIntent } from "./payment-intents.ts";

const APPROVED: CardOutcome = { approved: true };

/** A finalized invoice for the subscription's current period; the subscription names it as its latest. */
export function createInvoice(
  sandbox: Sandbox,
  subscription: WireSubscription,
  reason: Stripe.Invoice.BillingReason,
): WireInvoice {
  const { store, events, clock } = sandbox;
  const draft = invoiceObject(sandbox, String(subscription.latest_invoice), subscription, reason);
  store.insert<"invoice">(draft);
  events.emit("invoice.created", draft);
  const now = clock.now();
  const open: WireInvoice = {
    ...draft,
    effective_at: now,
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  };
  store.update<"invoice">(open);
  events.emit("invoice.finalized", open);
  return open;
}

function recordPayment(sandbox: Sandbox, invoice: WireInvoice, intent: string): void {
  const now = sandbox.clock.now();
  sandbox.store.insert<"invoice_payment">({
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: invoice.amount_due,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: "payment_intent" },
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: now },
  });
}

function settleInvoice(sandbox: Sandbox, invoice: WireInvoice, intent: string): WireInvoice {
  const paid: WireInvoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    auto_advance: false,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: sandbox.clock.now() },
  };
  sandbox.store.update<"invoice">(paid);
  recordPayment(sandbox, paid, intent);
  sandbox.events.emit("invoice.paid", paid);
  sandbox.events.emit("invoice.payment_succeeded", paid);
  return paid;
}

/** How an open invoice's payment went. */
export type InvoicePaymentResult =
  | { paid: true; invoice: WireInvoice }
  | { paid: false; invoice: WireInvoice; outcome: CardOutcome & { approved: false } };

/**
 * Charges the method for an open invoice.
 * @param first the method's first charge, which a card that fails later still pays
 */
export function chargeInvoice(
  sandbox: Sandbox,
  invoice: WireInvoice,
  method: Stripe.PaymentMethod,
  first: boolean,
): InvoicePaymentResult {
  const { store, events } = sandbox;
  const noted = store.notes("payment_method", method.id).laterOutcome ?? APPROVED;
  const outcome = first ? APPROVED : noted;
  const intent = createPaymentIntent(sandbox, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: String(invoice.customer),
    description:
      invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    metadata: {},
    methodTypes: ["card"],
    receiptEmail: null,
    shipping: null,
    statementDescriptorSuffix: null,
  });
  if (!outcome.approved) {
    failIntent(sandbox, intent, method, outcome);
    const failed = { ...invoice, attempt_count: invoice.attempt_count + 1, attempted: true };
    store.update<"invoice">(failed);
    events.emit("invoice.payment_failed", failed);
    return { paid: false, invoice: failed, outcome };
  }
  const ready = { ...intent, payment_method: method.id };
  const charge = createCharge(sandbox, ready, method, { status: "succeeded" });
  advancePaymentIntent(
    sandbox,
    { ...ready, amount_received: ready.amount, latest_charge: charge.id, status: "succeeded" },
    "payment_intent.succeeded",
  );
  return { paid: true, invoice: settleInvoice(sandbox, invoice, intent.id) };
}
