import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { Members, priceOf, sessionOf } from "../../sandbox/builders/members.ts";
import { eventually, Product, stripeOf } from "../../sandbox/builders/product.ts";
import { addQueuedMail, confirmationsOf, orderOfBatch } from "../../sandbox/builders/rows.ts";
import { storedCustomer } from "../../sandbox/builders/subscriber.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { WEBHOOK_EVENTS } from "../../sandbox/launcher/webhook-events.ts";
import { HeldEvents } from "../support/held-events.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
const members = new Members(product, sql);
const events = new HeldEvents(product);

beforeAll(() => events.hold());
afterAll(() => events.drop().then(() => sql.end()));

type EventType = (typeof WEBHOOK_EVENTS)[number];
type Case = () => Promise<void>;

const confirmationsTo = async (email: string) =>
  (await emailsTo(email)).filter((mail) => /^Paid\./.test(mail.subject)).length;
const orderOf = async (batchId: string) => {
  const order = await orderOfBatch(sql, batchId);
  if (!order) throw new Error("no order");
  return order;
};
const paymentOf = async (batchId: string) => (await orderOf(batchId)).payment_status;

/** Pays a guest's batch of two cards. Its events are held back. */
async function aPaidPage(fields: Record<string, string> = {}) {
  const email = anEmail();
  const { body } = await product.openCheckout({});
  await product.pay(body.sessionId, { email, ...fields });
  return { email, batchId: body.batch_id as string, session: body.sessionId as string };
}

/** Pays by bank debit, which is pending here and settled in Stripe. */
async function aDelayedPayment(outcome: "succeeded" | "failed") {
  const page = await aPaidPage({ payment_method: "us_bank_account" });
  await events.deliver("checkout.session.completed", page.session);
  expect(await paymentOf(page.batchId)).toBe("pending");
  await product.control(`/checkout/sessions/${page.session}/settle`, { outcome });
  expect(await paymentOf(page.batchId)).toBe("pending");
  return page;
}

/** Returns the queued and received confirmations once all emails are sent. */
async function confirmationsFor({ batchId, email }: { batchId: string; email: string }) {
  const { id } = await orderOf(batchId);
  const left = () => sql`select 1 from public.outbox
    where sent_at is null and failed_at is null and payload ->> 'order_id' = ${id}`;
  await eventually(left, ({ length }) => length === 0);
  return { owed: (await confirmationsOf(sql, id)).length, came: await confirmationsTo(email) };
}

async function aPaidOrder() {
  const page = await aPaidPage();
  await events.deliver("checkout.session.completed", page.session);
  const order = await orderOf(page.batchId);
  expect(order.payment_status).toBe("paid");
  return { ...page, id: order.id, payment: order.stripe_payment_intent_id };
}

/** Refunds an order and delivers a single event about it. */
const refundedBy =
  (type: EventType, about: "charge" | "refund"): Case =>
  async () => {
    const { batchId, payment } = await aPaidOrder();
    const refund = await stripe.refunds.create({ payment_intent: payment });
    expect(await paymentOf(batchId)).toBe("paid");
    await events.deliver(type, about === "refund" ? refund.id : String(refund.charge));
    expect(await orderOf(batchId)).toMatchObject({ payment_status: "canceled", refunded_cents: 5_000 });
  };

async function aDisputedOrder() {
  const { batchId, payment } = await aPaidOrder();
  const { body } = await product.control("/disputes", { payment_intent: payment });
  const disputeOf = async () => (await orderOf(batchId)).dispute_status;
  return { id: body.id as string, disputeOf };
}

/** A person who has paid for a membership, with its events held back. */
async function aPayingMember() {
  const person = await product.person();
  const { body } = await members.subscribe(person, priceOf("pro"));
  await product.pay(sessionOf(body.url));
  const [subscription] = (await stripe.subscriptions.list({ customer: await customerOf(person) })).data;
  if (!subscription) throw new Error("no subscription");
  expect(await members.rowsOf(person)).toEqual([]);
  return { ...person, subscription };
}

const customerOf = async ({ userId }: { userId: string }) => (await storedCustomer(sql, userId)) ?? "";

/** Starts a membership with a single event. */
const begunBy =
  (type: EventType): Case =>
  async () => {
    const person = await aPayingMember();
    await events.deliver(type, await customerOf(person));
    expect(await members.rowOf(person)).toMatchObject({ status: "active", plan_type: "pro" });
  };

/** A member who canceled in Stripe, with the event held back. */
async function aLeavingMember() {
  const person = await aPayingMember();
  await events.deliver("customer.subscription.created", person.subscription.id);
  const subscription = await stripe.subscriptions.update(person.subscription.id, {
    cancel_at_period_end: true,
  });
  expect((await members.rowOf(person)).cancel_at_period_end).toBe(false);
  return { ...person, subscription };
}

/** Changes a membership with an event that the sandbox never sends by itself. */
const changedBy =
  (type: EventType, about: "subscription" | "invoice"): Case =>
  async () => {
    const person = await aLeavingMember();
    const invoice = () => stripe.invoices.retrieve(String(person.subscription.latest_invoice));
    await events.deliverMade(type, about === "subscription" ? person.subscription : await invoice());
    expect((await members.rowOf(person)).cancel_at_period_end).toBe(true);
  };

