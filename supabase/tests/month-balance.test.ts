import { randomUUID } from "node:crypto";
import type { MonthBalance } from "@/lib/staff/reconcile/schema";
import type { OrderColumns } from "../../sandbox/builders/order";
import { fillOrders } from "../../sandbox/builders/plan";
import { addOrder } from "../../sandbox/builders/rows";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

/* Cards that were paid for in a month are received, awaited or refunded; what is left over was counted otherwise. */

const sql = connect();
const MONTH = "1991-03-01";
const PAID = { paid_at: "1991-03-31T23:59:59Z" };
const HERE = { received_at: new Date(), fulfillment_status: "grading", submission_status: "received" };

const balanceOf = async (tx: Transaction, month = MONTH): Promise<MonthBalance> => {
  const [row] = await tx<
    { balance: MonthBalance }[]
  >`select private.month_balance(${month}::date) as balance`;
  if (!row) throw new Error("no balance");
  return row.balance;
};

test("each paid card is in one place, and a month ends at midnight in UTC", () =>
  undone(sql, async (tx) => {
    await addOrder(tx, { paid_at: "1991-02-28T23:59:59Z" });
    await addOrder(tx, { paid_at: "1991-04-01T00:00:00Z" });
    await addOrder(tx, PAID);
    await addOrder(tx, { ...PAID, ...HERE, received_count: 10 });
    await addOrder(tx, { ...PAID, ...HERE, received_count: 10, refunded_cents: 7_500 });
    await addOrder(tx, { ...PAID, refunded_cents: 2_600 });
    await addOrder(tx, { ...PAID, payment_status: "canceled", total_paid: 250, refunded_cents: 25_000 });
    expect(await balanceOf(tx)).toEqual({
      month: MONTH,
      paid: 50,
      refunded: 3 + 1 + 10,
      received: 10 + 7,
      awaiting: 10 + 9,
      settled: 0,
      differs: 0,
    });
  }));

test.each([
  [9, 1],
  [12, -2],
  [0, 10],
])("of 10 cards %i counted leave %i over", (received_count, differs) =>
  undone(sql, async (tx) => {
    await addOrder(tx, { ...PAID, ...HERE, received_count });
    expect(await balanceOf(tx)).toMatchObject({ paid: 10, received: received_count, awaiting: 0, differs });
  }),
);

test("a month of the made-up shop is accounted for to the card", () =>
  undone(sql, async (tx) => {
    await fillOrders(tx, 2_000);
    const [month] = await tx<{ month: string }[]>`
      select date_trunc('month', paid_at at time zone 'utc')::date::text as month
      from grading_orders where paid_at is not null group by 1 order by count(*) desc limit 1`;
    const balance = await balanceOf(tx, month?.month);
    expect(balance.paid).toBeGreaterThan(100);
    const { paid, received, awaiting, refunded, settled, differs } = balance;
    expect(paid).toBe(received + awaiting + refunded + settled + differs);
  }));

