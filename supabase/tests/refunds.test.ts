import { randomUUID } from "node:crypto";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { aSubscription } from "../../sandbox/builders/membership";
import {
  addException,
  addOrder,
  addUser,
  eventsOf,
  exceptionsOf,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  applyDispute,
  applyRefund,
  aRefundableOrder,
  aReservation,
  attachCheckout,
  blockedBy,
  ensureCustomer,
  nextFence,
  reserve,
  syncMembership,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, type Transaction, tally } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const setTo = (id: string, status: string, tx: Transaction | typeof sql = sql) =>
  tx`update grading_orders set payment_status = ${status} where id = ${id}`;

test.each([
  ["payment", { p_payment_intent_id: null }],
  ["fence", { p_fence: null }],
])("refuses a refund or dispute without a %s", async (_, without) => {
  const { order, intent } = await aRefundableOrder(sql);
  const refusal = "a read is about something and has a fence";
  await expect(applyRefund(intent, 10_000, without)).rejects.toThrow(refusal);
  await expect(applyDispute(intent, "lost", without)).rejects.toThrow(refusal);
  expect(await storedOrder(sql, order.id)).toMatchObject({ refunded_cents: 0, dispute_status: null });
});

describe("apply_refund", () => {
  /** A refunded total and the order's state after it, or a status that staff set in between. */
  type Step = string | [cents: number, payment_status: string, review_reason: string | null];
  const failed = "refund_failed";

  test.each<[string, Step[]]>([
    [
      "cancels a paid order only when all of it is refunded",
      [
        [2_550, "paid", null],
        [5_000, "paid", null],
        [10_000, "canceled", null],
      ],
    ],
    [
      "returns an order to paid, for review, when its full refund fails",
      [
        [10_000, "canceled", null],
        [0, "paid", failed],
      ],
    ],
    [
      "returns an order to paid, for review, when part of its refund fails",
      [
        [4_000, "paid", null],
        [10_000, "canceled", null],
        [4_000, "paid", failed],
      ],
    ],
    ["keeps a canceled order canceled", ["canceled", [4_000, "canceled", null], [1_000, "canceled", failed]]],
    [
      "cancels an order that staff set to unpaid when all of it is refunded",
      ["unpaid", [4_000, "unpaid", null], [10_000, "canceled", null]],
    ],
    [
      "keeps an order unpaid when staff set it so before its full refund fails",
      [[10_000, "canceled", null], "unpaid", [0, "unpaid", failed]],
    ],
  ])("%s", async (_, steps) => {
    const { order, intent } = await aRefundableOrder(sql);
    for (const step of steps)
      if (typeof step === "string") await setTo(order.id, step);
      else {
        const [refunded_cents, payment_status, review_reason] = step;
        const { outcome } = await applyRefund(intent, refunded_cents);
        expect(outcome).toBe(refunded_cents === 10_000 ? "refunded" : "partial");
        const expected = { refunded_cents, payment_status, review_reason };
        expect(await storedOrder(sql, order.id)).toMatchObject(expected);
      }
  });

  test("records each new total as a public Stripe event, and ignores a repeated one", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    const outcomes = [];
    for (const cents of [2_550, 10_000, 10_000]) outcomes.push((await applyRefund(intent, cents)).outcome);
    expect(outcomes).toEqual(["partial", "refunded", "duplicate"]);
    const events = await sql`select type, to_value, public, message, actor_type from order_events
      where order_id = ${order.id} and type in ('refunded', 'payment_status') order by id`;
    const shared = { public: true, actor_type: "stripe" };
    expect(events.slice(1)).toEqual([
      { ...shared, type: "refunded", to_value: "$25.50", message: "Refunded $25.50 of $100.00" },
      { ...shared, type: "payment_status", to_value: "canceled", message: null },
      { ...shared, type: "refunded", to_value: "$100.00", message: "Refunded $100.00 of $100.00" },
    ]);
    expect(await applyCheckout(aPaidSession(order, { p_payment_intent_id: intent }))).toMatchObject({
      outcome: "duplicate",
    });
    expect((await storedOrder(sql, order.id)).payment_status).toBe("canceled");
  });

  test("frees the monthly quota only on a full refund", async () => {
    const member = { p_plan_type: "starter", p_rate_cents: 2500, p_monthly_limit: 100, p_num_cards: 100 };
    const { intent, userId } = await aRefundableOrder(sql, member);
    const full = { outcome: "over_allowance", remaining: 0 };
    for (const [cents, expected] of [
      [100, full],
      [249_999, full],
      [250_000, { outcome: "reserved", remaining: 99 }],
    ] as const) {
      await applyRefund(intent, cents);
      expect(await reserve(aReservation(userId, { ...member, p_num_cards: 1 }))).toMatchObject(expected);
    }
  });

  test("never overwrites a newer read with a stale or repeated one", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    const [older, newer] = [await nextFence(), await nextFence()];
    await applyRefund(intent, 4_200, { p_fence: newer });
    for (const p_fence of [older, newer])
      expect(await applyRefund(intent, 9_000, { p_fence })).toEqual({ outcome: "stale", order: null });
    expect(await storedOrder(sql, order.id)).toMatchObject({ refunded_cents: 4_200, payment_status: "paid" });
  });

  test("ignores an unknown payment, and records a refund on its payment's exception", async () => {
    expect(await applyRefund(aPaymentIntentId(), 100)).toEqual({ outcome: "unknown", order: null });
    const [session, intent] = [aSessionId(), aPaymentIntentId()];
    const order = await attachCheckout((await addUser(sql)).id);
    await applyCheckout(
      aPaidSession(order, { p_session_id: session, p_payment_intent_id: intent, p_amount_cents: 1 }),
    );
    expect(await applyRefund(intent, 1)).toEqual({ outcome: "noted", order: null });
    const [exception] = await exceptionsOf(sql, session);
    const payment = { order_id: order.id, payment_intent_id: intent, amount_cents: 1 };
    expect(exception?.detail).toMatchObject({ ...payment, refunded_cents: 1 });
  });

  test.each([
    ["more than was paid", 10_001, {}, "refund_exceeds_payment"],
    ["all of a payment in the other mode", 10_000, { p_livemode: true }, "livemode_mismatch"],
  ])("reports a refund of %s as an exception and changes nothing", async (_, cents, changes, reason) => {
    const { order, intent } = await aRefundableOrder(sql);
    expect(await applyRefund(intent, cents, changes)).toMatchObject({ outcome: "exception" });
    expect((await exceptionsOf(sql, order.stripe_session_id)).map((row) => row.reason)).toEqual([reason]);
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", refunded_cents: 0 });
  });

  test.each([[null], [-1]])("refuses an amount of %j", async (cents) => {
    await expect(applyRefund(aPaymentIntentId(), cents as number)).rejects.toThrow("apply_refund");
  });

  test("waits for a status change that staff are saving", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    await blockedBy(
      sql,
      (staff) => setTo(order.id, "unpaid", staff),
      () => applyRefund(intent, 10_000),
    );
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "canceled",
      refunded_cents: 10_000,
    });
  });

  const emailsOf = (orderId: string) => sql`
    select kind, payload from outbox where payload ->> 'order_id' = ${orderId} and sent_at is null order by id`;

  test("emails the amount of each refund, but not when one fails", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    await sql`delete from outbox where payload ->> 'order_id' = ${order.id}`;
    for (const total of [2_500, 2_500, 4_000, 2_500]) await applyRefund(intent, total);
    expect(await emailsOf(order.id)).toEqual([
      { kind: "order_refunded", payload: { order_id: order.id, cents: 2_500 } },
      { kind: "order_refunded", payload: { order_id: order.id, cents: 1_500 } },
    ]);
  });
});

