import { aGuestKey } from "../../sandbox/builders/ids";
import { addOrder, addUser, type StoredOrder } from "../../sandbox/builders/rows";
import { payOrder } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

/* How the page of a batch says that it is canceled is how begin_cancellation does it. */

const sql = connect();

const wayOf = async ({ id }: StoredOrder) => {
  const [row] = await sql`select private.cancel_way(o) as way from grading_orders o where o.id = ${id}`;
  return row?.way;
};
const ask = async (name: string, order: StoredOrder, args: Record<string, unknown> = {}) => {
  const caller = { p_user_id: null, p_guest_key: order.guest_key, p_token_hash: null };
  return (await call<{ outcome: string }>(serverClient(), name, { p_order_id: order.id, ...caller, ...args }))
    .outcome;
};
const refundOf = async ({ id }: StoredOrder) => {
  const [row] = await sql`select private.cancel_refund(o) as refund from grading_orders o where o.id = ${id}`;
  return row?.refund;
};
const cancel = (order: StoredOrder) => ask("begin_cancellation", order, { p_amount_cents: 25_000 });

test.each<[string, Record<string, unknown>, string, string]>([
  ["paid by card", {}, "by_itself", "started"],
  ["shipped", { inbound_shipped_at: "2026-11-20T12:00:00Z" }, "by_staff", "asked"],
  ["not paid by card", { stripe_payment_intent_id: null }, "by_staff", "asked"],
  ["disputed", { dispute_status: "needs_response" }, "by_staff", "asked"],
  ["refunded in full already", { refunded_cents: 25_000 }, "by_staff", "asked"],
])("one that is %s", async (_, columns, way, outcome) => {
  const order = await addOrder(sql, { guest_key: aGuestKey(), ...columns });
  expect(await wayOf(order)).toBe(way);
  expect(await cancel(order)).toBe(outcome);
});

test("while its refund is under way, and after that was refused", async () => {
  const order = await addOrder(sql, { guest_key: aGuestKey() });
  await cancel(order);
  expect(await wayOf(order)).toBe("refunding");
  expect(await ask("withdraw_cancellation", order)).toBe("under_way");
  await sql`update refund_requests set status = 'failed' where id = ${order.id}`;
  expect(await wayOf(order)).toBe("by_itself");
  expect(await ask("withdraw_cancellation", order)).toBe("withdrawn");
});

test("with cards that were paid on top", async () => {
  const order = await addOrder(sql, { guest_key: aGuestKey() });
  const extra = { order_id: order.id, kind: "extra", qty: 1, unit_cents: 2_500, amount_cents: 2_500 };
  const paid = { status: "paid", paid_cents: 2_500, paid_at: new Date(), deadline_at: new Date() };
  await sql`insert into order_adjustments ${sql({ ...extra, ...paid })}`;
  expect(await wayOf(order)).toBe("by_staff");
});

test("what becomes of its money: being sent back, refused, sent, come back; and without a request nothing", async () => {
  const order = await addOrder(sql, { guest_key: aGuestKey() });
  expect(await refundOf(order)).toBeNull();
  await cancel(order);
  expect(await refundOf(order)).toMatchObject({ state: "started", cents: 25_000 });
  await sql`update refund_requests set status = 'failed' where id = ${order.id}`;
  expect(await refundOf(order)).toMatchObject({ state: "failed", cents: 25_000 });
  await sql`update refund_requests set status = 'done' where id = ${order.id}`;
  await sql`update grading_orders set payment_status = 'canceled', refunded_cents = 25000 where id = ${order.id}`;
  const [event] =
    await sql`select occurred_at from order_events where order_id = ${order.id} and to_value = 'canceled'`;
  const made = await refundOf(order);
  expect(made).toMatchObject({ state: "made", cents: 25_000 });
  expect(new Date(made.at)).toEqual(event?.occurred_at);
  await sql`update grading_orders set payment_status = 'paid', refunded_cents = 0 where id = ${order.id}`;
  expect(await refundOf(order)).toMatchObject({ state: "failed" });
  await sql`update grading_orders set cancel_requested_at = null where id = ${order.id}`;
  expect(await refundOf(order)).toBeNull();
});

test.each([
  ["no account", null],
  ["an account", "account"],
])("of an order in %s its tracking link shows the sum or none", async (_, account) => {
  const user = account ? await addUser(sql) : null;
  const order = await payOrder(user?.id ?? null);
  const [paid] = await sql`update grading_orders set payment_status = 'canceled',
    refunded_cents = total_paid * 100 where id = ${order.id} returning refunded_cents as cents`;
  const [link] = await sql`select token_hash from tracking_links where order_id = ${order.id}`;
  const tracked = await call(serverClient(), "get_tracked_order", { p_token_hash: link?.token_hash });
  expect(tracked).toMatchObject({ cancel_refund: { state: "made", cents: account ? null : paid?.cents } });
});

test("is told to nobody of an order that is not theirs", async () => {
  const { id } = await addOrder(sql);
  expect(
    await sql`select private.my_cancel_way(${id}) as way, private.my_cancel_refund(${id}) as refund`,
  ).toEqual([{ way: null, refund: null }]);
});
