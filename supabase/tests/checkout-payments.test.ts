import { randomUUID } from "node:crypto";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { addUser, confirmationsOf, eventsOf, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  attachCheckout,
  reserveOrder,
  sessions,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();

/** An account's order of $100 with an open payment page. */
const anOrder = async (changes = {}) => attachCheckout((await addUser(sql)).id, changes);

const setStatus = (id: string, status: string) =>
  sql`update grading_orders set payment_status = ${status}, reservation_expires_at = null where id = ${id}`;

const markPaid = (id: string) => sql`
  update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee,
    reservation_expires_at = null where id = ${id}`;

/** An order that staff marked paid. */
async function markedPaid(from: string) {
  const order = await anOrder();
  await setStatus(order.id, from);
  await markPaid(order.id);
  return order;
}

describe("the order's own session", () => {
  type State = keyof typeof sessions;
  const reach: Record<string, State | null> = {
    unpaid: null,
    pending: "delayed",
    failed: "asyncFailed",
    canceled: "expired",
    paid: "paid",
  };

  test.each<[from: string, session: State, outcome: string, to: string, review: string | null]>([
    ["unpaid", "open", "noop", "unpaid", null],
    ["unpaid", "paid", "fulfilled", "paid", null],
    ["unpaid", "delayed", "pending", "pending", null],
    ["unpaid", "asyncFailed", "failed", "failed", null],
    ["unpaid", "expired", "canceled", "canceled", null],
    ["pending", "open", "noop", "pending", null],
    ["pending", "paid", "fulfilled", "paid", null],
    ["pending", "delayed", "pending", "pending", null],
    ["pending", "asyncFailed", "failed", "failed", null],
    ["pending", "expired", "noop", "pending", null],
    ["failed", "open", "noop", "failed", null],
    ["failed", "paid", "fulfilled", "paid", "paid_after_failed"],
    ["failed", "delayed", "noop", "failed", null],
    ["failed", "asyncFailed", "failed", "failed", null],
    ["failed", "expired", "noop", "failed", null],
    ["canceled", "open", "noop", "canceled", null],
    ["canceled", "paid", "fulfilled", "paid", "paid_after_canceled"],
    ["canceled", "delayed", "noop", "canceled", null],
    ["canceled", "asyncFailed", "noop", "canceled", null],
    ["canceled", "expired", "canceled", "canceled", null],
    ["paid", "open", "duplicate", "paid", null],
    ["paid", "paid", "duplicate", "paid", null],
    ["paid", "delayed", "duplicate", "paid", null],
    ["paid", "asyncFailed", "duplicate", "paid", null],
    ["paid", "expired", "duplicate", "paid", null],
  ])(
    "moves an order from %s on a session that is %s (%s) to %s",
    async (from, session, outcome, to, review) => {
      const order = await anOrder();
      const step = reach[from];
      const delivery = aPaidSession(order);
      if (step) await applyCheckout({ ...delivery, ...sessions[step] });
      expect((await storedOrder(sql, order.id)).payment_status).toBe(from);

      const answer = await applyCheckout({ ...delivery, ...sessions[session] });
      const after = await storedOrder(sql, order.id);
      expect(answer).toMatchObject({
        outcome,
        reason: null,
        order: { payment_status: to },
        superseded_session_id: null,
      });
      expect(after).toMatchObject({
        payment_status: to,
        review_reason: review,
        stripe_session_id: order.stripe_session_id,
      });
      expect(after.reservation_expires_at === null).toBe(to !== "unpaid");
      expect(await confirmationsOf(sql, order.id)).toHaveLength(to === "paid" ? 1 : 0);
      expect(await exceptionsOf(sql, order.stripe_session_id)).toHaveLength(0);

      const again = await applyCheckout({ ...delivery, ...sessions[session] });
      expect(again.outcome).toBe(outcome === "fulfilled" ? "duplicate" : outcome);
      expect((await storedOrder(sql, order.id)).version).toBe(after.version);
    },
  );

  test("stores amount, time, payment and receipt of a payment in any spelling of its currency", async () => {
    const order = await anOrder();
    const p_now = "2026-02-03T04:05:06Z";
    const payment = { p_now, p_payment_intent_id: `pi_${order.id}`, p_currency: "USD" };
    const answer = await applyCheckout(aPaidSession(order, payment));
    expect(answer.order).toMatchObject({
      total_paid: 100,
      stripe_payment_intent_id: `pi_${order.id}`,
      receipt_url: "https://pay.example.test/receipt",
    });
    expect(new Date(answer.order?.paid_at ?? 0).toISOString()).toBe("2026-02-03T04:05:06.000Z");
  });

  test.each(["unpaid", "canceled", "failed"])(
    "changes nothing when staff set a paid order to %s",
    async (status) => {
      const order = await anOrder();
      const delivery = aPaidSession(order);
      await applyCheckout(delivery);
      await setStatus(order.id, status);
      for (const session of Object.values(sessions)) {
        expect((await applyCheckout({ ...delivery, ...session })).outcome).toBe("duplicate");
      }
      expect((await storedOrder(sql, order.id)).payment_status).toBe(status);
    },
  );

  test.each([
    ["expired", "canceled"],
    ["delayed", "pending"],
  ] as const)("ignores amount and currency when the session is %s", async (state, outcome) => {
    const odd = { ...sessions[state], p_amount_cents: 1, p_currency: "eur" };
    const answer = await applyCheckout(aPaidSession(await anOrder(), odd));
    expect(answer).toMatchObject({ outcome, reason: null });
  });
});

describe("an order that staff marked paid", () => {
  test.each([
    ["pending", 9_900, null],
    ["unpaid", 10_000, "also_paid_by_card"],
    ["failed", 10_000, "also_paid_by_card"],
    ["canceled", 10_000, "also_paid_by_card"],
  ])(
    "takes the payment and its amount when it was %s (%i cents), and is marked %j",
    async (from, cents, review_reason) => {
      const order = await markedPaid(from);
      const delivery = aPaidSession(order, { p_payment_intent_id: `pi_${order.id}`, p_amount_cents: cents });
      expect(await applyCheckout(delivery)).toMatchObject({
        outcome: "fulfilled",
        order: {
          payment_status: "paid",
          total_paid: cents / 100,
          stripe_payment_intent_id: `pi_${order.id}`,
          receipt_url: "https://pay.example.test/receipt",
        },
      });
      expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason });
      expect((await applyCheckout(delivery)).outcome).toBe("duplicate");
      expect((await eventsOf(sql, order.id)).at(-1)).toMatchObject({
        type: "payment_adopted",
        from_value: "$100.00",
        to_value: `$${cents / 100}.00`,
        public: false,
      });
    },
  );

  test.each<[string, object, object, string | null]>([
    ["is open", {}, {}, null],
    ["was accepted for this amount", {}, { resolved_at: new Date(), accepted_cents: 9_900 }, null],
    [
      "was accepted for another amount",
      {},
      { resolved_at: new Date(), accepted_cents: 9_800 },
      "also_paid_by_card",
    ],
    ["was closed without accepting it", {}, { resolved_at: new Date() }, "also_paid_by_card"],
    ["is about the currency", { p_currency: "eur", p_amount_cents: 10_000 }, {}, "also_paid_by_card"],
  ])("takes its payment when a mismatch %s", async (_, mismatch, exception, review_reason) => {
    const order = await anOrder();
    const delivery = aPaidSession(order, { p_amount_cents: 9_900 });
    expect((await applyCheckout({ ...delivery, ...mismatch })).outcome).toBe("exception");
    await sql`update payment_exceptions set ${sql({ resolved_at: null, ...exception })}
      where stripe_session_id = ${order.stripe_session_id}`;
    await markPaid(order.id);
    expect(await applyCheckout(delivery)).toMatchObject({ outcome: "fulfilled", order: { total_paid: 99 } });
    expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason });
  });

  test("makes the accepted refund of its missing cards due, and no other", async () => {
    const [order, other] = [await markedPaid("pending"), await markedPaid("pending")];
    const short = { kind: "short", qty: 1, unit_cents: 2_500, amount_cents: -2_500, deadline_at: new Date() };
    const add = async (columns: object, { id } = order) => {
      const row = { ...short, status: "accepted", chosen_option: "refund", ...columns, order_id: id };
      const [added] = await sql`insert into order_adjustments ${sql(row)} returning id`;
      return String(added?.id);
    };
    const due = await add({});
    for (const columns of [
      { kind: "extra", amount_cents: 2_500, chosen_option: "pay" },
      { status: "declined" },
      { chosen_option: "send_rest" },
    ])
      await add(columns);
    await add({}, other);
    const scheduled = await add({ next_look_at: new Date("2031-01-01") });
    await applyCheckout(aPaidSession(order));
    const waiting = await sql`select id, next_look_at < '2031-01-01' as is_due from order_adjustments
      where order_id in (${order.id}, ${other.id}) and next_look_at is not null`;
    expect(new Map(waiting.map(({ id, is_due }) => [id, is_due]))).toEqual(
      new Map([
        [due, true],
        [scheduled, false],
      ]),
    );
    await sql`delete from order_adjustments where order_id in (${order.id}, ${other.id})`;
  });

  test("takes a guest's email and address from the payment and sends one confirmation", async () => {
    const order = await attachCheckout(null);
    await markPaid(order.id);
    const shipping = { full_name: "Pat", city: "Reno" };
    const delivery = aPaidSession(order, { p_email: " Pat@example.test", p_shipping: shipping });
    expect(await confirmationsOf(sql, order.id)).toHaveLength(0);
    expect(await applyCheckout(delivery)).toMatchObject({
      outcome: "fulfilled",
      order: { guest_email: "pat@example.test", return_address: shipping },
    });
    await applyCheckout(delivery);
    expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
  });

  test("is paid when staff set it back to unpaid", async () => {
    const order = await markedPaid("unpaid");
    await setStatus(order.id, "unpaid");
    expect(await applyCheckout(aPaidSession(order))).toMatchObject({
      outcome: "fulfilled",
      order: { payment_status: "paid" },
    });
    expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: "also_paid_by_card" });
  });

  test("refuses another currency, another session and another order's payment", async () => {
    const order = await markedPaid("pending");
    const paid = aPaidSession(await anOrder());
    await applyCheckout(paid);
    for (const [changes, reason] of [
      [{ p_currency: "eur" }, "currency_mismatch"],
      [{ p_session_id: aSessionId() }, "second_payment"],
      [{ p_payment_intent_id: paid.p_payment_intent_id }, "payment_of_another_order"],
    ] as const)
      expect(await applyCheckout(aPaidSession(order, changes))).toMatchObject({
        outcome: "exception",
        reason,
      });
    expect(await storedOrder(sql, order.id)).toMatchObject({ stripe_payment_intent_id: null });
  });

  test.each([
    ["open", {}],
    ["expired", {}],
    ["paid", { p_payment_intent_id: null }],
  ] as const)("ignores its session that is %s without a payment", async (state, changes) => {
    const order = await markedPaid("unpaid");
    const answer = await applyCheckout(aPaidSession(order, { ...sessions[state], ...changes }));
    expect(answer).toMatchObject({ outcome: "duplicate", reason: null });
    expect(await exceptionsOf(sql, order.stripe_session_id)).toEqual([]);
  });

  test.each([
    ["was never pending", "unpaid", {}],
    ["was canceled since", "pending", { payment_status: "canceled" }],
    ["has another payment", "pending", { stripe_payment_intent_id: aPaymentIntentId() }],
  ])("isn't marked for review on a failed debit when it %s", async (_, from, changes) => {
    const order = await markedPaid(from);
    const expected = { payment_status: "paid", ...changes };
    await sql`update grading_orders set ${sql(expected)} where id = ${order.id}`;
    const answer = await applyCheckout(aPaidSession(order, sessions.asyncFailed));
    expect(answer).toMatchObject({ outcome: "duplicate", reason: null });
    expect(await storedOrder(sql, order.id)).toMatchObject({ ...expected, review_reason: null });
  });

  test.each([
    ["marks a failed debit for review", null, null, "debit_failed"],
    ["marks a failed debit when staff reviewed something else", null, "refund_failed", "debit_failed"],
    ["doesn't mark a failed debit again when staff reviewed it", null, "debit_failed", null],
    ["keeps another open review when its debit fails", "refund_failed", null, "refund_failed"],
  ])("%s", async (_, reason, from_value, expected) => {
    const order = await markedPaid("pending");
    await sql`insert into order_admin (order_id, review_reason) values (${order.id}, ${reason})
      on conflict (order_id) do update set review_reason = excluded.review_reason`;
    if (from_value)
      await sql`insert into order_events ${sql({ order_id: order.id, type: "review_reason", from_value })}`;
    await applyCheckout(aPaidSession(order, sessions.asyncFailed));
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "paid",
      review_reason: expected,
    });
  });
});

