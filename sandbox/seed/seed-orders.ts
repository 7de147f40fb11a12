import { parseArgs } from "node:util";
import postgres from "postgres";
import { readPorts } from "../launcher/ports.ts";
import {
  eventsStatement,
  orderId,
  ordersStatement,
  peopleStatements,
  staffEntriesStatements,
} from "./statements.ts";

type Sql = postgres.Sql | postgres.TransactionSql;

/** More would fill a developer's disk. */
export const MOST_ORDERS = 5_000_000;

/**
 * Seeds exactly `orders` sample orders with people and timelines, and refreshes planner statistics. Replaces existing
 * sample orders if their number differs.
 */
export async function seedOrders(
  databaseUrl: string,
  orders: number,
  log: (line: string) => void,
): Promise<void> {
  if (!Number.isSafeInteger(orders) || orders < 0 || orders > MOST_ORDERS)
    throw new Error(
      `The number of orders is a whole number from 0 to ${MOST_ORDERS.toLocaleString("en-US")}.`,
    );
  const { hostname } = new URL(databaseUrl);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname))
    throw new Error("Made-up orders go into a sandbox on this machine only.");
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 5, onnotice: () => {} });
  const began = Date.now();
  try {
    const present = await countSeeded(sql);
    if (present === orders) return log(`${orders.toLocaleString("en-US")} made-up orders are there already.`);
    await sql.begin((tx) => refill(tx, present, orders, log));
    log("Refreshing the planner's figures …");
    for (const table of ["grading_orders", "order_admin", "order_events", "profiles"])
      await sql.unsafe(`vacuum (analyze) public.${table}`);
    const seconds = Math.round((Date.now() - began) / 1000);
    log(`${orders.toLocaleString("en-US")} made-up orders are in, after ${seconds} s.`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function refill(tx: Sql, present: number, orders: number, log: (line: string) => void): Promise<void> {
  // Disables triggers and foreign key checks, because the statements write everything that triggers would.
  await tx.unsafe(
    "set local session_replication_role = replica; set local statement_timeout = 0; set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'",
  );
  await tx.unsafe("lock table public.grading_orders in access exclusive mode");
  if (present > 0) {
    log("Removing the former made-up orders …");
    const seeded = `(select ${orderId("n")} from generate_series(1::bigint, ${present}) n)`;
    for (const table of ["order_events", "order_admin", "order_messages"])
      await tx.unsafe(`delete from public.${table} where order_id in ${seeded}`);
    await tx.unsafe(`delete from public.grading_orders where id in ${seeded}`);
  }
  if (orders === 0) return;
  for (const statement of peopleStatements(orders)) await tx.unsafe(statement);
  // Building each index once at the end is several times faster.
  const indexes = await tx.unsafe<{ name: string; definition: string }[]>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = 'public.grading_orders'::regclass
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`);
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  log("Writing orders …");
  await tx.unsafe(ordersStatement(orders));
  log("Building the indexes …");
  for (const { definition } of indexes) await tx.unsafe(definition);
  log("Writing timelines …");
  for (const statement of staffEntriesStatements(orders)) await tx.unsafe(statement);
  await tx.unsafe(eventsStatement(orders));
}

/** Counts sample orders by binary search, since their numbers have no gaps. */
async function countSeeded(sql: Sql): Promise<number> {
  const isThere = async (n: number) =>
    n === 0 ||
    (await sql.unsafe(`select 1 from public.grading_orders where id = ${orderId(`${n}::bigint`)}`)).length >
      0;
  let [low, high] = [0, MOST_ORDERS + 1];
  while (high - low > 1) {
    const middle = low === 0 && high > 1 ? 1 : Math.floor((low + high) / 2);
    if (await isThere(middle)) low = middle;
    else high = middle;
  }
  return low;
}

export async function seed({ env, args }: { env: NodeJS.ProcessEnv; args: string[] }): Promise<number> {
  const { values } = parseArgs({ args, options: { orders: { type: "string" } } });
  if (!/^\d+$/.test(values.orders ?? "")) throw new Error("Say how many: npm run seed -- --orders 100000");
  const url =
    env.SANDBOX_DATABASE_URL || `postgres://postgres:postgres@127.0.0.1:${readPorts(env).database}/postgres`;
  try {
    await seedOrders(url, Number(values.orders), (line) => console.log(line));
  } catch (error) {
    if ((error as { code?: string }).code !== "ECONNREFUSED") throw error;
    throw new Error("The sandbox does not run. Start it first: npm run sandbox");
  }
  return 0;
}
