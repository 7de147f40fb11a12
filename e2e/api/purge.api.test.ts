import { randomUUID } from "node:crypto";
import { eventually, Product } from "../../sandbox/builders/product.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
afterAll(() => database().end());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("the reconcile job deletes what has outlived its purpose, and nothing else", async () => {
  const sql = database();
  const [old, fresh] = [`test:${randomUUID()}`, `test:${randomUUID()}`];
  await sql`insert into public.rate_limits (key, updated_at)
            values (${old}, ${daysAgo(3)}), (${fresh}, ${daysAgo(1)})`;
  const canceled = { payment_status: "canceled" as const, stripe_payment_intent_id: null };
  const abandoned = await addOrder(sql, { ...canceled, created_at: daysAgo(31).toISOString() });
  const young = await addOrder(sql, { ...canceled, created_at: daysAgo(29).toISOString() });

  const run = async () => {
    // It does so once an hour. What else the run could not do is of other tests, which share this database.
    await sql`delete from public.job_progress where kind = 'purge'`;
    expect((await product.runJob("/api/cron/reconcile")).status).toBe(200);
    const [counters, orders] = [
      await sql`select key from public.rate_limits where key in (${old}, ${fresh})`,
      await sql`select id from public.grading_orders where id in (${abandoned.id}, ${young.id})`,
    ];
    return { counters: [...counters], orders: [...orders] };
  };
  // A run that another file has begun may say in between that it is done, or be at these very rows.
  const left = await eventually(run, ({ counters, orders }) => counters.length + orders.length <= 2);
  expect(left).toEqual({ counters: [{ key: fresh }], orders: [{ id: young.id }] });
});