describe("a payment that doesn't match its order", () => {
  test.each([
    ["one cent more", { p_amount_cents: 10_001 }, "amount_mismatch"],
    ["one cent less", { p_amount_cents: 9_999 }, "amount_mismatch"],
    ["no amount", { p_amount_cents: null }, "amount_mismatch"],
    ["nothing to pay", { p_amount_cents: 0, p_payment_status: "no_payment_required" }, "amount_mismatch"],
    ["euros", { p_currency: "eur" }, "currency_mismatch"],
    ["live money in test mode", { p_livemode: true }, "livemode_mismatch"],
    ["test money in live mode", { p_expected_livemode: true }, "livemode_mismatch"],
  ])("reports %s as one exception and fulfills nothing", async (_, changes, reason) => {
    const order = await anOrder();
    const delivery = aPaidSession(order, changes);
    expect(await applyCheckout(delivery)).toMatchObject({
      outcome: "exception",
      reason,
      order: { payment_status: "unpaid" },
    });
    expect((await applyCheckout(delivery)).outcome).toBe("exception");
    expect(await exceptionsOf(sql, order.stripe_session_id)).toMatchObject([{ reason }]);
    expect(await confirmationsOf(sql, order.id)).toHaveLength(0);
  });

  test("records only the different amount that staff accepted", async () => {
    const order = await anOrder();
    const delivery = aPaidSession(order, { p_amount_cents: 5_000 });
    const accept = (cents: number) => sql`update payment_exceptions
      set resolved_at = now(), accepted_cents = ${cents} where stripe_session_id = ${order.stripe_session_id}`;
    expect((await applyCheckout(delivery)).reason).toBe("amount_mismatch");
    await accept(4_999);
    expect((await applyCheckout(delivery)).reason).toBe("amount_mismatch");
    await accept(5_000);
    expect(await applyCheckout(delivery)).toMatchObject({
      outcome: "fulfilled",
      order: { payment_status: "paid", total_paid: 50, grading_fee: 100 },
    });
  });

  test("reports a payment without an order once, and ignores a session without a payment", async () => {
    const ghost = { ...(await anOrder()), id: randomUUID(), stripe_session_id: aSessionId() };
    const delivery = aPaidSession(ghost);
    for (const session of [sessions.open, sessions.expired]) {
      expect(await applyCheckout({ ...delivery, ...session })).toMatchObject({
        outcome: "noop",
        order: null,
      });
    }
    expect(await exceptionsOf(sql, ghost.stripe_session_id)).toHaveLength(0);
    const missing = { outcome: "exception", reason: "order_not_found", order: null };
    for (const changes of [sessions.delayed, sessions.paid, { p_order_id: null }])
      expect(await applyCheckout({ ...delivery, ...changes })).toMatchObject(missing);
    expect(await exceptionsOf(sql, ghost.stripe_session_id)).toMatchObject([{ reason: "order_not_found" }]);
  });

  test.each(["p_session_id", "p_payment_intent_id"])("refuses the %s of another order", async (shared) => {
    const [first, second] = [await anOrder(), await anOrder()];
    const paid = aPaidSession(first);
    await applyCheckout(paid);
    const answer = await applyCheckout(aPaidSession(second, { [shared]: paid[shared] }));
    expect(answer).toMatchObject({ outcome: "exception", reason: "payment_of_another_order" });
    expect((await storedOrder(sql, second.id)).payment_status).toBe("unpaid");
  });

  test("refuses another order's expired session and changes neither order", async () => {
    const [order, other] = [await anOrder(), await anOrder()];
    await sql`update grading_orders set stripe_session_id = null where id = ${order.id}`;
    const answer = await applyCheckout(
      aPaidSession(order, { ...sessions.expired, p_session_id: other.stripe_session_id }),
    );
    expect(answer).toMatchObject({ outcome: "exception", reason: "payment_of_another_order" });
    for (const { id } of [order, other])
      expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "unpaid" });
  });
});

