import { randomUUID } from "node:crypto";
import { addOrder } from "../../sandbox/builders/rows";
import { connect, type Sql, type Transaction, undone } from "../../sandbox/builders/test-database";

/* Each alarm of an order is claimed once, for its own order alone, and by nobody who has to wait. */

const sql = connect();

/** Orders in the order of their ids, of which those with a reason are to be reviewed. */
async function someOrders(on: Sql | Transaction, reasons: (string | null)[]): Promise<string[]> {
  // Before all others that staff do not know of.
  const ids = reasons.map((_, nth) => `00000000-0000-4000-800${nth}-${randomUUID().slice(-12)}`);
  for (const [nth, review_reason] of reasons.entries()) await addOrder(on, { id: ids[nth], review_reason });
  return ids;
}
const claim = async (on: Transaction, limit: number): Promise<string[]> => {
  const [row] = await on`select public.claim_new_alarms(false, ${limit}) as found`;
  return row?.found.map(({ order_id }: { order_id: string }) => order_id);
};

test("of those that have one, as many as are asked for; the next claim has the others", () =>
  undone(sql, async (tx) => {
    const [, first = "", second = ""] = await someOrders(tx, [null, "refund_failed", "refund_failed"]);
    expect([await claim(tx, 1), await claim(tx, 1)]).toEqual([[first], [second]]);
    expect(await claim(tx, 1)).not.toContain(first);
    // Where nobody is to get one, no mail is written.
    expect(
      await tx`select 1 from outbox where payload ->> 'order_id' in (${first}, ${second})
      and kind = 'payment_exception'`,
    ).toEqual([]);
  }));

test("what somebody has at this moment is left to the next claim", async () => {
  const [held = "", free = ""] = await someOrders(sql, ["refund_failed", "refund_failed"]);
  try {
    await undone(sql, async (tx) => {
      await tx`set local lock_timeout = '2s'`;
      await sql.begin(async (other) => {
        await other`select 1 from order_admin where order_id = ${held} for update`;
        expect(await claim(tx, 1)).toEqual([free]);
      });
      expect(await claim(tx, 1)).toEqual([held]);
    });
  } finally {
    await sql`update order_admin set review_reason = null where order_id in (${held}, ${free})`;
  }
});
