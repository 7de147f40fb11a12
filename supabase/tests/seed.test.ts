import { readFileSync } from "node:fs";
import { join } from "node:path";
import { plans } from "@/lib/base/plans";
import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { fulfillmentOf } from "@/lib/staff/status-mapping";
import { addUser } from "../../sandbox/builders/rows";
import { connect, type Sql, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();
// Every sandbox has run it once, before the tests.
const SEED = readFileSync(join(process.cwd(), "supabase/seed.sql"), "utf8");
const COLLECTOR = "collector@slabrelay.test";

type Seeded = {
  id: string;
  submission_status: (typeof SUBMISSION_STEPS)[number];
  fulfillment_status: string;
  payment_status: string;
  rate_cents: number;
  submitted_at: Date;
  return_address: { full_name: string };
  search_text: string;
};

const seeded = (db: Sql | Transaction) =>
  db<Seeded[]>`select * from public.grading_orders where user_email = ${COLLECTOR} order by submitted_at`;

test("the demo collector has paid batches at six stages, with an address and a name to be found by", async () => {
  const orders = await seeded(sql);
  expect(orders.map((order) => order.submission_status)).toEqual([
    "delivered",
    "delivered",
    "completed",
    "grading",
    "received",
    "pending",
  ]);
  for (const order of orders) {
    expect(order).toMatchObject({ payment_status: "paid", rate_cents: plans.pro.rateCents });
    expect(order.fulfillment_status).toBe(fulfillmentOf(order.submission_status));
    expect(order.return_address.full_name).toBe("Casey Collector");
    expect(order.search_text).toContain("casey c0llect0r");
  }
});

test("each of their steps is dated, in order, after the submission and before today; no mail is written", async () => {
  for (const { id, submission_status: status, submitted_at: submitted } of await seeded(sql)) {
    const events = await sql<{ to_value: string; occurred_at: Date }[]>`
      select to_value, occurred_at from public.order_events where order_id = ${id} and public
      and type in ('payment_status', 'submission_status') order by id`;
    const reached = SUBMISSION_STEPS.slice(1, SUBMISSION_STEPS.indexOf(status) + 1);
    expect(events.map((event) => event.to_value)).toEqual(["paid", ...reached]);
    const times = [submitted, ...events.map((event) => event.occurred_at), new Date()].map(Number);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(await sql`select from public.outbox where payload::text like ${`%${id}%`}`).toHaveLength(0);
  }
});

test("a second run, and one without the account, write nothing", async () => {
  const before =
    await sql`select count(*)::int as orders from public.grading_orders where user_email = ${COLLECTOR}`;
  await sql.unsafe(SEED);
  expect(
    await sql`select count(*)::int as orders from public.grading_orders where user_email = ${COLLECTOR}`,
  ).toEqual(before);
  await undone(sql, async (tx) => {
    // Somebody gives the collector another address, and the next start makes a new account of the old one.
    await tx`update auth.users set email = 'somebody.else@example.test' where email = ${COLLECTOR}`;
    await tx.unsafe(SEED);
    const newcomer = await addUser(tx, { email: COLLECTOR });
    await tx.unsafe(SEED);
    expect(await tx`select from public.grading_orders where user_id = ${newcomer.id}`).toHaveLength(0);
  });
});