describe("several sessions of one order", () => {
  test("takes a former session's payment and returns the open one to expire", async () => {
    const order = await anOrder();
    const former = aSessionId();
    const answer = await applyCheckout(aPaidSession(order, { p_session_id: former }));
    expect(answer).toMatchObject({ outcome: "fulfilled", superseded_session_id: order.stripe_session_id });
    expect((await storedOrder(sql, order.id)).stripe_session_id).toBe(former);
    expect(await applyCheckout(aPaidSession(order))).toMatchObject({
      outcome: "exception",
      reason: "second_payment",
    });
    expect((await applyCheckout(aPaidSession(order, sessions.expired))).outcome).toBe("noop");
    expect((await storedOrder(sql, order.id)).payment_status).toBe("paid");
  });

  test.each(["expired", "asyncFailed"] as const)(
    "keeps the current session open when a former one is %s",
    async (state) => {
      const order = await anOrder();
      const former = { ...sessions[state], p_session_id: aSessionId() };
      expect((await applyCheckout(aPaidSession(order, former))).outcome).toBe("noop");
      expect((await storedOrder(sql, order.id)).payment_status).toBe("unpaid");
    },
  );

  test("fulfills an order by a session that was never attached", async () => {
    const order = await reserveOrder((await addUser(sql)).id);
    const session = aSessionId();
    expect((await applyCheckout(aPaidSession(order, { p_session_id: session }))).outcome).toBe("fulfilled");
    expect((await storedOrder(sql, order.id)).stripe_session_id).toBe(session);
  });
});