describe("apply_dispute", () => {
  test("records each new status for staff only, and ignores stale reads and unknown payments", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    expect(await applyDispute(intent, "needs_response")).toMatchObject({ outcome: "noted" });
    expect(await applyDispute(intent, "needs_response")).toMatchObject({ outcome: "duplicate" });
    const { version } = await storedOrder(sql, order.id);
    expect(await applyDispute(intent, "won")).toMatchObject({
      outcome: "noted",
      order: { id: order.id, version: version + 1 },
    });
    const older = await applyDispute(intent, "needs_response", { p_fence: 1 });
    expect(older).toEqual({ outcome: "stale", order: null });
    expect(await applyDispute(aPaymentIntentId(), "won")).toEqual({ outcome: "unknown", order: null });
    expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: "won", review_reason: null });
    const events = (await eventsOf(sql, order.id)).filter(({ type }) => type === "dispute_status");
    expect(events).toMatchObject([
      { to_value: "needs_response", public: false },
      { to_value: "won", public: false },
    ]);
  });

  test("marks only the disputed order for review when the dispute is lost", async () => {
    const [disputed, other] = [await aRefundableOrder(sql), await aRefundableOrder(sql)];
    await applyDispute(disputed.intent, "lost");
    expect(await storedOrder(sql, disputed.order.id)).toMatchObject({
      dispute_status: "lost",
      review_reason: "dispute_lost",
      payment_status: "paid",
    });
    const untouched = { dispute_status: null, review_reason: null };
    expect(await storedOrder(sql, other.order.id)).toMatchObject(untouched);
  });

  test.each([
    ["keeps", "warning_needs_response", "warning_under_review", ["dispute_opened"]],
    ["repeats", "warning_needs_response", "needs_response", []],
  ])("%s the staff alert when %s becomes %s", async (_, former, status, alarms_notified) => {
    const { order, intent } = await aRefundableOrder(sql);
    await applyDispute(intent, former);
    await sql`update order_admin set alarms_notified = '{dispute_opened}' where order_id = ${order.id}`;
    await applyDispute(intent, status);
    const [row] = await sql`select alarms_notified from order_admin where order_id = ${order.id}`;
    expect(row).toEqual({ alarms_notified });
  });

  test("reopens its own payment's resolved exception only while the dispute is open", async () => {
    const resolved = async () => {
      const intent = aPaymentIntentId();
      const columns = { detail: { payment_intent_id: intent }, resolved_at: new Date() };
      return { id: await addException(sql, columns), intent };
    };
    const [disputed, other] = [await resolved(), await resolved()];
    const dispute = async (status: string) => {
      expect(await applyDispute(disputed.intent, status)).toMatchObject({ outcome: "noted" });
      return sql`select resolved_at is null as is_open, detail ->> 'dispute_status' as status
        from payment_exceptions where id in (${disputed.id}, ${other.id}) order by id`;
    };
    const untouched = { is_open: false, status: null };
    expect(await dispute("won")).toEqual([{ is_open: false, status: "won" }, untouched]);
    expect(await dispute("needs_response")).toEqual([{ is_open: true, status: "needs_response" }, untouched]);
    await sql`update payment_exceptions set resolved_at = now() where id = ${disputed.id}`;
  });

  test("keeps one exception with the current status of a membership dispute", async () => {
    const { customer } = await ensureCustomer(sql);
    const intent = aPaymentIntentId();
    const dispute = (status: string, p_customer_id: string) =>
      applyDispute(intent, status, { p_customer_id });
    expect(await dispute("needs_response", "cus_ofnobody")).toMatchObject({ outcome: "unknown" });
    expect(await dispute("needs_response", customer)).toEqual({ outcome: "noted", order: null });
    expect(await dispute("lost", customer)).toEqual({ outcome: "noted", order: null });
    const detail = expect.objectContaining({ customer_id: customer, dispute_status: "lost" });
    expect(await exceptionsOf(sql, intent)).toEqual([{ reason: "membership_disputed", detail }]);
  });

  test("reports a membership dispute even if the customer was deleted in Stripe", async () => {
    const { id, customer } = await ensureCustomer(sql);
    await syncMembership(customer, [aSubscription()]);
    const dispute = async () => {
      const intent = aPaymentIntentId();
      await applyDispute(intent, "needs_response", { p_customer_id: customer });
      return exceptionsOf(sql, intent);
    };
    await call(server, "mark_stripe_customer_deleted", { p_stripe_customer_id: customer });
    expect(await dispute()).toMatchObject([{ reason: "membership_disputed" }]);
    await call(server, "ensure_stripe_customer", { p_user_id: id, p_stripe_customer_id: `${customer}_next` });
    expect(await dispute()).toMatchObject([{ reason: "membership_disputed" }]);
  });
});

