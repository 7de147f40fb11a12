import { randomUUID } from "node:crypto";
import {
  addException,
  addOrder,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { expectSomebodyWaits } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, type Transaction } from "../../sandbox/builders/test-database";

/* A step about an order locks that order before anything that hangs on it, and no other order. */

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

/** A step that is about to be taken, and what it writes besides the order. */
type Step = { take: () => Promise<unknown>; hanging: (tx: Transaction) => PromiseLike<readonly unknown[]> };

const steps: [string, (order: StoredOrder) => Promise<Step>][] = [
  [
    "the end of a refund",
    async (order) => {
      const id = randomUUID();
      const begun = await call<{ outcome: string }>(serverClient(), "staff_begin_refund", {
        p_actor: member.id,
        p_request_id: id,
        p_order_id: order.id,
        p_amount_cents: 2_500,
        p_refunded_cents: 0,
        p_reason: "Two cards were missing",
      });
      expect(begun.outcome).toBe("started");
      return {
        take: () =>
          call(serverClient(), "staff_finish_refund", {
            p_request_id: id,
            p_attempt: 1,
            p_stripe_refund_id: `re_${id}`,
            p_failure: null,
          }),
        hanging: (tx) => tx`select 1 from refund_requests where id = ${id} for update nowait`,
      };
    },
  ],
  [
    "a note of who was asked about a package",
    async (order) => {
      const who = { p_actor: member.id, p_order_id: order.id };
      await call(serverClient(), "staff_set_aside", who);
      return {
        take: () => call(serverClient(), "staff_note_set_aside", { ...who, p_note: "asked on Monday" }),
        hanging: (tx) => tx`select 1 from set_asides where order_id = ${order.id} for update nowait`,
      };
    },
  ],
  [
    "a package that is off the list of what is set aside",
    async (order) => {
      const who = { p_actor: member.id, p_order_id: order.id };
      await call(serverClient(), "staff_set_aside", who);
      return {
        take: () => call(serverClient(), "staff_end_set_aside", who),
        hanging: (tx) => tx`select 1 from set_asides where order_id = ${order.id} for update nowait`,
      };
    },
  ],
  [
    "an exception that is settled",
    async (order) => {
      const id = await addException(sql, { order_id: order.id });
      return {
        take: () =>
          call(serverClient(), "staff_resolve_exception", {
            p_actor: member.id,
            p_exception_id: id,
            p_resolution: "Refunded",
          }),
        hanging: (tx) => tx`select 1 from payment_exceptions where id = ${id} for update nowait`,
      };
    },
  ],
];

describe.each(steps)("%s", (_, prepare) => {
  test("waits for who has the order, and has nothing else meanwhile", async () => {
    const order = await addOrder(sql);
    const { take, hanging } = await prepare(order);
    let taken: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx: Transaction) => {
      await tx`select 1 from grading_orders where id = ${order.id} for update`;
      taken = take();
      await expectSomebodyWaits(tx);
      expect(await hanging(tx)).toHaveLength(1);
    });
    await taken;
  });

  test("waits for nobody who has another order", async () => {
    const [order, other] = [await addOrder(sql), await addOrder(sql)];
    const { take } = await prepare(order);
    await sql.begin(async (tx: Transaction) => {
      await tx`select 1 from grading_orders where id = ${other.id} for update`;
      await take();
    });
  });
});
