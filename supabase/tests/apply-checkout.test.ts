import { aSessionId } from "../../sandbox/builders/ids";
import { addUser, confirmationsOf, eventsOf, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import { aPaidSession, applyCheckout, attachCheckout, sessions } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();

describe("transitions of the order whose session it is", () => {
  type Row = [
    from: string,
    session: keyof typeof sessions,
    outcome: string,
    to: string,
    review: string | null,
  ];
  const rows: Row[] = [
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
  ];
  const reach: Record<string, keyof typeof sessions | null> = {
    unpaid: null,
    pending: "delayed",
    failed: "asyncFailed",
    canceled: "expired",
    paid: "paid",
  };

  test.each(rows)("%s, session %s: %s, then %s", async (from, session, outcome, to, review) => {
    const order = await attachCheckout((await addUser(sql)).id);
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
  });

  test("paid is complete: amount, time, intent, receipt", async () => {
    const order = await attachCheckout((await addUser(sql)).id);
    const p_now = "2026-02-03T04:05:06Z";
    const answer = await applyCheckout(aPaidSession(order, { p_now, p_payment_intent_id: `pi_${order.id}` }));
    expect(answer.order).toMatchObject({
      total_paid: 100,
      stripe_payment_intent_id: `pi_${order.id}`,
      receipt_url: "https://pay.example.test/receipt",
    });
    expect(new Date(answer.order?.paid_at ?? 0).toISOString()).toBe("2026-02-03T04:05:06.000Z");
  });
});

describe("sticky once settled", () => {
  test.each(["unpaid", "canceled", "failed"])(
    "staff set %s by hand: a delivery changes nothing",
    async (status) => {
      const order = await attachCheckout((await addUser(sql)).id);
      const delivery = aPaidSession(order);
      await applyCheckout(delivery);
      await sql`update grading_orders set payment_status = ${status}, reservation_expires_at = null where id = ${order.id}`;
      for (const session of Object.values(sessions)) {
        expect((await applyCheckout({ ...delivery, ...session })).outcome).toBe("duplicate");
      }
      expect((await storedOrder(sql, order.id)).payment_status).toBe(status);
    },
  );
});

describe("marked paid by hand, then paid at Stripe", () => {
  /** An order with a payment page that staff set to paid, as the staff's form does it. */
  async function paidByHand(from: "unpaid" | "pending" | "failed" | "canceled") {
    const order = await attachCheckout((await addUser(sql)).id);
    await sql`update grading_orders set payment_status = ${from}, reservation_expires_at = null where id = ${order.id}`;
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee
              where id = ${order.id}`;
    return order;
  }

  test.each([
    ["pending", null],
    ["unpaid", "also_paid_by_card"],
    ["failed", "also_paid_by_card"],
    ["canceled", "also_paid_by_card"],
  ] as const)("the payment of an order that was %s is taken over, marked %j", async (from, review_reason) => {
    const order = await paidByHand(from);
    const delivery = aPaidSession(order, { p_payment_intent_id: `pi_${order.id}` });
    expect(await applyCheckout(delivery)).toMatchObject({
      outcome: "fulfilled",
      order: {
        payment_status: "paid",
        total_paid: 100,
        stripe_payment_intent_id: `pi_${order.id}`,
        receipt_url: "https://pay.example.test/receipt",
      },
    });
    expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason });
    expect((await applyCheckout(delivery)).outcome).toBe("duplicate");
    const events = await eventsOf(sql, order.id);
    expect(events.at(-1)).toMatchObject({
      type: "payment_adopted",
      from_value: "$100.00",
      to_value: "$100.00",
      public: false,
    });
  });

  test.each([
    ["pending", "debit_failed"],
    ["unpaid", null],
  ] as const)(
    "when the payment of one that was %s fails instead, it is marked %j",
    async (from, review_reason) => {
      const order = await paidByHand(from);
      const failed = aPaidSession(order, {
        p_payment_status: "unpaid",
        p_session_status: "complete",
        p_async_failed: true,
      });
      expect((await applyCheckout(failed)).outcome).toBe("duplicate");
      expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", review_reason });
      // Staff have looked: heard again it is not marked again.
      await sql`update order_admin set review_reason = null where order_id = ${order.id}`;
      await sql`insert into order_events (order_id, type, from_value) values (${order.id}, 'review_reason', 'debit_failed')`;
      await applyCheckout(failed);
      expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: null });
    },
  );

  test("a payment of another amount, for which it was set to paid, is not said to have come twice", async () => {
    const order = await attachCheckout((await addUser(sql)).id);
    const other = aPaidSession(order, { p_amount_cents: 9_900 });
    expect(await applyCheckout(other)).toMatchObject({ outcome: "exception", reason: "amount_mismatch" });
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee,
              reservation_expires_at = null where id = ${order.id}`;
    expect(await applyCheckout(other)).toMatchObject({ outcome: "fulfilled", order: { total_paid: 99 } });
    expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: null });
  });

  test("a guest's payment brings the address, and the confirmation goes there", async () => {
    const order = await attachCheckout(null);
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee,
              reservation_expires_at = null where id = ${order.id}`;
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

  test("what came counts, not what the order asked", async () => {
    const order = await paidByHand("pending");
    expect(await applyCheckout(aPaidSession(order, { p_amount_cents: 9_900 }))).toMatchObject({
      outcome: "fulfilled",
      order: { total_paid: 99 },
    });
  });

  test("an order that was set back to unpaid is paid", async () => {
    const order = await paidByHand("unpaid");
    await sql`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
    expect(await applyCheckout(aPaidSession(order))).toMatchObject({
      outcome: "fulfilled",
      order: { payment_status: "paid" },
    });
    expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: "also_paid_by_card" });
  });

  test("another currency, another session and another order's payment stay exceptions", async () => {
    const order = await paidByHand("pending");
    const refused = async (changes: Record<string, unknown>, reason: string) =>
      expect(await applyCheckout(aPaidSession(order, changes))).toMatchObject({
        outcome: "exception",
        reason,
      });
    await refused({ p_currency: "eur" }, "currency_mismatch");
    await refused({ p_session_id: aSessionId() }, "second_payment");
    const other = await attachCheckout((await addUser(sql)).id);
    const paid = aPaidSession(other);
    await applyCheckout(paid);
    await refused({ p_payment_intent_id: paid.p_payment_intent_id }, "payment_of_another_order");
    expect(await storedOrder(sql, order.id)).toMatchObject({ stripe_payment_intent_id: null });
  });
});

describe("an amount that differs and was accepted", () => {
  const accept = (sessionId: string, cents: number) => sql`
    update payment_exceptions set resolved_at = now(), accepted_cents = ${cents} where stripe_session_id = ${sessionId}`;

  test("is booked, whoever asks next; any other amount is not", async () => {
    const order = await attachCheckout((await addUser(sql)).id);
    const delivery = aPaidSession(order, { p_amount_cents: 5_000 });
    expect((await applyCheckout(delivery)).reason).toBe("amount_mismatch");
    await accept(String(delivery.p_session_id), 4_999);
    expect((await applyCheckout(delivery)).reason).toBe("amount_mismatch");
    await accept(String(delivery.p_session_id), 5_000);
    expect(await applyCheckout(delivery)).toMatchObject({
      outcome: "fulfilled",
      order: { payment_status: "paid", total_paid: 50, grading_fee: 100 },
    });
  });
});
