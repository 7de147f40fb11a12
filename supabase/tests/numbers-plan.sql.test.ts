import { numbersSchema } from "@/lib/staff/numbers/schema";
import { fillOrders } from "../../sandbox/builders/plan";
import { addStaff, addUser } from "../../sandbox/builders/rows";
import { connect, type Transaction } from "../../sandbox/builders/test-database";
import { eventsStatement } from "../../sandbox/seed/statements";
import { alone } from "./numbers-sums";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

// Tens of thousands of rows are written: leave a loaded machine its time.
jest.setTimeout(120_000);

const sql = connect();

/** Goes on as somebody of the staff, and answers what the page of that day reads. */
async function pageOf(tx: Transaction, now: Date) {
  const { id } = await addUser(tx);
  await addStaff(tx, id);
  await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: "authenticated" })}, true)`;
  const [row] = await tx`select public.staff_numbers(p_now => ${now}) as answer`;
  return numbersSchema.parse(row?.answer);
}

/** Rows of orders and of their events that were read in this transaction so far. */
async function rowsRead(tx: Transaction): Promise<number> {
  const [row] =
    await tx`select sum(seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables
    where relid in ('public.grading_orders'::regclass, 'public.order_events'::regclass)`;
  return Number(row?.rows);
}

test("among many orders the page reads one of each step, and a day's sums the orders of that day", () =>
  alone(sql, async (tx) => {
    const orders = 10_000;
    await fillOrders(tx, orders);
    await tx.unsafe("set local session_replication_role = replica");
    await tx.unsafe(eventsStatement(orders));
    await tx.unsafe("set local session_replication_role = origin; analyze public.order_events");
    const start = await rowsRead(tx);
    // A thousand at most, among them what other files have left here.
    await tx`select private.count_staff_view('overdue', now())`;
    const before = await rowsRead(tx);
    await pageOf(tx, new Date());
    const page = (await rowsRead(tx)) - before;
    expect(page - (before - start)).toBeLessThan(20);

    const [day] = await tx`select ((now() at time zone 'utc')::date - 100)::text as day`;
    await tx`insert into daily_numbers (day) values (${day?.day}) on conflict do nothing`;
    await tx`select private.sum_day(${day?.day})`;
    const [sums] =
      await tx`select received_batches + paid_batches as batches from daily_numbers where day = ${day?.day}`;
    expect(sums?.batches).toBeGreaterThan(0);
    expect((await rowsRead(tx)) - before - page).toBeLessThan(orders / 4);
  }));