describe("a payment after the reservation expired", () => {
  const flag = "paid_after_reservation";

  /** An order, and the payment of it so many milliseconds after its reservation expires. */
  async function paidAfter(milliseconds: number, p_plan_type = "starter") {
    const order = await anOrder({ p_plan_type });
    const end = new Date(order.reservation_expires_at ?? 0);
    await sql`update grading_orders set reservation_expires_at = ${end} where id = ${order.id}`;
    const p_now = new Date(end.getTime() + milliseconds).toISOString();
    return { order, delivery: aPaidSession(order, { p_now }) };
  }
  const reviewOf = async ({ id }: { id: string }) => (await storedOrder(sql, id)).review_reason;

  test.each([
    ["flags a member's payment a minute late", "elite", 60_000, flag],
    ["doesn't flag a payment without a quota", "free", 60_000, null],
    ["doesn't flag a payment at the end", "elite", 0, null],
  ])("%s", async (_, plan, milliseconds, expected) => {
    const { order, delivery } = await paidAfter(milliseconds, plan);
    expect((await applyCheckout(delivery)).outcome).toBe("fulfilled");
    expect(await reviewOf(order)).toBe(expected);
  });

  test.each([
    ["clears the flag of a late debit that fails", "asyncFailed", "failed", null],
    ["keeps the flag of a late debit that succeeds", "paid", "paid", flag],
  ] as const)("%s", async (_, state, payment_status, review_reason) => {
    const { order, delivery } = await paidAfter(60_000);
    await applyCheckout({ ...delivery, ...sessions.delayed });
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "pending",
      review_reason: flag,
    });
    await applyCheckout({ ...delivery, ...sessions[state] });
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status, review_reason });
  });

  test("keeps other flags and other orders' flags when a late debit fails", async () => {
    const [failing, other] = [await paidAfter(60_000), await paidAfter(60_000)];
    for (const { delivery } of [failing, other]) await applyCheckout({ ...delivery, ...sessions.delayed });
    await sql`update order_admin set review_reason = 'refund_failed' where order_id = ${failing.order.id}`;
    await applyCheckout({ ...failing.delivery, ...sessions.asyncFailed });
    expect(await reviewOf(failing.order)).toBe("refund_failed");
    expect(await reviewOf(other.order)).toBe(flag);
  });
});

