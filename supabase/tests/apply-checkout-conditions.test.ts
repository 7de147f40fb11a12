import { randomUUID } from "node:crypto";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { addUser, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import { aPaidSession, applyCheckout, attachCheckout, sessions } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();
const anOrder = async () => attachCheckout((await addUser(sql)).id);

describe("a session that took nothing", () => {
  test.each([
    ["expired", "canceled"],
    ["delayed", "pending"],
    ["asyncFailed", "failed"],
    ["open", "noop"],
  ] as const)("and is %s is not judged by its amount or currency", async (state, outcome) => {
    const order = await anOrder();
    const odd = { ...sessions[state], p_amount_cents: 1, p_currency: "eur" };
    expect(await applyCheckout(aPaidSession(order, odd))).toMatchObject({ outcome, reason: null });
  });

  test.each([
    ["expired", "noop"],
    ["delayed", "exception"],
    ["paid", "exception"],
  ] as const)("of an order that is gone: %s is %s", async (state, outcome) => {
    const order = { ...(await anOrder()), id: randomUUID() };
    const answer = await applyCheckout(
      aPaidSession(order, { ...sessions[state], p_session_id: aSessionId() }),
    );
    expect(answer).toMatchObject({ outcome, order: null });
  });

  test("and is not the one by which its order ended is told nothing of that end", async () => {
    const order = await anOrder();
    await applyCheckout(aPaidSession(order, sessions.expired));
    const other = { ...sessions.expired, p_session_id: aSessionId() };
    expect(await applyCheckout(aPaidSession(order, other))).toMatchObject({
      outcome: "noop",
      order: { payment_status: "canceled", stripe_session_id: order.stripe_session_id },
    });
  });

  test("and is another order's changes neither of them", async () => {
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

describe("an order that staff have marked paid", () => {
  async function markedPaid(from: "unpaid" | "pending" = "unpaid") {
    const order = await anOrder();
    await sql`update grading_orders set payment_status = ${from}, reservation_expires_at = null where id = ${order.id}`;
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee
      where id = ${order.id}`;
    return order;
  }

  test.each([
    ["open", {}],
    ["expired", {}],
    ["paid", { p_payment_intent_id: null }],
  ] as const)(
    "learns nothing from its session when that is %s and names no payment",
    async (state, changes) => {
      const order = await markedPaid();
      const answer = await applyCheckout(aPaidSession(order, { ...sessions[state], ...changes }));
      expect(answer).toMatchObject({ outcome: "duplicate", reason: null });
      expect(await exceptionsOf(sql, order.stripe_session_id)).toEqual([]);
    },
  );

  test.each([
    ["was canceled since", { payment_status: "canceled" }],
    ["has its payment all the same", { stripe_payment_intent_id: aPaymentIntentId() }],
  ])("and that %s is not to be reviewed when a debit of it fails", async (_, changes) => {
    const order = await markedPaid("pending");
    await sql`update grading_orders set ${sql(changes)} where id = ${order.id}`;
    const answer = await applyCheckout(aPaidSession(order, sessions.asyncFailed));
    expect(answer).toMatchObject({ outcome: "duplicate", reason: null });
    expect(await storedOrder(sql, order.id)).toMatchObject({ ...changes, review_reason: null });
  });

  test.each([
    ["nobody has looked at anything", null, null, "debit_failed"],
    ["they looked at something else of it", null, "refund_failed", "debit_failed"],
    ["they have looked at that", null, "debit_failed", null],
    ["they have not looked at something else", "refund_failed", null, "refund_failed"],
  ])("is marked when its debit fails, and %s", async (_, reason, from_value, expected) => {
    const order = await markedPaid("pending");
    await sql`insert into order_admin (order_id, review_reason) values (${order.id}, ${reason})
      on conflict (order_id) do update set review_reason = excluded.review_reason`;
    if (from_value)
      await sql`insert into order_events ${sql({ order_id: order.id, type: "review_reason", from_value })}`;
    await applyCheckout(aPaidSession(order, sessions.asyncFailed));
    expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: expected });
  });
});
