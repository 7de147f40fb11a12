import type Stripe from "stripe";
import type { Sandbox } from "../sandbox.ts";
import { type DebitOutcome, testDebit } from "../test-banks.ts";
import { type CardOutcome, testCard } from "../test-cards.ts";
import { createCharge } from "./charges.ts";
import { createCustomer } from "./customers.ts";
import { advancePaymentIntent, createPaymentIntent } from "./payment-intents.ts";
import { createPaymentMethod, type EnteredMethod } from "./payment-methods.ts";

const SETTLE_AFTER_SECONDS = 30;

/** What the buyer entered on the hosted page, already checked. */
export interface Payment {
  email: string;
  name: string;
  /** ISO 3166 code of the billing country; empty for a bank account. */
  country: string;
  method: EnteredMethod;
  shipping: { name: string; address: Stripe.Address } | null;
  /** Names the form that was sent: the same form sent twice pays once. */
  form: string;
}

type PaymentResult =
  | { paid: true; session: Stripe.Checkout.Session }
  | { paid: false; code: string; message: string };

function billingAddress(country: string): Stripe.Address {
  return {
    city: null,
    country: country || null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  };
}

/** The session's own intent: a second try after a decline goes on with the first one's. */
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
    methodTypes: session.payment_method_types,
    receiptEmail: data.receipt_email ?? null,
    shipping,
    statementDescriptorSuffix: data.statement_descriptor_suffix ?? null,
  });
}

function decline(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: CardOutcome & { approved: false },
): PaymentResult {
  const { code, declineCode, message } = outcome;
  const charge = createCharge(sandbox, intent, method, { status: "failed", code, declineCode, message });
  advancePaymentIntent(
    sandbox,
    {
      ...intent,
      latest_charge: charge.id,
      status: "requires_payment_method",
      last_payment_error: {
        type: "card_error",
        charge: charge.id,
        code,
        ...(declineCode === null ? {} : { decline_code: declineCode }),
        doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`,
        message,
        payment_method: method,
      },
    },
    "payment_intent.payment_failed",
  );
  sandbox.store.update<"checkout.session">({ ...session, payment_intent: intent.id });
  return { paid: false, code, message };
}

function customerOf(sandbox: Sandbox, session: Stripe.Checkout.Session, payment: Payment): string | null {
  if (typeof session.customer === "string") return session.customer;
  if (session.customer_creation !== "always") return null;
  return createCustomer(sandbox, { email: payment.email, name: payment.name }).id;
}

function complete(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  payment: Payment,
  intent: Stripe.PaymentIntent,
  debit: DebitOutcome | null,
): PaymentResult {
  const completed: Stripe.Checkout.Session = {
    ...session,
    collected_information: payment.shipping && {
      business_name: null,
      individual_name: null,
      shipping_details: payment.shipping,
    },
    customer: intent.customer,
    customer_details: {
      address: billingAddress(payment.country),
      business_name: null,
      email: payment.email,
      individual_name: null,
      name: payment.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_intent: intent.id,
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
  return { paid: true, session: completed };
}

/**
 * Pays an open session. Synchronous and to be called in one transaction with the check that it is open:
 * of two forms sent at once the second finds the session complete.
 */
export function payCheckoutSession(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  payment: Payment,
): PaymentResult {
  const outcome = payment.method.type === "card" ? testCard(payment.method.number).outcome : null;
  const customer = outcome?.approved === false ? null : customerOf(sandbox, session, payment);
  const intent = intentOf(sandbox, { ...session, customer: customer ?? session.customer }, payment);
  const billing = {
    address: billingAddress(payment.country),
    email: payment.email,
    name: payment.name,
    phone: null,
    tax_id: null,
  };
  const method = createPaymentMethod(sandbox, payment.method, billing, customer);
  if (outcome && !outcome.approved) return decline(sandbox, session, intent, method, outcome);
  const ready = { ...intent, customer, payment_method: method.id, last_payment_error: null };
  if (payment.method.type === "us_bank_account") {
    const charge = createCharge(sandbox, ready, method, { status: "pending" });
    const processing = advancePaymentIntent(
      sandbox,
      { ...ready, latest_charge: charge.id, status: "processing" },
      "payment_intent.processing",
    );
    const debit = testDebit(payment.method.routing, payment.method.account);
    if (!debit) throw new Error("A bank account that the form should have refused");
    return complete(sandbox, session, payment, processing, debit);
  }
  const charge = createCharge(sandbox, ready, method, { status: "succeeded" });
  const succeeded = advancePaymentIntent(
    sandbox,
    { ...ready, amount_received: ready.amount, latest_charge: charge.id, status: "succeeded" },
    "payment_intent.succeeded",
  );
  return complete(sandbox, session, payment, succeeded, null);
}