describe("email and address from the payment page", () => {
  const shipping = { full_name: "Gil Guest", address_line1: "1 Main St", city: "Reno", country: "US" };

  test("keeps a guest's email and address", async () => {
    const order = await attachCheckout(null);
    await applyCheckout(aPaidSession(order, { p_email: "  Gil@Example.TEST ", p_shipping: shipping }));
    expect(await storedOrder(sql, order.id)).toMatchObject({
      guest_email: "gil@example.test",
      return_address: shipping,
    });
  });

  test("keeps an account's own address and takes no email", async () => {
    const own = { ...shipping, full_name: "Own Name" };
    const order = await anOrder();
    await sql`update grading_orders set return_address = ${sql.json(own)} where id = ${order.id}`;
    await applyCheckout(aPaidSession(order, { p_email: "other@example.test", p_shipping: shipping }));
    expect(await storedOrder(sql, order.id)).toMatchObject({ guest_email: null, return_address: own });
  });

  const profile = { full_name: "Ann", address_line1: "2 Oak", city: "Bath", state: "ME" };
  test.each([
    [
      "copies the address of a complete profile",
      "04530",
      { ...profile, postal_code: "04530", country: "US" },
    ],
    ["stores no address from an incomplete profile", null, null],
  ])("%s", async (_, postal_code, address) => {
    const user = await addUser(sql);
    await sql`update profiles set ${sql({ ...profile, postal_code })} where user_id = ${user.id}`;
    const order = await attachCheckout(user.id);
    await applyCheckout(aPaidSession(order));
    expect((await storedOrder(sql, order.id)).return_address).toEqual(address);
  });
});