const cases: Record<EventType, Case> = {
  "checkout.session.completed": async () => {
    const page = await aPaidPage();
    expect(await paymentOf(page.batchId)).toBe("unpaid");
    await events.deliver("checkout.session.completed", page.session);
    expect(await paymentOf(page.batchId)).toBe("paid");
    expect(await confirmationsFor(page)).toEqual({ owed: 1, came: 1 });
  },
  "checkout.session.async_payment_succeeded": async () => {
    const page = await aDelayedPayment("succeeded");
    expect(await confirmationsFor(page)).toEqual({ owed: 0, came: 0 });
    await events.deliver("checkout.session.async_payment_succeeded", page.session);
    expect(await paymentOf(page.batchId)).toBe("paid");
    expect(await confirmationsFor(page)).toEqual({ owed: 1, came: 1 });
  },
  "checkout.session.async_payment_failed": async () => {
    const page = await aDelayedPayment("failed");
    await events.deliver("checkout.session.async_payment_failed", page.session);
    expect(await paymentOf(page.batchId)).toBe("failed");
    expect(await confirmationsFor(page)).toEqual({ owed: 0, came: 0 });
  },
  "checkout.session.expired": async () => {
    const { body } = await product.openCheckout({});
    await stripe.checkout.sessions.expire(body.sessionId);
    expect(await paymentOf(body.batch_id)).toBe("unpaid");
    await events.deliver("checkout.session.expired", body.sessionId);
    expect(await paymentOf(body.batch_id)).toBe("canceled");
  },
  "customer.subscription.created": begunBy("customer.subscription.created"),
  "customer.subscription.updated": async () => {
    const person = await aLeavingMember();
    await events.deliver("customer.subscription.updated", person.subscription.id);
    expect((await members.rowOf(person)).cancel_at_period_end).toBe(true);
  },
  "customer.subscription.deleted": async () => {
    const person = await aLeavingMember();
    await stripe.subscriptions.cancel(person.subscription.id);
    expect((await members.rowOf(person)).status).toBe("active");
    await events.deliver("customer.subscription.deleted", person.subscription.id);
    expect((await members.rowOf(person)).status).toBe("canceled");
  },
  "customer.subscription.paused": changedBy("customer.subscription.paused", "subscription"),
  "customer.subscription.resumed": changedBy("customer.subscription.resumed", "subscription"),
  "customer.deleted": async () => {
    const person = await aLeavingMember();
    await stripe.customers.del(await customerOf(person));
    await events.deliver("customer.deleted", String(person.subscription.customer));
    expect([await customerOf(person), (await members.rowOf(person)).status]).toEqual(["", "canceled"]);
  },
  "subscription_schedule.created": changedBy("subscription_schedule.created", "subscription"),
  "subscription_schedule.updated": changedBy("subscription_schedule.updated", "subscription"),
  "subscription_schedule.released": changedBy("subscription_schedule.released", "subscription"),
  "subscription_schedule.canceled": changedBy("subscription_schedule.canceled", "subscription"),
  "invoice.paid": begunBy("invoice.paid"),
  "invoice.payment_failed": changedBy("invoice.payment_failed", "invoice"),
  "invoice.payment_action_required": changedBy("invoice.payment_action_required", "invoice"),
  "charge.refunded": refundedBy("charge.refunded", "charge"),
  "refund.created": refundedBy("refund.created", "refund"),
  "refund.updated": refundedBy("refund.updated", "refund"),
  "refund.failed": async () => {
    const { batchId, payment } = await aPaidOrder();
    const refund = await stripe.refunds.create({ payment_intent: payment });
    await events.deliver("refund.created", refund.id);
    expect(await paymentOf(batchId)).toBe("canceled");
    await product.control(`/refunds/${refund.id}/fail`);
    await events.deliver("refund.failed", refund.id);
    expect(await orderOf(batchId)).toMatchObject({
      payment_status: "paid",
      refunded_cents: 0,
      review_reason: "refund_failed",
    });
  },
  "charge.dispute.created": async () => {
    const { id, disputeOf } = await aDisputedOrder();
    expect(await disputeOf()).toBeNull();
    await events.deliver("charge.dispute.created", id);
    expect(await disputeOf()).toBe("needs_response");
  },
  "charge.dispute.updated": async () => {
    const { id, disputeOf } = await aDisputedOrder();
    await product.control(`/disputes/${id}/review`);
    await events.deliver("charge.dispute.updated", id);
    expect(await disputeOf()).toBe("under_review");
  },
  "charge.dispute.closed": async () => {
    const { id, disputeOf } = await aDisputedOrder();
    await product.control(`/disputes/${id}/close`, { outcome: "lost" });
    await events.deliver("charge.dispute.closed", id);
    expect(await disputeOf()).toBe("lost");
  },
};

test("returns the sent and failed emails of the outbox job", async () => {
  const { id: order_id, ...page } = await aPaidOrder();
  expect(await confirmationsFor(page)).toEqual({ owed: 1, came: 1 });
  // The sender of the confirmation checks the outbox once more, and would take the emails below.
  await product.runJob("/api/cron/outbox");
  for (const kind of ["order_confirmation", "order_confirmation", "a kind that nobody knows"])
    await addQueuedMail(sql, { kind, payload: { order_id } });
  const { status, body } = await product.runJob("/api/cron/outbox");
  await sql`delete from public.outbox where sent_at is null and payload ->> 'order_id' = ${order_id}`;
  expect({ status, body }).toEqual({ status: 200, body: { sent: 2, failed: 1 } });
  expect(await confirmationsTo(page.email)).toBe(3);
});

test("confirms a payment to the first caller when no event arrived", async () => {
  const { session, batchId } = await aPaidPage();
  const ask = () => product.post("/api/process-payg-payment", { session_id: session });
  expect((await ask()).body).toMatchObject({ duplicate: false, message: "Payment confirmed" });
  expect(await paymentOf(batchId)).toBe("paid");
  expect((await ask()).body).toMatchObject({ duplicate: true, message: "Payment already processed" });
});

test.each(WEBHOOK_EVENTS)("syncs on %s alone", (type) => cases[type]());
