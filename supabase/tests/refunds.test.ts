import { randomUUID } from "node:crypto";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { aSubscription } from "../../sandbox/builders/membership";
import { shuffle } from "../../sandbox/builders/random";
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
  applyRefund,
  aRefundableOrder,
  aReservation,
  attachCheckout,
  ensureCustomer,
  expectSomebodyWaits,
  nextFence,
  type Reservation,
  syncMembership,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();

describe("refunds", () => {
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
    expect(await ask()).toMatchObject({ outcome: "over_allowance", remaining: 0 });
    await applyRefund(intent, 249_999);
    expect(await ask()).toMatchObject({ outcome: "over_allowance", remaining: 0 });
    await applyRefund(intent, 250_000);
    expect(await ask()).toMatchObject({ outcome: "reserved", remaining: 99 });
  });

  test("an older read never overwrites a newer one, whatever their amounts", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    const reads = await Promise.all(Array.from({ length: 50 }, () => nextFence()));
    const last = Math.max(...reads);
    const amountOf = (at: number) => (at === last ? 4_200 : (at * 7) % 10_000);
    await Promise.all(shuffle(reads).map((at) => applyRefund(intent, amountOf(at), { p_fence: at })));
    expect(await applyRefund(intent, 9_000, { p_fence: last - 1 })).toEqual({
      outcome: "stale",
      order: null,
    });
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
});

