import type Stripe from "stripe";
import { cleared, EXAMPLES } from "../fixtures.ts";
import type { Sandbox } from "../sandbox.ts";
import { type CardOutcome, type DebitOutcome, testCard, testDebit } from "../test-methods.ts";
import { createCharge, settleCharge } from "./charges.ts";
import { customerDetails, expireSession, listLineItems } from "./checkout-sessions.ts";
import { createCustomer } from "./customers.ts";
import { advancePaymentIntent, createPaymentIntent, failIntent, payIntent } from "./payment-intents.ts";
import { createPaymentMethod, type EnteredMethod } from "./payment-methods.ts";
import { startSubscription } from "./subscription-lifecycle.ts";

const SETTLE_AFTER_SECONDS = 30;

export interface Payment {
  email: string;
  name: string;
  /** ISO 3166 code of the billing country. Empty for a bank account. */
  country: string;
  method: EnteredMethod;
  shipping: { name: string; address: Stripe.Address } | null;
  /** Identifies the submitted form, which can pay only once. */
  form: string;
}

export function billingAddress(country: string): Stripe.Address {
  return { ...cleared(EXAMPLES.customer.address), country: country || null };
}

function completeSession(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  payment: Payment,
  debit: DebitOutcome | null,
): Stripe.Checkout.Session {
  const completed: Stripe.Checkout.Session = {
    ...session,
    collected_information: payment.shipping && {
      business_name: null,
      individual_name: null,
      shipping_details: payment.shipping,
    },
    customer_details: customerDetails({
      address: billingAddress(payment.country),
      email: payment.email,
      name: payment.name,
      tax_ids: [],
    }),
    payment_status: debit ? "unpaid" : "paid",
    status: "complete",
    url: null,
  };
  const { store, scheduler, events, clock } = sandbox;
  store.update<"checkout.session">(completed);
  store.addNotes("checkout.session", session.id, {
    completedBy: payment.form,
    ...(debit ? { settlesAs: debit } : {}),
  });
  const wait = store.getMeta<number>("settle_after_seconds") ?? SETTLE_AFTER_SECONDS;
  scheduler.schedule(session.id, debit ? clock.now() + wait : null);
  events.emit("checkout.session.completed", completed);
  return completed;
}

type PaymentResult =
  | { paid: true; session: Stripe.Checkout.Session }
  | { paid: false; code: string; message: string };

/** Returns the session's own intent, which a second attempt after a decline reuses. */
function intentOf(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  payment: Payment,
): Stripe.PaymentIntent {
  const shipping = payment.shipping && {
    ...payment.shipping,
    carrier: null,
    phone: null,
    tracking_number: null,
  };
  if (typeof session.payment_intent === "string")
    return { ...sandbox.store.need("payment_intent", session.payment_intent), shipping };
  const data = sandbox.store.notes("checkout.session", session.id).paymentIntentData;
  return createPaymentIntent(sandbox, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    customer: typeof session.customer === "string" ? session.customer : null,
    description: data.description ?? null,
    metadata: data.metadata ?? {},
    payment_method_types: session.payment_method_types,
    receipt_email: data.receipt_email ?? null,
    shipping,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
  });
}

function decline(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: CardOutcome & { approved: false },
): PaymentResult {
  failIntent(sandbox, intent, method, outcome);
  if (session.mode === "payment")
    sandbox.store.update<"checkout.session">({ ...session, payment_intent: intent.id });
  return { paid: false, code: outcome.code, message: outcome.message };
}

function customerOf(sandbox: Sandbox, session: Stripe.Checkout.Session, payment: Payment): string | null {
  if (typeof session.customer === "string") return session.customer;
  if (session.customer_creation !== "always") return null;
  return createCustomer(sandbox, { email: payment.email, name: payment.name }).id;
}

