import type { Hono } from "hono";
import type Stripe from "stripe";
import { z } from "zod";
import { readJson } from "./form-body.ts";
import { checkPayment, readFields } from "./pages/payment-form.ts";
import { findSalePrice } from "./resources/catalog.ts";
import { closeDispute, openDispute, reviewDispute } from "./resources/disputes.ts";
import { createPaymentMethod } from "./resources/payment-methods.ts";
import { payCheckoutSession, settlePayment } from "./resources/payments.ts";
import { failRefund, namedCharge } from "./resources/refunds.ts";
import { startSubscription } from "./resources/subscription-lifecycle.ts";
import type { Sandbox } from "./sandbox.ts";
import { TEST_ROUTING_NUMBER, testCard, testDebit } from "./test-methods.ts";

const YEARS_VALID = 3;

const ENDS = {
  succeeded: testDebit(TEST_ROUTING_NUMBER, "000123456789"),
  failed: testDebit(TEST_ROUTING_NUMBER, "000222222227"),
};

const settlement = z.strictObject({ outcome: z.enum(["succeeded", "failed"]).optional() });

function filledForm(session: Stripe.Checkout.Session, nowMs: number, entered: Record<string, string>) {
  return readFields({
    account_holder: "Test Buyer",
    account_number: "000123456789",
    billing_country: "US",
    card_cvc: "123",
    card_expiry: `12/${new Date(nowMs).getUTCFullYear() + YEARS_VALID - 2000}`,
    card_number: "4242424242424242",
    cardholder_name: "Test Buyer",
    email: "buyer@example.com",
    payment_method: session.payment_method_types[0],
    routing_number: "110000000",
    shipping_city: "Springfield",
    shipping_country: session.shipping_address_collection?.allowed_countries[0],
    shipping_line1: "1 Main Street",
    shipping_name: "Test Buyer",
    shipping_postal_code: "12345",
    shipping_state: "IL",
    ...entered,
  });
}

function sessionRoutes(sandbox: Sandbox, control: Hono): void {
  const { clock, store } = sandbox;
  control.post("/checkout/sessions/:id/pay", async (c) => {
    const entered = await readJson(c, z.record(z.string(), z.string()));
    const session = store.get("checkout.session", c.req.param("id"));
    if (session?.status !== "open") return c.json({ error: "No such open session" }, 409);
    const now = clock.nowMs();
    const checked = checkPayment(session, filledForm(session, now, entered), now);
    if ("errors" in checked) return c.json({ error: checked.errors }, 422);
    const result = store.transaction(() => payCheckoutSession(sandbox, session, checked.payment));
    return c.json(result, result.paid ? 200 : 402);
  });
  control.post("/checkout/sessions/:id/settle", async (c) => {
    const { outcome: wanted } = await readJson(c, settlement);
    const session = store.get("checkout.session", c.req.param("id"));
    const known = session && store.notes("checkout.session", session.id).settlesAs;
    if (!session || !known || session.payment_status !== "unpaid")
      return c.json({ error: "No such session with a payment on its way" }, 409);
    const end = wanted && ENDS[wanted];
    if (end) store.addNotes("checkout.session", session.id, { settlesAs: end });
    store.transaction(() => settlePayment(sandbox, session));
    return c.json(store.get("checkout.session", session.id));
  });
}

const newSubscription = z.strictObject({
  customer: z.string(),
  price: z.string(),
  card: z.string().default("4242424242424242"),
  metadata: z.record(z.string(), z.string()).default({}),
});

function subscribe(sandbox: Sandbox, wanted: z.output<typeof newSubscription>) {
  const customer = sandbox.store.get("customer", wanted.customer);
  if (!customer) throw new Error(`No such customer: '${wanted.customer}'`);
  const price = findSalePrice(sandbox, wanted.price, "price");
  const number = wanted.card.replace(/[\s-]/g, "");
  const { outcome } = testCard(number);
  if (!outcome.approved) throw new Error(outcome.message);
  const expYear = new Date(sandbox.clock.nowMs()).getUTCFullYear() + YEARS_VALID;
  const billing = { address: null, email: customer.email, name: customer.name ?? null };
  const card = { type: "card", number, expMonth: 12, expYear } as const;
  const method = createPaymentMethod(sandbox, card, billing, customer.id);
  const { metadata } = wanted;
  return startSubscription(sandbox, {
    customer: customer.id,
    description: null,
    metadata,
    method,
    price,
    quantity: 1,
  }).subscription;
}

function subscriptionRoutes(sandbox: Sandbox, control: Hono): void {
  control.post("/subscriptions", async (c) => {
    const wanted = await readJson(c, newSubscription);
    return c.json(
      sandbox.store.transaction(() => subscribe(sandbox, wanted)),
      201,
    );
  });
}

const newDispute = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  reason: z.string().default("fraudulent"),
});
const verdict = z.strictObject({ outcome: z.enum(["won", "lost"]) });

function disputeRoutes(sandbox: Sandbox, control: Hono): void {
  const { store } = sandbox;
  control.post("/disputes", async (c) => {
    const { reason, ...named } = await readJson(c, newDispute);
    const charge = namedCharge(sandbox, named);
    if (charge.disputed || !charge.paid) return c.json({ error: "No such undisputed paid charge" }, 409);
    return c.json(
      store.transaction(() => openDispute(sandbox, charge, reason)),
      201,
    );
  });
  control.post("/disputes/:id/review", (c) => {
    const dispute = store.get("dispute", c.req.param("id"));
    if (dispute?.status !== "needs_response") return c.json({ error: "No such unanswered dispute" }, 409);
    return c.json(store.transaction(() => reviewDispute(sandbox, dispute)));
  });
  control.post("/disputes/:id/close", async (c) => {
    const { outcome: status } = await readJson(c, verdict);
    const dispute = store.get("dispute", c.req.param("id"));
    if (!dispute || ["won", "lost"].includes(dispute.status))
      return c.json({ error: "No such open dispute" }, 409);
    return c.json(store.transaction(() => closeDispute(sandbox, dispute, status)));
  });
}

function refundRoutes(sandbox: Sandbox, control: Hono): void {
  control.post("/refunds/:id/fail", (c) => {
    const refund = sandbox.store.get("refund", c.req.param("id"));
    if (refund?.status !== "succeeded") return c.json({ error: "No such refund that went through" }, 409);
    return c.json(sandbox.store.transaction(() => failRefund(sandbox, refund)));
  });
}

/** Control calls for what buyers and banks do: pay, settle, subscribe without the hosted page, fail a refund, dispute. */
export function paymentControl(sandbox: Sandbox, control: Hono): void {
  sessionRoutes(sandbox, control);
  subscriptionRoutes(sandbox, control);
  refundRoutes(sandbox, control);
  disputeRoutes(sandbox, control);
}
