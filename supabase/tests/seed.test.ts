import { readFileSync } from "node:fs";
import { join } from "node:path";
import { plans } from "@/lib/base/plans";
import { type Promised, promiseState } from "@/lib/orders/promise";
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
  batch_id: string;
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

test("the demo collector has paid batches at eight stages, and those that went another way", async () => {
  const orders = await seeded(sql);
  expect(orders.map((order) => order.submission_status).join(" ")).toBe(
    "delivered delivered completed grading grading completed grading graded grading shipped pending processing pending pending pending received pending pending pending pending pending",
  );
  expect(orders.filter((order) => order.payment_status !== "paid")).toEqual([
    expect.objectContaining({ payment_status: "canceled", submission_status: "pending" }),
  ]);
  for (const order of orders) {
    expect(order).toMatchObject({ rate_cents: plans.pro.rateCents });
    expect(order.fulfillment_status).toBe(fulfillmentOf(order.submission_status));
    expect(order.return_address.full_name).toBe("Casey Collector");
    expect(order.search_text).toContain("casey c0llect0r");
  }
});

test("each saved view of what a batch waits for, and each state of its promise, has one of them", async () => {
  const views = [
    "problems",
    "late_home",
    "overdue",
    "overdue_untold",
    "said_shipped",
    "said_delivered",
    "to_count",
    "late_to_open",
    "cancel_requested",
  ];
  const shown: Record<string, string[]> = {};
  for (const view of views) {
    const [found] = await sql<{ condition: string; source: string }[]>`
      select private.staff_view_condition(${view}, now()) as condition, private.staff_source(${view}) as source`;
    const rows = await sql.unsafe<{ batch_id: string }[]>(
      `select g.batch_id from ${found?.source} join public.grading_orders g on g.id = o.id
       where g.user_email = $1 and ${found?.condition} order by g.submitted_at`,
      [COLLECTOR],
    );
    shown[view] = rows.map(({ batch_id: batch }) => batch.slice(-4));
  }
  expect(shown).toEqual({
    problems: ["K3PN"],
    late_home: ["D6VK"],
    overdue: ["Q5LM", "M2JF"],
    overdue_untold: ["M2JF"],
    said_shipped: ["W4HC"],
    said_delivered: ["T3WA"],
    to_count: ["U7LS", "E3GX", "Z6WK"],
    late_to_open: ["U7LS"],
    cancel_requested: ["P9LE"],
  });
  const orders = await sql<
    Promised[]
  >`select fulfillment_status, promised_from::text, promised_to::text, delay_reason,
    delayed_until::text from public.grading_orders where user_email = ${COLLECTOR}`;
  const states = orders.map((order) => promiseState(order, Date.now()));
  expect(new Set(states)).toEqual(new Set(["before", "ahead", "due", "delayed", "late", null]));
});

test("of what is here and not checked in its customer reads when it came; of one a box is counted", async () => {
  const rows = await sql`select right(o.batch_id, 4) as batch, o.is_counted_in_part as in_part,
    o.arrived_at = (select e.occurred_at from public.order_events e
      where e.order_id = o.id and e.type = 'arrived' and e.public) as told
    from public.grading_orders o where o.user_email = ${COLLECTOR} and o.arrived_at is not null and o.received_at is null
    order by o.submitted_at`;
  expect([...rows]).toEqual([
    { batch: "U7LS", in_part: false, told: true },
    { batch: "E3GX", in_part: true, told: true },
    { batch: "Z6WK", in_part: false, told: true },
  ]);
});

test("a box was counted when the history has it: its rest is awaited from then on, and nothing else is of that act", async () => {
  const acts = await sql`select distinct right(o.batch_id, 4) as batch, e.act_id is not null as of_act,
    o.open_by = private.business_date_after(private.business_date(e.occurred_at), private.rest_days()) as awaited
    from public.order_events e join public.grading_orders o on o.id = e.order_id
    where o.user_email = ${COLLECTOR} and (e.act_id is not null or e.type = 'box_counted')`;
  expect([...acts]).toEqual([{ batch: "E3GX", of_act: true, awaited: true }]);
});

test("nothing of it is purged, however long a sandbox lives", async () => {
  const purged = await sql`select g.batch_id from public.grading_orders g
    where g.user_email = ${COLLECTOR} and private.is_abandoned(g, now() + interval '10 years')`;
  expect([...purged]).toEqual([]);
});

test("a problem is settled, a step is corrected, and of a graded batch its owner chooses the address", async () => {
  const [settled] =
    await sql`select b.closed_at is not null as closed, (select count(*)::int from public.problem_messages m
    where m.order_id = b.order_id) as messages from public.order_problems b
    join public.grading_orders o on o.id = b.order_id where o.batch_id = 'BATCH-3N3KK46WA-H7RD'`;
  expect(settled).toEqual({ closed: true, messages: 2 });
  const events = await sql<{ steps: string }[]>`select string_agg(e.to_value, ' ' order by e.id) as steps
    from public.order_events e join public.grading_orders o on o.id = e.order_id
    where o.batch_id = 'BATCH-3N9J6H9NJ-R8GJ' and e.public and e.type = 'submission_status'`;
  expect(events[0]?.steps).toBe("received processing received");
  const [question] =
    await sql`select q.order_address ->> 'address_line1' as old, q.choice from public.address_questions q
    join public.grading_orders o on o.id = q.order_id where o.batch_id = 'BATCH-3N8JV6E4P-G5NS'`;
  expect(question).toEqual({ old: "12 Former Street", choice: null });
});

test("what is said of a problem is dated as the history has it", async () => {
  const said = await sql<{ batch: string; said: Date; told: Date }[]>`
    select o.batch_id as batch, m.created_at as said, (select max(e.occurred_at) from public.order_events e
      where e.order_id = o.id and e.type = 'problem' and e.to_value = 'reported') as told
    from public.problem_messages m join public.grading_orders o on o.id = m.order_id
    where o.user_email = ${COLLECTOR} and m.author = 'customer' order by o.submitted_at`;
  expect(said.map(({ batch }) => batch.slice(-4))).toEqual(["H7RD", "K3PN"]);
  for (const { said: at, told } of said) expect(at).toEqual(told);
});

test("each of their steps is dated, in order, after the submission and before today; no mail is written", async () => {
  await undone(sql, async (tx) => {
    // A run of this test's own: about the batches of the first run the jobs of other tests may have written by now.
    await tx.unsafe("set local session_replication_role = replica");
    await tx`delete from public.grading_orders where user_email = ${COLLECTOR}`;
    await tx.unsafe("set local session_replication_role = origin");
    await tx.unsafe(SEED);
    const orders = await seeded(tx);
    expect(orders).toHaveLength(21);
    for (const {
      id,
      batch_id,
      submission_status: status,
      submitted_at: submitted,
      payment_status,
    } of orders) {
      const isCanceled = payment_status === "canceled";
      const events = await tx<{ to_value: string; occurred_at: Date }[]>`
        select to_value, occurred_at from public.order_events where order_id = ${id} and public
        and type in ('payment_status', 'submission_status') order by id`;
      const reached = SUBMISSION_STEPS.slice(1, SUBMISSION_STEPS.indexOf(status) + 1);
      const corrected = batch_id === "BATCH-3N9J6H9NJ-R8GJ" ? ["processing", "received"] : [];
      const end = isCanceled ? ["canceled"] : corrected;
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
