import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute, readRoute } from "../api-route.ts";
import type { Expansion } from "../expand.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId, randomToken } from "../ids.ts";
import { createdWithin, listPage } from "../list-page.ts";
import type { WireInvoice, WireInvoiceLine, WireSubscription } from "../object-types.ts";
import { createdFilter, pagination, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import type { CardOutcome } from "../test-methods.ts";
import { periodLine, prorationLines } from "./invoice-lines.ts";
import { customerIs } from "./known-customers.ts";
import { createPaymentIntent, failIntent, payIntent } from "./payment-intents.ts";
import { itemOf } from "./subscription-items.ts";

const PATH = "/v1/invoices";
const APPROVED: CardOutcome = { approved: true };
const PAGE = { limit: 10 };

function invoiceObject(
  sandbox: Sandbox,
  id: string,
  subscription: WireSubscription,
  reason: Stripe.Invoice.BillingReason,
  lines: WireInvoiceLine[],
): WireInvoice {
  const customer = sandbox.store.need("customer", String(subscription.customer));
  const now = sandbox.clock.now();
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...cleared(EXAMPLES.invoice),
    id,
    object: "invoice",
    account_country: "US",
    account_name: sandbox.merchantName,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping,
    customer_tax_exempt: "none",
    issuer: { type: "self" },
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    number: `${randomToken(8).toUpperCase()}-0001`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: reason === "subscription_cycle" ? itemOf(subscription).current_period_start : now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: "draft",
    status_transitions: cleared(EXAMPLES.invoice.status_transitions),
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

function draftInvoice(
  sandbox: Sandbox,
  subscription: WireSubscription,
  reason: Stripe.Invoice.BillingReason,
  before?: WireSubscription,
): WireInvoice {
  const id = String(subscription.latest_invoice);
  const lines = before
    ? prorationLines(sandbox, before, subscription, id)
    : [periodLine(sandbox, subscription, id)];
  const draft = invoiceObject(sandbox, id, subscription, reason, lines);
  sandbox.store.insert<"invoice">(draft);
  sandbox.events.emit("invoice.created", draft);
  return draft;
}

/**
 * Creates a finalized invoice, by default for the current period. With `before`, it covers the rest of the period after
 * a change.
 */
export function createInvoice(
  sandbox: Sandbox,
  subscription: WireSubscription,
  reason: Stripe.Invoice.BillingReason,
  before?: WireSubscription,
): WireInvoice {
  const { store, events, clock } = sandbox;
  const draft = draftInvoice(sandbox, subscription, reason, before);
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

/** Creates the invoice of a paused month. Nobody is charged. */
export function leaveInvoice(
  sandbox: Sandbox,
  subscription: WireSubscription,
  behavior: Stripe.Subscription.PauseCollection.Behavior,
): void {
  const { store, events, clock } = sandbox;
  const draft = draftInvoice(sandbox, subscription, "subscription_cycle");
  const left: WireInvoice = { ...draft, auto_advance: false };
  store.update<"invoice">(left);
  if (behavior === "keep_as_draft") return;
  const now = clock.now();
  const isVoid = behavior === "void";
  const ended: WireInvoice = {
    ...left,
    effective_at: now,
    status: isVoid ? "void" : "uncollectible",
    status_transitions: {
      ...left.status_transitions,
      finalized_at: now,
      [isVoid ? "voided_at" : "marked_uncollectible_at"]: now,
    },
  };
  store.update<"invoice">(ended);
  events.emit(isVoid ? "invoice.voided" : "invoice.marked_uncollectible", ended);
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

/**
 * Charges an open invoice and returns it, paid or still open. `first` marks the first charge of the method, which
 * succeeds even with a card that fails later.
 */
export function chargeInvoice(
  sandbox: Sandbox,
  invoice: WireInvoice,
  method: Stripe.PaymentMethod,
  first: boolean,
): WireInvoice {
  const { store, events } = sandbox;
  const noted = store.notes("payment_method", method.id).laterOutcome ?? APPROVED;
  const outcome = first ? APPROVED : noted;
  const intent = createPaymentIntent(sandbox, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: String(invoice.customer),
    description:
      invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    payment_method_types: ["card"],
  });
  if (!outcome.approved) {
    failIntent(sandbox, intent, method, outcome);
    const failed: WireInvoice = { ...invoice, attempt_count: invoice.attempt_count + 1, attempted: true };
    store.update<"invoice">(failed);
    events.emit("invoice.payment_failed", failed);
    return failed;
  }
  payIntent(sandbox, intent, method);
  return settleInvoice(sandbox, invoice, intent.id);
}

const listParams = z.strictObject({
  ...pagination,
  ...createdFilter,
  customer: text().optional(),
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
  subscription: text().optional(),
});

export const INVOICE_ROUTES = [
  defineRoute("GET", PATH, listParams, (sandbox, params) =>
    listPage(sandbox.store, "invoice", PATH, params, [
      ...createdWithin(params.created),
      ...customerIs(sandbox, params.customer),
      ...fieldIs("parent.subscription_details.subscription", params.subscription),
      ...fieldIs("status", params.status),
    ]),
  ),
  readRoute("invoice", PATH, "invoice"),
];

export const INVOICE_EXPANDABLE: Record<string, Expansion> = {
  customer: "customer",
  payments: (sandbox, { id }) =>
    listPage(sandbox.store, "invoice_payment", `${PATH}/${id}/payments`, PAGE, fieldIs("invoice", id)),
};
