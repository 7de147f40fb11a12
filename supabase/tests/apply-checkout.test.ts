import { addUser, confirmationsOf, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
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

  test("marked paid by hand, then paid at Stripe: staff hear of it", async () => {
    const order = await attachCheckout((await addUser(sql)).id);
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee
              where id = ${order.id}`;
    expect(await applyCheckout(aPaidSession(order))).toMatchObject({
      outcome: "exception",
      reason: "second_payment",
    });
  });
});
