import { randomUUID } from "node:crypto";
import { addReceived, ShipmentActions } from "../../sandbox/builders/grader-shipment";
import { anEmail, aPaymentIntentId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import {
  addException,
  addOrder,
  addProfile,
  addUser,
  type StoredOrder,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { applyDispute, blockedBy, nextFence } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, serverClient, type Transaction } from "../../sandbox/builders/test-database";

/*
 * Functions that lock several orders lock them in ID order to avoid deadlocks. Each test locks the first row, starts
 * a call, and expects that the call hasn't locked the other rows yet.
 */
const sql = connect();

const lockOrder = (id: string) => (tx: Transaction) =>
  tx`select 1 from grading_orders where id = ${id} for update`;

/** Adds orders whose age and insertion order are the reverse of their ID order. */
async function someOrders(columns: Parameters<typeof addOrder>[1]) {
  const ids = Array.from({ length: 5 }, () => randomUUID()).sort();
  for (const [age, id] of ids.toReversed().entries())
    await addOrder(sql, { ...columns, id, submitted_at: new Date(Date.now() - age * 60_000) });
  const [smallest = "", ...others] = ids;
  return { smallest, others };
}

const whileSmallestIsLocked = <Result>(
  { smallest, others }: { smallest: string; others: string[] },
  begin: () => Promise<Result>,
) =>
  blockedBy(sql, lockOrder(smallest), begin, async (tx) => {
    const free = await tx`select id from grading_orders where id in ${tx(others)} for update nowait`;
    expect(free).toHaveLength(others.length);
  });

/** Runs a statement that must not wait for the surrounding transaction. */
const withoutWaiting = (statement: (other: Transaction) => Promise<unknown>) =>
  sql.begin(async (other) => {
    await other`set local lock_timeout = '2s'`;
    await statement(other);
  });

test("links a guest's orders in ID order", async () => {
  const email = anEmail();
  const orders = await someOrders({ guest_email: email, user_id: null, payment_status: "paid" });
  const { id } = await addUser(sql, { email });
  const link = () => call<number>(serverClient(), "link_guest_orders", { p_user_id: id });
  expect(await whileSmallestIsLocked(orders, link)).toBe(5);
});

test("waits for an order that its owner is claiming and doesn't link it a second time", async () => {
  const email = anEmail();
  const { id } = await addUser(sql, { email });
  const guest = { guest_email: email, user_id: null, payment_status: "paid" };
  const [claimed, other] = [await addOrder(sql, guest), await addOrder(sql, guest)];
  const linked = await blockedBy(
    sql,
    (tx) => tx`update grading_orders set user_id = ${id}, user_email = ${email} where id = ${claimed.id}`,
    () => call(serverClient(), "link_guest_orders", { p_user_id: id }),
  );
  expect(linked).toBe(1);
  expect(await storedOrder(sql, other.id)).toMatchObject({ user_id: id });
});

test("updates the search text of a renamed customer's orders in ID order", async () => {
  const { id } = await addUser(sql);
  await addProfile(sql, id);
  const orders = await someOrders({ user_id: id, guest_key: null, guest_email: null });
  await whileSmallestIsLocked(
    orders,
    async () => sql`update profiles set full_name = 'Zora Zed' where user_id = ${id}`,
  );
  const found = await sql`select 1 from grading_orders where user_id = ${id} and search_text like '%z0ra%'`;
  expect(found).toHaveLength(5);
});

test.each<[string, Date | null, (exception: number, payment: string) => Promise<unknown>]>([
  [
    "staff resolve it",
    null,
    async (p_exception_id) =>
      call(serverClient(), "staff_resolve_exception", {
        p_actor: (await signUpStaff(sql)).id,
        p_exception_id,
        p_resolution: "Refunded",
      }),
  ],
  ["it is disputed once resolved", new Date(), (_, payment) => applyDispute(payment, "needs_response")],
])("locks the order before its exception when %s", async (_, resolved_at, write) => {
  const { id } = await addOrder(sql);
  const payment_intent_id = aPaymentIntentId();
  const exception = await addException(sql, { order_id: id, detail: { payment_intent_id }, resolved_at });
  await blockedBy(
    sql,
    lockOrder(id),
    () => write(exception, payment_intent_id),
    async (tx) => {
      const free = await tx`select 1 from payment_exceptions where id = ${exception} for update nowait`;
      expect(free).toHaveLength(1);
    },
  );
});

test.each<[string, (order: StoredOrder, exception: number) => Promise<unknown>]>([
  [
    "an exception is resolved",
    async (_, exception) => sql`update payment_exceptions set resolved_at = now() where id = ${exception}`,
  ],
  ["a dispute arrives", (order) => applyDispute(order.stripe_payment_intent_id, "lost")],
])("locks an order before its `order_admin` row when %s", async (_, write) => {
  const order = await addOrder(sql, { received_count: 10, review_reason: "refund_failed" });
  const exception = await addException(sql, { order_id: order.id });
  await blockedBy(
    sql,
    lockOrder(order.id),
    () => write(order, exception),
    (tx) => tx`update order_admin set internal_notes = 'x' where order_id = ${order.id}`,
  );
  expect((await storedOrder(sql, order.id)).internal_notes).toBe("x");
});

test("locks a shipment before its orders when a shipment step is undone", async () => {
  const actions = await StaffActions.begin(sql);
  const [order, shipment] = [await addReceived(sql), await ShipmentActions.begin(actions)];
  const { action_id } = await shipment.add([order]);
  const undone = await blockedBy(
    sql,
    (tx) => tx`select 1 from grader_shipments where id = ${shipment.id} for update`,
    () => actions.undo(action_id),
    async (tx) => {
      const free = await tx`select 1 from grading_orders where id = ${order.id} for update nowait`;
      expect(free).toHaveLength(1);
    },
  );
  expect(undone).toMatchObject([{ outcome: "undone" }]);
});

test("doesn't lock orders with unrelated exceptions when a dispute matches none", async () => {
  const { id } = await addOrder(sql);
  await addException(sql, { order_id: id, detail: { payment_intent_id: aPaymentIntentId() } });
  await sql.begin(async (tx: Transaction) => {
    await lockOrder(id)(tx);
    await withoutWaiting(
      async (other) => other`select apply_dispute(${aPaymentIntentId()}, ${await nextFence()}, 'lost')`,
    );
  });
});

test("doesn't wait for the order's lock when the job updates a proposal", async () => {
  const { order, proposal } = await (await Proposals.begin(sql)).counted(12);
  await sql.begin(async (tx: Transaction) => {
    await tx`select 1 from order_admin where order_id = ${order.id} for update`;
    await withoutWaiting(
      (other) =>
        other`update order_adjustments set notified_at = now(), next_look_at = null where id = ${proposal.id}`,
    );
  });
});