describe("refunds conditions", () => {
  const setTo = (id: string, status: string) =>
    sql`update grading_orders set payment_status = ${status} where id = ${id}`;

  test("an order that staff have set back stays unpaid when its full refund fails", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    await applyRefund(intent, 10_000);
    await setTo(order.id, "unpaid");
    await applyRefund(intent, 0);
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "unpaid", refunded_cents: 0 });
  });

  test("an order that is canceled stays so when a part of its money goes back, or comes again", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    await setTo(order.id, "canceled");
    for (const cents of [4_000, 1_000]) {
      await applyRefund(intent, cents);
      expect(await storedOrder(sql, order.id)).toMatchObject({
        payment_status: "canceled",
        refunded_cents: cents,
      });
    }
  });

  test("money that goes back puts no order before staff; that it came again does", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    for (const [cents, review_reason] of [
      [4_000, null],
      [10_000, null],
      [4_000, "refund_failed"],
    ] as const) {
      await applyRefund(intent, cents);
      expect(await storedOrder(sql, order.id)).toMatchObject({ refunded_cents: cents, review_reason });
    }
  });

  test("a full refund of the other mode is told as that, not as too much", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    expect(await applyRefund(intent, 10_000, { p_livemode: true })).toMatchObject({ outcome: "exception" });
    const [exception, ...more] = await exceptionsOf(sql, order.stripe_session_id);
    expect(more).toEqual([]);
    expect(exception).toMatchObject({ reason: "livemode_mismatch" });
  });

  test("an order that staff have set back to unpaid is canceled once all of its payment went back", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    await setTo(order.id, "unpaid");
    await applyRefund(intent, 4_000);
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "unpaid",
      refunded_cents: 4_000,
    });
    await applyRefund(intent, 10_000);
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "canceled",
      refunded_cents: 10_000,
    });
  });

  test("what staff are setting at this moment is waited for", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    let refunded: Promise<unknown> = Promise.resolve();
    await sql.begin(async (staff) => {
      await staff`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
      refunded = applyRefund(intent, 10_000);
      await expectSomebodyWaits(staff);
    });
    await refunded;
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "canceled",
      refunded_cents: 10_000,
    });
  });

  test.each([
    ["payment", { p_payment_intent_id: null }],
    ["fence", { p_fence: null }],
  ])("what was read without a %s is refused as that, and changes nothing", async (_, without) => {
    const { order, intent } = await aRefundableOrder(sql);
    const refusal = "a read is about something and has a fence";
    await expect(applyRefund(intent, 10_000, without)).rejects.toThrow(refusal);
    const dispute = { p_payment_intent_id: intent, p_fence: await nextFence(), p_status: "lost", ...without };
    await expect(call(serverClient(), "apply_dispute", dispute)).rejects.toThrow(refusal);
    expect(await storedOrder(sql, order.id)).toMatchObject({ refunded_cents: 0, dispute_status: null });
  });

  test("a dispute is noted with the order that was paid, and with no other", async () => {
    const [disputed, other] = [await aRefundableOrder(sql), await aRefundableOrder(sql)];
    const args = { p_payment_intent_id: disputed.intent, p_fence: await nextFence(), p_status: "lost" };
    const answer = await call(serverClient(), "apply_dispute", args);
    expect(answer).toMatchObject({
      outcome: "noted",
      order: { id: disputed.order.id },
    });
    expect(await storedOrder(sql, disputed.order.id)).toMatchObject({ dispute_status: "lost" });
    expect(await storedOrder(sql, other.order.id)).toMatchObject({
      dispute_status: null,
      review_reason: null,
    });
  });

  test("a dispute that is told again answers with the order as staff are setting it at this moment", async () => {
    const { order, intent } = await aRefundableOrder(sql);
    const dispute = async () =>
      call(serverClient(), "apply_dispute", {
        p_payment_intent_id: intent,
        p_fence: await nextFence(),
        p_status: "lost",
      });
    await dispute();
    let again: Promise<unknown> = Promise.resolve();
    await sql.begin(async (staff) => {
      await staff`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
      again = dispute();
      await expectSomebodyWaits(staff);
    });
    expect(await again).toMatchObject({ outcome: "duplicate", order: { payment_status: "unpaid" } });
  });

  test.each([
    ["an inquiry goes on", "warning_needs_response", "warning_under_review", ["dispute_opened"]],
    ["a dispute goes on", "needs_response", "under_review", ["dispute_opened"]],
    ["an inquiry becomes a dispute", "warning_needs_response", "needs_response", []],
    ["one that was won is opened again", "won", "needs_response", []],
  ])(
    "that %s is news to staff only where it has another deadline",
    async (_, former, status, alarms_notified) => {
      const { order, intent } = await aRefundableOrder(sql);
      const dispute = async (p_status: string) =>
        call(serverClient(), "apply_dispute", {
          ...{ p_payment_intent_id: intent, p_fence: await nextFence(), p_status },
        });
      await dispute(former);
      await sql`update order_admin set alarms_notified = '{dispute_opened}' where order_id = ${order.id}`;
      await dispute(status);
      const [row] = await sql`select alarms_notified from order_admin where order_id = ${order.id}`;
      expect(row).toEqual({ alarms_notified });
    },
  );

  test("what was settled of money that fits no order stays so by a dispute that is over, and by one of other money", async () => {
    const settled = async () => {
      const payment_intent_id = aPaymentIntentId();
      const resolved_at = new Date();
      return {
        id: await addException(sql, { detail: { payment_intent_id }, resolved_at }),
        payment_intent_id,
      };
    };
    const [money, other] = [await settled(), await settled()];
    const dispute = async (p_status: string) => {
      const args = { p_payment_intent_id: money.payment_intent_id, p_fence: await nextFence(), p_status };
      expect(await call(serverClient(), "apply_dispute", args)).toMatchObject({ outcome: "noted" });
      return sql`select resolved_at is null as is_open, detail ->> 'dispute_status' as status
      from payment_exceptions where id in (${money.id}, ${other.id}) order by id`;
    };
    const untouched = { is_open: false, status: null };
    expect(await dispute("won")).toEqual([{ is_open: false, status: "won" }, untouched]);
    expect(await dispute("needs_response")).toEqual([{ is_open: true, status: "needs_response" }, untouched]);
    await sql`update payment_exceptions set resolved_at = now() where id = ${money.id}`;
  });
});