describe("the delivery of an event", () => {
  /** Applies a session with a delivery that the webhook recorded. Returns the answer and whether the delivery is processed. */
  async function deliver(changes: Record<string, unknown>) {
    const p_event_id = aSessionId().replace("cs_test_", "evt_");
    const event = { p_event_id, p_type: "checkout.session.completed", p_object_id: "cs_test_1" };
    await call(serverClient(), "record_stripe_event", { ...event, p_livemode: false });
    const order = await anOrder();
    const answer = await applyCheckout(aPaidSession(order, { p_event_id, ...changes }));
    const [row] = await sql`select processed_at from stripe_events where event_id = ${p_event_id}`;
    return { order, answer, isProcessed: row?.processed_at !== null };
  }

  test.each([
    ["paid session", sessions.paid],
    ["pending session", sessions.delayed],
    ["failed session", sessions.asyncFailed],
    ["expired session", sessions.expired],
    ["open session", sessions.open],
    ["payment exception", { p_currency: "eur" }],
  ])("is processed together with a %s", async (_, changes) => {
    const { answer, isProcessed } = await deliver(changes);
    expect(answer).toMatchObject({ is_event_done: true });
    expect(isProcessed).toBe(true);
  });

  test("stays open while another page of the order must be closed", async () => {
    const { order, answer, isProcessed } = await deliver({ p_session_id: aSessionId() });
    expect(answer).toMatchObject({
      outcome: "fulfilled",
      superseded_session_id: order.stripe_session_id,
      is_event_done: false,
    });
    expect(isProcessed).toBe(false);
  });
});
