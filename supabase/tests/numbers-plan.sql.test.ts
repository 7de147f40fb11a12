import { fillOrders } from "../../sandbox/builders/plan";
import { connect, withRollback } from "../../sandbox/builders/test-database";

// This test writes tens of thousands of rows, which can be slow on a busy machine.
jest.setTimeout(120_000);

const sql = connect();

test("reads only the orders of the last 13 weeks", () =>
  withRollback(sql, async (tx) => {
    const orders = 20_000;
    await fillOrders(tx, orders);
    const rowsRead = async () => {
      const [row] = await tx`select (seq_tup_read + idx_tup_fetch)::integer as rows
        from pg_stat_xact_user_tables where relid = 'public.grading_orders'::regclass`;
      return Number(row?.rows);
    };
    const before = await rowsRead();
    // A quarter ten years from now contains no orders, but the planner reads the ends of the indexes.
    await tx`select private.weekly_figures(current_date + 3650)`;
    expect((await rowsRead()) - before).toBeLessThan(10);
    const [full] = await tx`select count(*)::integer as rows from grading_orders
      where greatest(paid_at, received_at, sent_back_at) > now() - interval '91 days'`;
    expect(full?.rows).toBeLessThan(orders / 3);
    const start = await rowsRead();
    await tx`select private.weekly_figures(current_date)`;
    // One read each for paid, received and sent back, and another for the turnaround.
    expect((await rowsRead()) - start).toBeLessThan(4.1 * Number(full?.rows));
  }));
