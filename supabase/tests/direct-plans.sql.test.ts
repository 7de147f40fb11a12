import { randomUUID } from "node:crypto";
import { fillOrders, listScans, type Scan } from "../../sandbox/builders/plan";
import { addStaff } from "../../sandbox/builders/rows";
import { connect, type Transaction, withRollback } from "../../sandbox/builders/test-database";
import { peopleStatements } from "../../sandbox/seed/statements";

/* Anyone may query the data API without a filter, so the cost must depend only on the caller's own rows. */

jest.setTimeout(120_000);

const sql = connect();
const ORDERS = 10_000;
const PEOPLE = 10_000;

const queries = [
  "select id from grading_orders limit 1000",
  "select * from grading_orders limit 1",
  "select * from grading_orders order by submitted_at desc limit 50",
  "select * from grading_orders order by submitted_at desc, id desc limit 1",
  "select * from grading_orders where payment_status = 'paid' order by submitted_at desc limit 50",
  "select * from grading_orders where notes is null",
  "select count(*) from grading_orders",
  "select * from profiles limit 1000",
  "select * from profiles order by user_id desc limit 1",
  "select * from subscriptions limit 1000",
  "select * from subscriptions where status = 'active'",
  "select * from order_admin limit 1000",
  "select * from order_admin order by updated_at desc limit 50",
];

async function fillTables(tx: Transaction): Promise<string> {
  for (const statement of peopleStatements(PEOPLE * 15)) await tx.unsafe(statement);
  await fillOrders(tx, ORDERS);
  await tx.unsafe("set local session_replication_role = replica");
  const id = randomUUID();
  // A new user, because indexes still contain other tests' deleted rows until vacuum runs.
  await tx`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${`${id}@x.test`}, now())`;
  await tx`insert into public.profiles (user_id) values (${id})`;
  await tx`update public.grading_orders set user_id = ${id} where xmin = pg_current_xact_id()::xid and user_id = (
    select o.user_id from public.grading_orders o where o.user_id is not null and o.xmin = pg_current_xact_id()::xid
    group by o.user_id having count(*) between 3 and 20 limit 1)`;
  await tx.unsafe(`
    insert into public.subscriptions (user_id, plan_type, status, current_period_start, current_period_end,
        stripe_subscription_id, stripe_customer_id, stripe_price_id)
      select p.user_id, 'pro', 'active', now(), now(), 'sub_' || p.user_id, 'cus_' || p.user_id, 'price_x' from public.profiles p
      where p.xmin = pg_current_xact_id()::xid;
    analyze public.subscriptions, public.profiles, public.grading_orders;
    set local session_replication_role = origin`);
  return id;
}

const actAs = async (tx: Transaction, id: string) => {
  await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: "authenticated" })}, true)`;
  await tx`set local role authenticated`;
};

const rowsRead = (scans: Scan[]) => scans.reduce((sum, { rows }) => sum + rows, 0);
const tables = ["grading_orders", "profiles", "subscriptions", "order_admin"];

test("reads only a customer's own rows without a filter, and all rows for staff", () =>
  withRollback(sql, async (tx) => {
    // A snapshot, because other tests change rows at the same time.
    await tx`set transaction isolation level repeatable read`;
    const id = await fillTables(tx);
    const counts = async () => {
      const counted: Record<string, unknown> = {};
      for (const table of tables)
        counted[table] = (await tx`select count(*)::int as n from ${tx(table)}`)[0]?.n;
      return counted;
    };
    const all = await counts();
    await actAs(tx, id);
    for (const query of queries) {
      const scans = await listScans(tx, query);
      expect([query, rowsRead(scans) < 200, scans]).toEqual([query, true, scans]);
    }
    await tx`reset role`;
    await addStaff(tx, id);
    await actAs(tx, id);
    expect(await counts()).toEqual(all);
  }));

test("reads the owner's orders only once for the dashboard", () =>
  withRollback(sql, async (tx) => {
    const id = await fillTables(tx);
    const all = await tx`update public.grading_orders set user_id = ${id} where id in (
      select o.id from public.grading_orders o
      where o.payment_status = 'paid' and o.xmin = pg_current_xact_id()::xid limit 400) returning 1`;
    await tx.unsafe("analyze public.grading_orders");
    await actAs(tx, id);
    const read = async () => {
      const [row] = await tx`select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables
        where relid = 'public.grading_orders'::regclass`;
      return Number(row?.rows);
    };
    const before = await read();
    await tx`select public.get_dashboard(p_limit => 10)`;
    expect((await read()) - before).toBeLessThan(all.length + 50);
  }));
