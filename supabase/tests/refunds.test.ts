import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { aSubscription } from "../../sandbox/builders/membership";
import { shuffle } from "../../sandbox/builders/random";
import { addUser, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  applyRefund,
  aRefundableOrder,
  aReservation,
  attachCheckout,
  ensureCustomer,
  nextFence,
  type Reservation,
  syncMembership,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const eventsOf = (id: string) =>
  sql<{ type: string; to_value: string; public: boolean; message: string | null; actor_type: string }[]>`
    select type, to_value, public, message, actor_type from order_events
    where order_id = ${id} and type in ('refunded', 'payment_status', 'dispute_status') order by id`;

test("a full refund cancels the order, a public event says so", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  expect(await applyRefund(intent, 10_000)).toMatchObject({
    outcome: "refunded",
    order: { payment_status: "canceled", refunded_cents: 10_000 },
  });
  expect(await applyRefund(intent, 10_000)).toMatchObject({ outcome: "duplicate" });
  expect((await eventsOf(order.id)).slice(1)).toEqual([
    { type: "payment_status", to_value: "canceled", public: true, message: null, actor_type: "stripe" },
    {
      type: "refunded",
      to_value: "$100.00",
      public: true,
      message: "Refunded $100.00 of $100.00",
      actor_type: "stripe",
    },
  ]);
  expect(await applyCheckout(aPaidSession(order, { p_payment_intent_id: intent }))).toMatchObject({
    outcome: "duplicate",
  });
  expect((await storedOrder(sql, order.id)).payment_status).toBe("canceled");
});

test("a partial refund stays paid and is noted; the amount is of all refunds so far", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  expect(await applyRefund(intent, 2_550)).toMatchObject({
    outcome: "partial",
    order: { payment_status: "paid", refunded_cents: 2_550 },
  });
  expect(await applyRefund(intent, 5_000)).toMatchObject({
    outcome: "partial",
    order: { refunded_cents: 5_000 },
  });
  expect(await applyRefund(intent, 10_000)).toMatchObject({ outcome: "refunded" });
  const messages = (await eventsOf(order.id)).map(({ message }) => message).filter(Boolean);
  expect(messages).toEqual([
    "Refunded $25.50 of $100.00",
    "Refunded $50.00 of $100.00",
    "Refunded $100.00 of $100.00",
  ]);
});

test("a refund that fails later makes the order paid again, flagged", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  await applyRefund(intent, 10_000);
  expect(await applyRefund(intent, 0)).toMatchObject({
    order: { payment_status: "paid", refunded_cents: 0 },
  });
  expect(await storedOrder(sql, order.id)).toMatchObject({
    payment_status: "paid",
    review_reason: "refund_failed",
  });
});

test("only a full refund frees quota", async () => {
  const member = { p_plan_type: "starter", p_rate_cents: 2500, p_monthly_limit: 100, p_num_cards: 100 };
  const { intent, userId } = await aRefundableOrder(sql, member);
  const ask = () =>
    call<Reservation>(server, "reserve_order", aReservation(userId, { ...member, p_num_cards: 1 }));
  await applyRefund(intent, 100);
  expect(await ask()).toMatchObject({ outcome: "quota_exceeded", remaining: 0 });
  await applyRefund(intent, 249_999);
  expect(await ask()).toMatchObject({ outcome: "quota_exceeded", remaining: 0 });
  await applyRefund(intent, 250_000);
  expect(await ask()).toMatchObject({ outcome: "reserved", remaining: 99 });
});

test("an older read never overwrites a newer one, whatever their amounts", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  const reads = await Promise.all(Array.from({ length: 50 }, () => nextFence()));
  const last = Math.max(...reads);
  const amountOf = (at: number) => (at === last ? 4_200 : (at * 7) % 10_000);
  await Promise.all(shuffle(reads).map((at) => applyRefund(intent, amountOf(at), { p_fence: at })));
  expect(await applyRefund(intent, 9_000, { p_fence: last - 1 })).toEqual({ outcome: "stale", order: null });
  expect(await applyRefund(intent, 9_000, { p_fence: last })).toEqual({ outcome: "stale", order: null });
  expect(await storedOrder(sql, order.id)).toMatchObject({ refunded_cents: 4_200, payment_status: "paid" });
});

test("an unknown payment changes nothing; one that fitted no order is noted with its exception", async () => {
  expect(await applyRefund(aPaymentIntentId(), 100)).toEqual({ outcome: "unknown", order: null });
  const session = aSessionId();
  const intent = aPaymentIntentId();
  const order = await attachCheckout((await addUser(sql)).id);
  await applyCheckout(
    aPaidSession(order, { p_session_id: session, p_payment_intent_id: intent, p_amount_cents: 1 }),
  );
  expect(await applyRefund(intent, 1)).toEqual({ outcome: "noted", order: null });
  const [row] = await sql<{ detail: Record<string, unknown> }[]>`
    select detail from payment_exceptions where stripe_session_id = ${session}`;
  expect(row?.detail).toMatchObject({
    order_id: order.id,
    payment_intent_id: intent,
    amount_cents: 1,
    refunded_cents: 1,
  });
});