function subscribe(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  payment: Payment,
  customer: string,
  method: Stripe.PaymentMethod,
): PaymentResult {
  const [item] = listLineItems(sandbox, session.id).data;
  if (!item?.price) throw new Error(`${session.id} has no price`);
  const data = sandbox.store.notes("checkout.session", session.id).subscriptionData;
  const { subscription, invoice } = startSubscription(sandbox, {
    customer,
    method,
    price: item.price,
    quantity: item.quantity ?? 1,
    metadata: data?.metadata ?? {},
    description: data?.description ?? null,
  });
  const links = { customer, invoice: invoice.id, subscription: subscription.id };
  return { paid: true, session: completeSession(sandbox, { ...session, ...links }, payment, null) };
}

function complete(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  payment: Payment,
  intent: Stripe.PaymentIntent,
  debit: DebitOutcome | null,
): PaymentResult {
  const links = { customer: intent.customer, payment_intent: intent.id };
  return { paid: true, session: completeSession(sandbox, { ...session, ...links }, payment, debit) };
}

/**
 * Pays an open session. Runs synchronously, in one transaction with the check that the session is open, so that the
 * second of two forms finds it complete.
 */
export function payCheckoutSession(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  payment: Payment,
): PaymentResult {
  const outcome = payment.method.type === "card" ? testCard(payment.method.number).outcome : null;
  const customer = outcome?.approved === false ? null : customerOf(sandbox, session, payment);
  const billing = {
    address: billingAddress(payment.country),
    email: payment.email,
    name: payment.name,
  };
  const method = createPaymentMethod(sandbox, payment.method, billing, customer);
  if (outcome && !outcome.approved)
    return decline(sandbox, session, intentOf(sandbox, session, payment), method, outcome);
  if (session.mode === "subscription" && customer !== null)
    return subscribe(sandbox, session, payment, customer, method);
  const intent = intentOf(sandbox, { ...session, customer: customer ?? session.customer }, payment);
  const ready = { ...intent, customer, last_payment_error: null };
  if (payment.method.type === "us_bank_account") {
    const { id } = createCharge(sandbox, ready, method, { status: "pending" });
    const processing = advancePaymentIntent(
      sandbox,
      { ...ready, latest_charge: id, payment_method: method.id, status: "processing" },
      "payment_intent.processing",
    );
    const debit = testDebit(payment.method.routing, payment.method.account);
    if (!debit) throw new Error("A bank account that the form should have refused");
    return complete(sandbox, session, payment, processing, debit);
  }
  return complete(sandbox, session, payment, payIntent(sandbox, ready, method), null);
}

export function settlePayment(sandbox: Sandbox, session: Stripe.Checkout.Session): void {
  const { store, events } = sandbox;
  const outcome = store.notes("checkout.session", session.id).settlesAs;
  if (!outcome || typeof session.payment_intent !== "string") return;
  const intent = store.need("payment_intent", session.payment_intent);
  const charge = store.need("charge", String(intent.latest_charge));
  sandbox.scheduler.schedule(session.id, null);
  store.addNotes("checkout.session", session.id, { settlesAs: undefined });
  if (outcome.approved) {
    settleCharge(sandbox, charge, { status: "succeeded" });
    advancePaymentIntent(
      sandbox,
      { ...intent, status: "succeeded", amount_received: intent.amount },
      "payment_intent.succeeded",
    );
    const paid = store.update<"checkout.session">({ ...session, payment_status: "paid" });
    events.emit("checkout.session.async_payment_succeeded", paid);
    return;
  }
  const { code, message } = outcome;
  settleCharge(sandbox, charge, { status: "failed", code, declineCode: null, message });
  advancePaymentIntent(
    sandbox,
    {
      ...intent,
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: {
        type: "invalid_request_error",
        charge: charge.id,
        code: "payment_intent_payment_attempt_failed",
        message,
      },
    },
    "payment_intent.payment_failed",
  );
  events.emit("checkout.session.async_payment_failed", session);
}

/** Expires an open session, or settles its delayed payment. */
export function runDueSession(sandbox: Sandbox, id: string): void {
  const session = sandbox.store.need("checkout.session", id);
  if (session.status === "open") expireSession(sandbox, session);
  else if (session.status === "complete" && session.payment_status === "unpaid")
    settlePayment(sandbox, session);
}