describe("what is decided about a count", () => {
  const settle = (tx: Transaction, orderId: string, columns: Record<string, unknown>) => tx`
    insert into order_adjustments ${tx({
      order_id: orderId,
      qty: 2,
      unit_cents: 2_500,
      deadline_at: new Date(),
      ...columns,
    })}`;
  const isListed = async (tx: Transaction, id: string) => {
    const [view] = await tx`select private.staff_source('count_differs') as source,
      private.staff_view_condition('count_differs', now()) as condition`;
    const found = await tx.unsafe(`select from ${view?.source} where o.id = $1 and ${view?.condition}`, [id]);
    return found.length > 0;
  };
  const short = { kind: "short", amount_cents: -5_000, chosen_option: "refund" };
  const extra = {
    kind: "extra",
    amount_cents: 5_000,
    chosen_option: "pay",
    paid_cents: 5_000,
    paid_at: "1991-03-20T00:00:00Z",
  };
  const columns = { ...PAID, ...HERE, num_cards: 10 };
  /** An order, and the count of it that staff have settled. */
  type Counted = OrderColumns & { settled_count?: number };

  test.each<[string, Counted, object | object[], object]>([
    [
      "cards that did not come and were refunded",
      { received_count: 8, refunded_cents: 5_000 },
      { ...short, status: "refunded" },
      { paid: 10, received: 8, refunded: 2, differs: 0 },
    ],
    [
      "the same, refunded by hand",
      { received_count: 8 },
      { ...short, status: "refunded", closed_at: new Date() },
      { paid: 10, received: 8, refunded: 2, differs: 0 },
    ],
    [
      "the same, and all else refunded later",
      { received_count: 8, refunded_cents: 25_000, payment_status: "canceled", total_paid: 250 },
      { ...short, status: "refunded" },
      { paid: 10, received: 0, refunded: 10, differs: 0 },
    ],
    [
      "the same while the refund is only owed",
      { received_count: 8 },
      { ...short, status: "accepted" },
      { paid: 10, received: 8, refunded: 0, differs: 2 },
    ],
    [
      "cards on top that were paid",
      { received_count: 12 },
      { ...extra, status: "paid" },
      { paid: 12, received: 12, refunded: 0, differs: 0 },
    ],
    [
      "cards on top of which one was refunded",
      { received_count: 12 },
      { ...extra, status: "paid", refunded_cents: 2_600 },
      { paid: 12, received: 11, refunded: 1, differs: 0 },
    ],
    [
      "cards on top that were refunded",
      { received_count: 12 },
      { ...extra, status: "refunded", refunded_cents: 5_000 },
      { paid: 12, received: 10, refunded: 2, differs: 0 },
    ],
    [
      "cards on top that were not paid",
      { received_count: 12 },
      { kind: "extra", amount_cents: 5_000, status: "declined", chosen_option: "return" },
      { paid: 10, received: 10, refunded: 0, differs: 0 },
    ],
    [
      "cards on top of which nobody said anything",
      { received_count: 12 },
      { kind: "extra", amount_cents: 5_000, status: "expired" },
      { paid: 10, received: 10, refunded: 0, differs: 0 },
    ],
    [
      "cards on top that nobody has decided about yet",
      { received_count: 12 },
      { kind: "extra", amount_cents: 5_000, status: "proposed" },
      { paid: 10, received: 12, refunded: 0, differs: -2 },
    ],
    [
      "cards that were refunded, came all the same and go back ungraded",
      { received_count: 10, refunded_cents: 5_000 },
      [
        { ...short, status: "refunded" },
        { kind: "extra", amount_cents: 5_000, status: "declined", chosen_option: "return" },
      ],
      { paid: 10, received: 8, refunded: 2, differs: 0 },
    ],
    [
      "cards that did not come and were refunded before anybody was asked",
      { received_count: 8, refunded_cents: 5_000 },
      [],
      { paid: 10, received: 8, refunded: 2, differs: 0 },
    ],
    [
      "cards on top of a batch that was canceled",
      { received_count: 12, refunded_cents: 25_000, payment_status: "canceled", total_paid: 250 },
      [],
      { paid: 10, received: 0, refunded: 10, differs: 0 },
    ],
    [
      "cards that did not come, which staff settled",
      { received_count: 8, settled_count: 8 },
      { ...short, status: "withdrawn", counted: 8, closed_at: new Date(), closed_by: randomUUID() },
      { paid: 10, received: 8, settled: 2, differs: 0 },
    ],
    [
      "cards on top that staff settled",
      { received_count: 12, settled_count: 12 },
      [],
      { paid: 10, received: 10, settled: 0, differs: 0 },
    ],
    [
      "a count that was settled and is another one now",
      { received_count: 9, settled_count: 8 },
      [],
      { paid: 10, received: 9, settled: 0, differs: 1 },
    ],
    [
      "what went home as it was counted",
      { received_count: 8, fulfillment_status: "complete", submission_status: "completed" },
      { ...short, status: "withdrawn", counted: 8, closed_at: new Date(), closed_by: randomUUID() },
      { paid: 10, received: 8, settled: 2, differs: 0 },
    ],
    [
      "cards on top of a count that was taken back",
      { received_at: null, fulfillment_status: "not_received", submission_status: "pending" },
      { ...extra, status: "paid" },
      { paid: 12, received: 0, awaiting: 12, differs: 0 },
    ],
    [
      "an upcharge",
      { received_count: 10 },
      { ...extra, kind: "upcharge", status: "paid" },
      { paid: 10, received: 10, differs: 0 },
    ],
  ])("%s", (_, { settled_count = null, ...order }, proposals, expected) =>
    undone(sql, async (tx) => {
      const { id } = await addOrder(tx, { ...columns, ...order });
      await tx`insert into order_admin (order_id, settled_count) values (${id}, ${settled_count})
        on conflict (order_id) do update set settled_count = excluded.settled_count`;
      for (const proposal of [proposals].flat()) await settle(tx, id, { ...proposal });
      await tx`select private.settle_count(${id})`;
      const balance = await balanceOf(tx);
      expect(balance).toMatchObject(expected);
      // A month that is not balanced has an entry on the list.
      expect(await isListed(tx, id)).toBe(balance.differs !== 0);
    }),
  );

  test("cards on top stand in the month in which they were paid", () =>
    undone(sql, async (tx) => {
      const { id } = await addOrder(tx, { ...columns, received_count: 12 });
      await settle(tx, id, { ...extra, status: "paid", paid_at: "1991-04-01T00:00:00Z" });
      expect(await balanceOf(tx)).toMatchObject({ paid: 10, received: 10, differs: 0 });
      expect(await balanceOf(tx, "1991-04-01")).toMatchObject({ paid: 2, received: 2, differs: 0 });
    }));
});
