import { aGuestKey } from "../../sandbox/builders/ids";
import { addOrder, type StoredOrder } from "../../sandbox/builders/rows";
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

test("is told to nobody of an order that is not theirs", async () => {
  const { id } = await addOrder(sql);
  expect(await sql`select private.my_cancel_way(${id}) as way`).toEqual([{ way: null }]);
});