describe("staff refunds", () => {
  const sql = connect();
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });
  afterAll(() => sql.end());

  type Begun = {
    outcome: string;
    is_first?: boolean;
    left_cents?: number;
    refunded_cents?: number;
    request_id?: string;
    request?: { id: string; attempt: number; status: string; failure: string | null };
    payment_intent_id?: string;
  };

  /** An order of $250 paid by card, of which $50 have gone back already. */
  const aRefundedOrder = () => addOrder(sql, { refunded_cents: 5_000 });

  const begin = (order: { id: string }, id: string, changes: Record<string, unknown> = {}) =>
    call<Begun>(serverClient(), "staff_begin_refund", {
      p_actor: member.id,
      p_request_id: id,
      p_order_id: order.id,
      p_amount_cents: 2_500,
      p_refunded_cents: 5_000,
      p_reason: " Two cards were missing ",
      p_alert_cents: 100_000_000,
      ...changes,
    });

  const finish = (
    id: string,
    attempt: number,
    failure: string | null = null,
    refund = `re_${randomUUID()}`,
  ) =>
    call<{ outcome: string }>(serverClient(), "staff_finish_refund", {
      p_request_id: id,
      p_attempt: attempt,
      p_stripe_refund_id: failure ? null : refund,
      p_failure: failure,
    });

  const refundEvents = async (order: { id: string }) =>
    (await eventsOf(sql, order.id)).map(({ type, to_value, actor_id }) => [type, to_value, actor_id]);

  test("it is written down with who and why before anything is asked, and done once", async () => {
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

  test("the same form pressed twenty times at once is one request", async () => {
    const [order, id] = [await aRefundedOrder(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(order, id)));
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 20 });
    expect(answers.filter(({ is_first }) => is_first)).toHaveLength(1);
    expect(await refundEvents(order)).toHaveLength(1);
  });

  test("of two forms at once one begins, and the other is told which", async () => {
    const [order, ids] = [await aRefundedOrder(), [randomUUID(), randomUUID()]];
    const answers = await Promise.all(ids.map((id) => begin(order, id)));
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 1, refund_in_progress: 1 });
    const winner = ids[answers.findIndex(({ outcome }) => outcome === "started")];
    expect(answers.find(({ outcome }) => outcome === "refund_in_progress")?.request_id).toBe(winner);
  });

  test("a failure is kept, told, and tried again as another attempt of the same request", async () => {
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
    // The late word of the first attempt changes nothing of the second.
    expect(await finish(id, 1)).toEqual({ outcome: "unchanged" });
    expect(await finish(id, 2)).toEqual({ outcome: "done" });
    expect((await refundEvents(order)).map(([type]) => type)).toEqual(["refund_started", "refund_failed"]);
  });

  test("all that is left may go back, in several refunds one after the other", async () => {
    const [order, first, second] = [await aRefundedOrder(), randomUUID(), randomUUID()];
    expect(await begin(order, first)).toMatchObject({ outcome: "started" });
    await finish(first, 1);
    await sql`update grading_orders set refunded_cents = 7_500 where id = ${order.id}`;
    const rest = { p_amount_cents: 17_500, p_refunded_cents: 7_500 };
    expect(await begin(order, second, rest)).toMatchObject({ outcome: "started", is_first: true });
  });

  test("one that went through unheard is asked about again, though nothing is left", async () => {
    const [order, id] = [await aRefundedOrder(), randomUUID()];
    const all = { p_amount_cents: 20_000 };
    await begin(order, id, all);
    await sql`update grading_orders set refunded_cents = 25_000 where id = ${order.id}`;
    expect(await begin(order, id, all)).toMatchObject({ outcome: "started", is_first: false });
  });

  test("one that failed is not tried again once more than what is left would go back", async () => {
    const [order, id] = [await aRefundedOrder(), randomUUID()];
    await begin(order, id);
    await finish(id, 1, "no such key");
    await sql`update grading_orders set refunded_cents = 24_000 where id = ${order.id}`;
    expect(await begin(order, id)).toEqual({ outcome: "refund_too_much", left_cents: 1_000 });
  });

  test("a second press holds the job off its own refund, and off no other", async () => {
    const [pressed, other] = [randomUUID(), randomUUID()];
    const order = await aRefundedOrder();
    await begin(order, pressed);
    await begin(await aRefundedOrder(), other);
    await sql`update refund_requests set updated_at = '2001-01-01' where id in (${pressed}, ${other})`;
    expect(await begin(order, pressed)).toMatchObject({ is_first: false, request: { id: pressed } });
    const stuck = await sql`select id from refund_requests
    where id in (${pressed}, ${other}) and updated_at < now() - interval '5 minutes'`;
    expect(stuck).toEqual([{ id: other }]);
  });

  describe("nothing begins", () => {
    type Case = [string, () => Promise<StoredOrder>, Record<string, unknown>, object];
    const paid = aRefundedOrder;
    test.each<Case>([
      [
        "above what is left",
        paid,
        { p_amount_cents: 20_001 },
        { outcome: "refund_too_much", left_cents: 20_000 },
      ],
      [
        "when more has gone back than the form knew",
        paid,
        { p_refunded_cents: 0 },
        { outcome: "refund_outdated", refunded_cents: 5_000 },
      ],
      [
        "for an order that was not paid by card",
        () => addOrder(sql, { stripe_payment_intent_id: null }),
        { p_refunded_cents: 0 },
        { outcome: "refund_not_by_card" },
      ],
      [
        "for an unpaid order",
        () => addOrder(sql, { payment_status: "unpaid" }),
        { p_refunded_cents: 0 },
        { outcome: "refund_not_by_card" },
      ],
      [
        "for an order whose payment was named and has not come",
        () => addOrder(sql, { payment_status: "unpaid", stripe_payment_intent_id: aPaymentIntentId() }),
        { p_refunded_cents: 0 },
        { outcome: "refund_not_by_card" },
      ],
      ["for no order", paid, { p_order_id: randomUUID() }, { outcome: "order_not_found" }],
    ])("%s", async (_, order, changes, expected) => {
      const id = randomUUID();
      expect(await begin(await order(), id, changes)).toEqual(expected);
      expect(await sql`select 1 from refund_requests where id = ${id}`).toHaveLength(0);
    });

    test("with the id of a request for another order or amount", async () => {
      const [order, other, id] = [await paid(), await paid(), randomUUID()];
      await begin(order, id);
      expect(await begin(other, id)).toEqual({ outcome: "refund_form_reused" });
      expect(await begin(order, id, { p_amount_cents: 2_501 })).toEqual({ outcome: "refund_form_reused" });
    });

    test("with an id that another order's request is written with at the same moment", async () => {
      const [order, other, id] = [await paid(), await paid(), randomUUID()];
      let second: Promise<unknown> = Promise.resolve();
      await sql.begin(async (tx) => {
        await tx`select staff_begin_refund(${member.id}, ${id}, ${order.id}, 2500, 5000, 'first', 100000000)`;
        second = begin(other, id).catch((error: Error) => error.message);
        await expectSomebodyWaits(tx);
      });
      expect(await second).toMatch(/another payment|23505/);
      expect(await sql`select order_id from refund_requests where id = ${id}`).toEqual([
        { order_id: order.id },
      ]);
    });

    test("by somebody who is no staff", async () => {
      const [order, person, id] = [await paid(), await addUser(sql), randomUUID()];
      await expect(begin(order, id, { p_actor: person.id })).rejects.toThrow(/staff|42501|permission/i);
      expect(await sql`select 1 from refund_requests where id = ${id}`).toHaveLength(0);
    });
  });
});
