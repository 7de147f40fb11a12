import type Stripe from "stripe";
import type { Sandbox } from "../sandbox.ts";
import { type DebitOutcome, testDebit } from "../test-banks.ts";
import { type CardOutcome, testCard } from "../test-cards.ts";
import { createCharge } from "./charges.ts";
import { billingAddress, completeSession, type Payment } from "./complete-session.ts";
import { createCustomer } from "./customers.ts";
import { failIntent } from "./fail-intent.ts";
import { listLineItems } from "./line-items.ts";
import { advancePaymentIntent, createPaymentIntent } from "./payment-intents.ts";
import { createPaymentMethod } from "./payment-methods.ts";
import { startSubscription } from "./start-subscription.ts";

type PaymentResult =
  | { paid: true; session: Stripe.Checkout.Session }
  | { paid: false; code: string; message: string };

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

/** The paid subscription behind a completed session; its first invoice, not the session, has the payment. */
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
  const billing = {
    address: billingAddress(payment.country),
    email: payment.email,
    name: payment.name,
    phone: null,
    tax_id: null,
  };
  const method = createPaymentMethod(sandbox, payment.method, billing, customer);
  if (outcome && !outcome.approved)
    return decline(sandbox, session, intentOf(sandbox, session, payment), method, outcome);
  if (session.mode === "subscription" && customer !== null)
    return subscribe(sandbox, session, payment, customer, method);
  const intent = intentOf(sandbox, { ...session, customer: customer ?? session.customer }, payment);
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
