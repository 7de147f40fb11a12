import { randomUUID } from "node:crypto";
import { aSessionId } from "../../sandbox/builders/ids";
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
  async function markedPaid() {
    const order = await anOrder();
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee,
      reservation_expires_at = null where id = ${order.id}`;
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
});