describe("staff refunds", () => {
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });

  type Begun = {
    outcome: string;
    is_first?: boolean;
    left_cents?: number;
    refunded_cents?: number;
    request_id?: string;
    request?: { id: string; attempt: number; status: string; failure: string | null };
    payment_intent_id?: string;
  };

  /** Adds an order of $250 paid by card, of which $50 was refunded. */
  const aRefundedOrder = () => addOrder(sql, { refunded_cents: 5_000 });

  const begin = (order: { id: string }, id: string, changes: Record<string, unknown> = {}) =>
    call<Begun>(server, "staff_begin_refund", {
      p_actor: member.id,
      p_request_id: id,
      p_order_id: order.id,
      p_amount_cents: 2_500,
      p_refunded_cents: 5_000,
      p_reason: " Two cards were missing ",
      p_alert_cents: 100_000_000,
      ...changes,
    });

  const finish = (id: string, attempt: number, failure: string | null = null) =>
    call<{ outcome: string }>(server, "staff_finish_refund", {
      p_request_id: id,
      p_attempt: attempt,
      p_stripe_refund_id: failure ? null : `re_${randomUUID()}`,
      p_failure: failure,
    });

  const refundEvents = async (order: { id: string }) =>
    (await eventsOf(sql, order.id)).map(({ type, to_value, actor_id }) => [type, to_value, actor_id]);
  const setRefunded = (order: { id: string }, cents: number) =>
    sql`update grading_orders set refunded_cents = ${cents} where id = ${order.id}`;

  test("records a request with its author and reason, and completes it once", async () => {
    const [order, id] = [await aRefundedOrder(), randomUUID()];
    expect(await begin(order, id)).toMatchObject({
      outcome: "started",
      is_first: true,
      payment_intent_id: order.stripe_payment_intent_id,
      request: { attempt: 1, status: "started" },
    });
    const [row] = await sql`select reason, requested_by, amount_cents from refund_requests where id = ${id}`;
    expect(row).toEqual({ reason: "Two cards were missing", requested_by: member.id, amount_cents: 2_500 });
    expect(await begin(order, id)).toMatchObject({ outcome: "started", is_first: false });
    expect(await finish(id, 1)).toEqual({ outcome: "done" });
    expect(await finish(id, 1)).toEqual({ outcome: "unchanged" });
    expect(await begin(order, id)).toMatchObject({ outcome: "done_before" });
    expect(await refundEvents(order)).toEqual([["refund_started", "$25.00", member.id]]);
  });

  test("starts one request when the same form is submitted twenty times concurrently", async () => {
    const [order, id] = [await aRefundedOrder(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(order, id)));
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 20 });
    expect(answers.filter(({ is_first }) => is_first)).toHaveLength(1);
    expect(await refundEvents(order)).toHaveLength(1);
  });

  test("starts one of two concurrently submitted forms and returns it to the other", async () => {
    const [order, ids] = [await aRefundedOrder(), [randomUUID(), randomUUID()]];
    const answers = await Promise.all(ids.map((id) => begin(order, id)));
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 1, refund_in_progress: 1 });
    const winner = ids[answers.findIndex(({ outcome }) => outcome === "started")];
    expect(answers.find(({ outcome }) => outcome === "refund_in_progress")?.request_id).toBe(winner);
  });

  test("retries a failed request as a new attempt and ignores the previous attempt", async () => {
    const [order, id] = [await aRefundedOrder(), randomUUID()];
    await begin(order, id);
    expect(await finish(id, 1, "x".repeat(900))).toEqual({ outcome: "failed" });
    const [row] = await sql`select status, length(failure) as length from refund_requests where id = ${id}`;
    expect(row).toEqual({ status: "failed", length: 500 });
    expect(await begin(order, id)).toMatchObject({
      outcome: "started",
      is_first: false,
      request: { id, attempt: 2, status: "started", failure: null },
    });
    expect(await finish(id, 1)).toEqual({ outcome: "unchanged" });
    expect(await finish(id, 2)).toEqual({ outcome: "done" });
    expect((await refundEvents(order)).map(([type]) => type)).toEqual(["refund_started", "refund_failed"]);
  });

  test("refunds the remaining amount in consecutive requests", async () => {
    const [order, first, second] = [await aRefundedOrder(), randomUUID(), randomUUID()];
    expect(await begin(order, first)).toMatchObject({ outcome: "started" });
    await finish(first, 1);
    await setRefunded(order, 7_500);
    const remainder = { p_amount_cents: 17_500, p_refunded_cents: 7_500 };
    expect(await begin(order, second, remainder)).toMatchObject({ outcome: "started", is_first: true });
  });

  test("repeats an unfinished request even if nothing remains to refund", async () => {
    const [order, id] = [await aRefundedOrder(), randomUUID()];
    const all = { p_amount_cents: 20_000 };
    await begin(order, id, all);
    await setRefunded(order, 25_000);
    expect(await begin(order, id, all)).toMatchObject({ outcome: "started", is_first: false });
  });

  test("refuses to retry a failed request above the remaining amount", async () => {
    const [order, id] = [await aRefundedOrder(), randomUUID()];
    await begin(order, id);
    await finish(id, 1, "no such key");
    await setRefunded(order, 24_000);
    expect(await begin(order, id)).toEqual({ outcome: "refund_too_much", left_cents: 1_000 });
  });

  test("hides only the resubmitted request from the reconcile job", async () => {
    const [resubmitted, other] = [randomUUID(), randomUUID()];
    const order = await aRefundedOrder();
    await begin(order, resubmitted);
    await begin(await aRefundedOrder(), other);
    await sql`update refund_requests set updated_at = '2001-01-01' where id in (${resubmitted}, ${other})`;
    expect(await begin(order, resubmitted)).toMatchObject({ is_first: false, request: { id: resubmitted } });
    const stuck = await sql`select id from refund_requests
      where id in (${resubmitted}, ${other}) and updated_at < now() - interval '5 minutes'`;
    expect(stuck).toEqual([{ id: other }]);
  });

  const notByCard = { outcome: "refund_not_by_card" };
  const unread = { p_refunded_cents: 0 };
  test.each<[string, () => Promise<StoredOrder>, Record<string, unknown>, object]>([
    [
      "above what remains",
      aRefundedOrder,
      { p_amount_cents: 20_001 },
      { outcome: "refund_too_much", left_cents: 20_000 },
    ],
    [
      "when more is refunded than the form showed",
      aRefundedOrder,
      unread,
      { outcome: "refund_outdated", refunded_cents: 5_000 },
    ],
    [
      "of an order not paid by card",
      () => addOrder(sql, { stripe_payment_intent_id: null }),
      unread,
      notByCard,
    ],
    [
      "of an unpaid order with a payment ID",
      () => addOrder(sql, { payment_status: "unpaid", stripe_payment_intent_id: aPaymentIntentId() }),
      unread,
      notByCard,
    ],
    ["of no order", aRefundedOrder, { p_order_id: randomUUID() }, { outcome: "order_not_found" }],
  ])("refuses a refund %s", async (_, order, changes, expected) => {
    const id = randomUUID();
    expect(await begin(await order(), id, changes)).toEqual(expected);
    expect(await sql`select 1 from refund_requests where id = ${id}`).toHaveLength(0);
  });

  test("refuses a request ID used for another order or amount", async () => {
    const [order, other, id] = [await aRefundedOrder(), await aRefundedOrder(), randomUUID()];
    await begin(order, id);
    const reused = { outcome: "refund_form_reused" };
    expect(await begin(other, id)).toEqual(reused);
    expect(await begin(order, id, { p_amount_cents: 2_501 })).toEqual(reused);
  });
});
