import { aSessionId } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const reserved = { payment_status: "unpaid", stripe_session_id: null } as const;
/** Orders that no call below may change: each differs from a reserved one in one thing. */
const others: [string, () => OrderColumns][] = [
  ["with a payment page", () => ({ ...reserved, stripe_session_id: aSessionId() })],
  ["that was paid", () => ({ stripe_session_id: null, stripe_payment_intent_id: null })],
  ["whose payment is under way", () => ({ ...reserved, payment_status: "pending" })],
  ["that failed", () => ({ ...reserved, payment_status: "failed" })],
  ["that staff have set back to unpaid", () => ({ ...reserved, paid_at: new Date() })],
];

/** Calls a function for an order, and expects that no other one has changed. */
async function only(name: string, { id }: { id: string }, args: Record<string, unknown> = {}) {
  const bystander = await addOrder(sql, reserved);
  const answer = await call<Record<string, unknown>>(server, name, { p_order_id: id, ...args });
  expect(await storedOrder(sql, bystander.id)).toMatchObject(bystander);
  return answer;
}

describe("a new attempt", () => {
  test("is counted for the order alone", async () => {
    const order = await addOrder(sql, reserved);
    const answer = await only("next_checkout_attempt", order);
    expect(answer).toMatchObject({ order: { id: order.id, checkout_attempt: 2 } });
  });

  test("is not counted for who saw a former one", async () => {
    const order = await addOrder(sql, { ...reserved, checkout_attempt: 3 });
    const answer = await only("next_checkout_attempt", order, { p_from_attempt: 2 });
    expect(answer).toMatchObject({ order: { checkout_attempt: 3 } });
  });

  test.each(others)("is not counted for an order %s", async (_, columns) => {
    const order = await addOrder(sql, columns());
    const answer = await only("next_checkout_attempt", order);
    expect(answer).toMatchObject({ order: { id: order.id, checkout_attempt: 1 } });
  });
});

describe("a reservation is canceled", () => {
  test("for the order alone", async () => {
    const order = await addOrder(sql, { ...reserved, reservation_expires_at: new Date() });
    expect(await only("cancel_reservation", order)).toMatchObject({
      canceled: true,
      order: { id: order.id, payment_status: "canceled", reservation_expires_at: null },
    });
  });

  test.each([
    ["its reason", { p_reason: "no page" }, { reason: "no page" }],
    ["nothing more where there is none", {}, null],
  ])("and the timeline keeps %s", async (_, args, data) => {
    const order = await addOrder(sql, reserved);
    await only("cancel_reservation", order, args);
    expect(await eventsOf(sql, order.id)).toEqual([expect.objectContaining({ to_value: "canceled", data })]);
  });

  test.each(others)("not for an order %s", async (_, columns) => {
    const order = await addOrder(sql, columns());
    const answer = await only("cancel_reservation", order);
    expect(answer).toMatchObject({ canceled: false, order: { payment_status: order.payment_status } });
    expect(await storedOrder(sql, order.id)).toMatchObject({ version: order.version });
  });
});

describe("a payment page is attached", () => {
  const attach = (order: { id: string }, session: string, attempt = 1) =>
    only("attach_checkout_session", order, { p_session_id: session, p_attempt: attempt });

  test("to the order alone, and once more to the same", async () => {
    const order = await addOrder(sql, reserved);
    const session = aSessionId();
    const attached = { attached: true, order: { id: order.id, stripe_session_id: session } };
    expect(await attach(order, session)).toMatchObject(attached);
    expect(await attach(order, session)).toMatchObject(attached);
  });

  test.each(others)("not to an order %s", async (_, columns) => {
    const order = await addOrder(sql, columns());
    const answer = await attach(order, aSessionId());
    expect(answer).toMatchObject({ attached: false, order: { id: order.id } });
    expect(await storedOrder(sql, order.id)).toMatchObject({ stripe_session_id: order.stripe_session_id });
  });

  test("not for who made it in a former attempt, nor when another order has it", async () => {
    const [order, other] = [await addOrder(sql, reserved), await addOrder(sql, reserved)];
    expect(await attach(order, aSessionId(), 2)).toMatchObject({ attached: false });
    const session = aSessionId();
    await attach(other, session);
    expect(await attach(order, session)).toMatchObject({ attached: false });
  });
});

test("only an unpaid order can be reserved", async () => {
  const reservation = { reservation_expires_at: new Date() };
  for (const [, columns] of others.slice(1)) {
    await expect(addOrder(sql, { ...columns(), ...reservation })).rejects.toThrow("reservation_is_of_unpaid");
  }
});
