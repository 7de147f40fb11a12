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
import { expectSomebodyWaits, nextFence } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, serverClient, type Transaction } from "../../sandbox/builders/test-database";

/*
 * Whoever locks several orders does so in the order of their ids, so that no two ever wait for each other. Each test
 * holds the order with the smallest id, lets somebody else begin, and expects the others to be free still.
 */
const sql = connect();

/** Orders that are found in the reverse order of their ids: as they were written, and as lists have them, newest first. */
async function someOrders(columns: Parameters<typeof addOrder>[1]) {
  const ids = Array.from({ length: 5 }, () => randomUUID()).sort();
  for (const [age, id] of ids.toReversed().entries())
    await addOrder(sql, { ...columns, id, submitted_at: new Date(Date.now() - age * 60_000) });
  const [smallest = "", ...others] = ids;
  return { smallest, others };
}

async function expectInOrder(
  { smallest, others }: { smallest: string; others: string[] },
  begin: () => Promise<unknown>,
) {
  let other: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx: Transaction) => {
    await tx`select 1 from grading_orders where id = ${smallest} for update`;
    other = begin();
    await expectSomebodyWaits(tx);
    const free = await tx`select id from grading_orders where id in ${tx(others)} for update nowait`;
    expect(free).toHaveLength(others.length);
  });
  await other;
}

test("guests' orders are linked in the order of their ids", async () => {
  const email = anEmail();
  const orders = await someOrders({ guest_email: email, user_id: null, payment_status: "paid" });
  const { id } = await addUser(sql, { email });
  let linked: unknown;
  await expectInOrder(orders, async () => {
    linked = await call(serverClient(), "link_guest_orders", { p_user_id: id });
  });
  expect(linked).toBe(5);
});

test("an order that its owner is given meanwhile is waited for, and not given once more", async () => {
  const email = anEmail();
  const { id } = await addUser(sql, { email });
  const [given, left] = await Promise.all(
    [1, 2].map(() => addOrder(sql, { guest_email: email, user_id: null, payment_status: "paid" })),
  );
  let linked: Promise<unknown> | undefined;
  await sql.begin(async (tx) => {
    await tx`update grading_orders set user_id = ${id}, user_email = ${email} where id = ${given?.id ?? ""}`;
    linked = call(serverClient(), "link_guest_orders", { p_user_id: id });
    await expectSomebodyWaits(tx);
  });
  expect(await linked).toBe(1);
  expect(await storedOrder(sql, left?.id ?? "")).toMatchObject({ user_id: id });
});

test("a name that changes is looked up anew in the order of the orders' ids", async () => {
  const { id } = await addUser(sql);
  await addProfile(sql, id);
  const orders = await someOrders({ user_id: id, guest_key: null, guest_email: null });
  await expectInOrder(orders, async () => {
    await sql`update profiles set full_name = 'Zora Zed' where user_id = ${id}`;
  });
  const found = await sql`select 1 from grading_orders where user_id = ${id} and search_text like '%z0ra%'`;
  expect(found).toHaveLength(5);
});

describe("an exception is locked behind its order", () => {
  const writers: [string, Date | null, (exception: number, payment: string) => Promise<unknown>][] = [
    [
      "staff settle it",
      null,
      async (exception) =>
        call(serverClient(), "staff_resolve_exception", {
          p_actor: (await signUpStaff(sql)).id,
          p_exception_id: exception,
          p_resolution: "Refunded",
        }),
    ],
    [
      "its money is disputed after it was settled",
      new Date(),
      async (_, payment) =>
        call(serverClient(), "apply_dispute", {
          p_payment_intent_id: payment,
          p_fence: await nextFence(),
          p_status: "needs_response",
        }),
    ],
  ];

  test.each(writers)("when %s", async (_, resolved_at, write) => {
    const { id } = await addOrder(sql);
    const payment_intent_id = aPaymentIntentId();
    const exception = await addException(sql, { order_id: id, detail: { payment_intent_id }, resolved_at });
    let written: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx: Transaction) => {
      await tx`select 1 from grading_orders where id = ${id} for update`;
      written = write(exception, payment_intent_id);
      await expectSomebodyWaits(tx);
      const free = await tx`select 1 from payment_exceptions where id = ${exception} for update nowait`;
      expect(free).toHaveLength(1);
    });
    await written;
  });
});

test("a step that is taken back locks its shipment before the shipment's orders", async () => {
  const actions = await StaffActions.begin(sql);
  const [order, shipment] = [await addReceived(sql), await ShipmentActions.begin(actions)];
  const { action_id } = await shipment.add([order]);
  let undone: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx: Transaction) => {
    await tx`select 1 from grader_shipments where id = ${shipment.id} for update`;
    undone = actions.undo(action_id);
    await expectSomebodyWaits(tx);
    const free = await tx`select 1 from grading_orders where id = ${order.id} for update nowait`;
    expect(free).toHaveLength(1);
  });
  expect(await undone).toMatchObject([{ outcome: "undone" }]);
});

test("a dispute of what fits no order waits for nobody who has an order beside other money", async () => {
  const { id } = await addOrder(sql);
  await addException(sql, { order_id: id, detail: { payment_intent_id: aPaymentIntentId() } });
  await sql.begin(async (tx: Transaction) => {
    await tx`select 1 from grading_orders where id = ${id} for update`;
    await sql.begin(async (other) => {
      await other`set local lock_timeout = '2s'`;
      await other`select apply_dispute(${aPaymentIntentId()}, ${await nextFence()}, 'lost')`;
    });
  });
});

describe("what only staff see of an order is written behind the order's own lock", () => {
  const writers: [string, (order: StoredOrder, exception: number) => Promise<unknown>][] = [
    [
      "an exception is settled",
      async (_, exception) => {
        await sql`update payment_exceptions set resolved_at = now() where id = ${exception}`;
      },
    ],
    [
      "a dispute comes",
      async (order) =>
        call(serverClient(), "apply_dispute", {
          p_payment_intent_id: order.stripe_payment_intent_id,
          p_fence: await nextFence(),
          p_status: "lost",
        }),
    ],
  ];

  test.each(writers)("when %s", async (_, write) => {
    const order = await addOrder(sql, { received_count: 10, review_reason: "refund_failed" });
    const exception = await addException(sql, { order_id: order.id });
    let written: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx: Transaction) => {
      await tx`select 1 from grading_orders where id = ${order.id} for update`;
      written = write(order, exception);
      await expectSomebodyWaits(tx);
      await tx`update order_admin set internal_notes = 'x' where order_id = ${order.id}`;
    });
    await written;
    expect((await storedOrder(sql, order.id)).internal_notes).toBe("x");
  });
});

test("what the job notes of a proposal waits for nobody who has its order", async () => {
  const { order, proposal } = await (await Proposals.begin(sql)).counted(12);
  await sql.begin(async (tx: Transaction) => {
    await tx`select 1 from order_admin where order_id = ${order.id} for update`;
    await sql.begin(async (other) => {
      await other`set local lock_timeout = '2s'`;
      await other`update order_adjustments set notified_at = now(), next_look_at = null where id = ${proposal.id}`;
    });
  });
});