test.each([
  ["more than was paid", 10_001, {}, "refund_exceeds_payment"],
  ["of the other mode", 100, { p_livemode: true }, "livemode_mismatch"],
])("%s changes nothing and is an exception", async (_, cents, changes, reason) => {
  const { order, intent } = await aRefundableOrder(sql);
  expect(await applyRefund(intent, cents, changes)).toMatchObject({ outcome: "exception" });
  expect((await exceptionsOf(sql, order.stripe_session_id)).map((row) => row.reason)).toEqual([reason]);
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", refunded_cents: 0 });
});

test.each([[null], [-1]])("an amount of %j is refused", async (cents) => {
  await expect(applyRefund(aPaymentIntentId(), cents as number)).rejects.toThrow("apply_refund");
});

test("a dispute is noted for staff, not for the customer", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  const dispute = async (status: string, of = intent, at?: number) =>
    call(server, "apply_dispute", {
      p_payment_intent_id: of,
      p_fence: at ?? (await nextFence()),
      p_status: status,
    });
  expect(await dispute("needs_response")).toMatchObject({ outcome: "noted" });
  expect(await dispute("needs_response")).toMatchObject({ outcome: "duplicate" });
  const { version } = await storedOrder(sql, order.id);
  expect(await dispute("won")).toMatchObject({
    outcome: "noted",
    order: { id: order.id, version: version + 1 },
  });
  expect(await dispute("needs_response", intent, 1)).toEqual({ outcome: "stale", order: null });
  expect(await dispute("won", aPaymentIntentId())).toEqual({ outcome: "unknown", order: null });
  expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: "won", review_reason: null });
  const events = (await eventsOf(order.id)).filter(({ type }) => type === "dispute_status");
  expect(events.map((event) => [event.to_value, event.public])).toEqual([
    ["needs_response", false],
    ["won", false],
  ]);
});

test("a lost dispute stays before staff until they take the mark off", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  await call(server, "apply_dispute", {
    p_payment_intent_id: intent,
    p_fence: await nextFence(),
    p_status: "lost",
  });
  expect(await storedOrder(sql, order.id)).toMatchObject({
    dispute_status: "lost",
    review_reason: "dispute_lost",
    payment_status: "paid",
  });
});

test("a dispute about a member's payment is an exception, which follows what becomes of it", async () => {
  const { customer } = await ensureCustomer(sql);
  const intent = aPaymentIntentId();
  const dispute = async (status: string, p_customer_id: string) =>
    call(server, "apply_dispute", {
      p_payment_intent_id: intent,
      p_fence: await nextFence(),
      p_status: status,
      p_customer_id,
    });
  expect(await dispute("needs_response", "cus_ofnobody")).toMatchObject({ outcome: "unknown" });
  expect(await dispute("needs_response", customer)).toEqual({ outcome: "noted", order: null });
  expect(await dispute("lost", customer)).toEqual({ outcome: "noted", order: null });
  const rows = await sql`select reason, detail from payment_exceptions where stripe_session_id = ${intent}`;
  expect(rows).toEqual([
    {
      reason: "membership_disputed",
      detail: expect.objectContaining({ customer_id: customer, dispute_status: "lost" }),
    },
  ]);
});

test("a dispute about a membership is told, also when Stripe has deleted its customer since", async () => {
  const { id, customer } = await ensureCustomer(sql);
  await syncMembership(customer, [aSubscription()]);
  const dispute = async () => {
    const intent = aPaymentIntentId();
    const args = { p_payment_intent_id: intent, p_fence: await nextFence(), p_status: "needs_response" };
    await call(server, "apply_dispute", { ...args, p_customer_id: customer });
    return sql`select reason from payment_exceptions where stripe_session_id = ${intent}`;
  };
  await call(server, "forget_stripe_customer", { p_stripe_customer_id: customer });
  expect(await dispute()).toEqual([{ reason: "membership_disputed" }]);
  await call(server, "ensure_stripe_customer", { p_user_id: id, p_stripe_customer_id: `${customer}_next` });
  expect(await dispute()).toEqual([{ reason: "membership_disputed" }]);
});

describe("mail about a refund", () => {
  const mails = (orderId: string) => sql`
    select kind, payload from outbox where payload ->> 'order_id' = ${orderId} and sent_at is null order by id`;

  test("tells each time how much went back, not when it fails later", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    await sql`delete from outbox where payload ->> 'order_id' = ${order.id}`;
    await applyRefund(intent, 2_500);
    await applyRefund(intent, 2_500);
    await applyRefund(intent, 4_000);
    await applyRefund(intent, 2_500);
    expect(await mails(order.id)).toEqual([
      { kind: "order_refunded", payload: { order_id: order.id, cents: 2_500 } },
      { kind: "order_refunded", payload: { order_id: order.id, cents: 1_500 } },
    ]);
  });

  test("takes the place of a confirmation that has not left", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    await call(server, "enqueue_order_confirmation", { p_order_id: order.id });
    await applyRefund(intent, 10_000);
    expect((await mails(order.id)).map(({ kind }) => kind)).toEqual(["order_refunded"]);
  });
});
