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

test("the demo collector has paid batches at six stages, and those that went another way", async () => {
  const orders = await seeded(sql);
  expect(orders.map((order) => order.submission_status)).toEqual([
    "delivered",
    "delivered",
    "grading",
    "completed",
    "grading",
    "pending",
    "received",
    "pending",
    "pending",
  ]);
  expect(orders.map((order) => order.payment_status).join(" ")).toBe(
    "paid paid paid paid paid canceled paid paid paid",
  );
  for (const order of orders) {
    expect(order).toMatchObject({ rate_cents: plans.pro.rateCents });
    expect(order.fulfillment_status).toBe(fulfillmentOf(order.submission_status));
    expect(order.return_address.full_name).toBe("Casey Collector");
    expect(order.search_text).toContain("casey c0llect0r");
  }
});

test("one is late with its reason, one is complained of, one is canceled, one was delivered and not found", async () => {
  const views = await sql<{ batch: string; view: string }[]>`
    select o.batch_id as batch, v.view from public.grading_orders o left join public.order_admin a on a.order_id = o.id,
      lateral (values ('overdue', o.promised_to < current_date and o.delay_reason is not null and o.fulfillment_status <> 'complete'),
        ('problems', a.problem_place is not null), ('canceled', o.cancel_requested_at is not null and o.refunded_cents > 0),
        ('said_delivered', o.inbound_delivered_at < now() - interval '3 days')) v (view, holds)
    where o.user_email = ${COLLECTOR} and v.holds order by o.submitted_at`;
  expect(views.map(({ batch, view }) => [batch, view])).toEqual([
    ["BATCH-3N622LURA-K3PN", "problems"],
    ["BATCH-3N6W3KXYL-Q5LM", "overdue"],
    ["BATCH-3N96XPZYE-7XCE", "canceled"],
    ["BATCH-3N9LY7KL3-T3WA", "said_delivered"],
  ]);
});

test("each of their steps is dated, in order, after the submission and before today; no mail is written", async () => {
  await undone(sql, async (tx) => {
    // A run of this test's own: about the batches of the first run the jobs of other tests may have written by now.
    await tx.unsafe("set local session_replication_role = replica");
    await tx`delete from public.grading_orders where user_email = ${COLLECTOR}`;
    await tx.unsafe("set local session_replication_role = origin");
    await tx.unsafe(SEED);
    const orders = await seeded(tx);
    expect(orders).toHaveLength(9);
    for (const { id, submission_status: status, submitted_at: submitted, payment_status } of orders) {
      const isCanceled = payment_status === "canceled";
      const events = await tx<{ to_value: string; occurred_at: Date }[]>`
        select to_value, occurred_at from public.order_events where order_id = ${id} and public
        and type in ('payment_status', 'submission_status') order by id`;
      const reached = SUBMISSION_STEPS.slice(1, SUBMISSION_STEPS.indexOf(status) + 1);
      const end = isCanceled ? ["canceled"] : [];
      expect(events.map((event) => event.to_value)).toEqual(["paid", ...reached, ...end]);
      const times = [submitted, ...events.map((event) => event.occurred_at), new Date()].map(Number);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(await tx`select from public.outbox where payload::text like ${`%${id}%`}`).toHaveLength(0);
    }
  });
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
