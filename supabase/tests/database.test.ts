import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUSINESS_TIME_ZONE } from "@/lib/base/business-date";
import { plans } from "@/lib/base/plans";
import { type Promised, promiseState } from "@/lib/orders/promise";
import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { fulfillmentOf } from "@/lib/staff/status-mapping";
import { addReceived } from "../../sandbox/builders/grader-group";
import { aMark, anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser, signUpStaff } from "../../sandbox/builders/rows";
import {
  call,
  connect,
  personClient,
  type Sql,
  serverClient,
  type Transaction,
  undone,
} from "../../sandbox/builders/test-database";
import { CALENDAR_YEARS, federalHolidays } from "../../sandbox/calendar";

const sql = connect();

describe("collation", () => {
  /* The test databases sort text as a hosted one does. These rules are the ones that could break. */

  const sql = connect();

  test("the database sorts texts as a language does, not by their bytes", async () => {
    const [row] = await sql`select datlocprovider as provider,
      (select array_agg(t order by t) from unnest(array['b', 'B', 'a', 'É', '_x', 'Z', '10', '9']) t) as sorted
    from pg_database where datname = current_database()`;
    expect(row).toEqual({ provider: "i", sorted: ["_x", "10", "9", "a", "b", "B", "É", "Z"] });
  });

  test("letters of two cases, and those with and without marks, stay two texts where one is unique", async () => {
    const order = await addOrder(sql);
    await expect(addOrder(sql, { batch_id: order.batch_id })).rejects.toMatchObject({ code: "23505" });
    const accounts = [
      await addUser(sql, { email: `zoe.${anEmail()}` }),
      await addUser(sql, { email: `zoé.${anEmail()}` }),
    ];
    const guests = await addOrder(sql, { guest_email: accounts[0]?.email.toUpperCase() ?? "" });
    for (const { id } of accounts.toReversed())
      await call(serverClient(), "link_guest_orders", { p_user_id: id });
    const [linked] = await sql`select user_id from grading_orders where id = ${guests.id}`;
    expect(linked?.user_id).toBe(accounts[0]?.id);
  });

  test("a search finds parts of words in any case, with their accents or without, and nothing else", async () => {
    const staff = await signUpStaff(sql);
    const [mark, other] = [aMark(), aMark()];
    const order = await addOrder(sql, { tracking_number: `${mark}-Müller_9`, guest_email: "x@example.test" });
    await addOrder(sql, { tracking_number: `${other}-Muller-9` });
    const found = async (p_search: string) => {
      const page = await call<{ orders: { id: string }[] }>(
        personClient(staff.accessToken),
        "staff_list_orders",
        { p_search },
      );
      return page.orders.map(({ id }) => id);
    };
    for (const text of [
      mark,
      mark.toUpperCase(),
      `${mark} müller`,
      `${mark} MÜLL`,
      `${mark} muller`,
      `${mark} ler_9`,
    ])
      expect([text, await found(text)]).toEqual([text, [order.id]]);
    for (const text of [`${mark} miller`, `${mark} ler9`])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  test("whole addresses and batch IDs are looked up by an index that knows no language", async () => {
    await undone(sql, async (tx) => {
      await tx`set local enable_seqscan = off`;
      // In a small table, the planner may prefer it for the guests' orders.
      await tx`drop index grading_orders_by_user`;
      const lines = [];
      for (const condition of [
        `lower(o.user_email collate "C") = 'a@example.test' and o.user_email is not null`,
        `lower(o.guest_email collate "C") = 'a@example.test' and o.guest_email is not null and o.user_id is null`,
        `o.batch_id = 'BATCH-AAAAAAAA-AAAA'`,
      ])
        lines.push(await tx.unsafe(`explain (costs off) select from grading_orders o where ${condition}`));
      const found = lines.map((rows) => rows.map((row) => row["QUERY PLAN"]).join());
      expect(found[0]).toContain("grading_orders_user_email");
      expect(found[1]).toContain("grading_orders_linkable");
      expect(found[2]).toContain("grading_orders_batch_id_key");
    });
  });
});

describe("business calendar", () => {
  const DAY = 86_400_000;
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);

  /** The business days of some years, as the library has them. */
  const rests = new Set(federalHolidays(2024, 2045).map(({ day }) => day));
  const isBusinessDay = (day: string) =>
    ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !rests.has(day);

  test("the database has the library's holidays, and both have one time zone", async () => {
    const rows = await sql<
      { day: string; name: string }[]
    >`select day::text, name from holidays order by day`;
    expect([...rows]).toEqual(federalHolidays(CALENDAR_YEARS.first, CALENDAR_YEARS.last));
    const [zone] = await sql`select private.business_time_zone() as zone`;
    expect(zone?.zone).toBe(BUSINESS_TIME_ZONE);
  });

  test.each([
    // A Monday, with nothing between but weekends; then each kind of day that does not count.
    ["2026-09-14", 10, "2026-09-28"],
    ["2026-09-14", 15, "2026-10-05"],
    ["2026-09-18", 1, "2026-09-21"],
    ["2026-09-19", 1, "2026-09-21"],
    ["2026-09-20", 1, "2026-09-21"],
    // Thanksgiving; a Saturday's Fourth of July on Friday; a Sunday's on Monday; New Year's Day of 2028 in 2027.
    ["2026-11-25", 1, "2026-11-27"],
    ["2026-07-02", 1, "2026-07-06"],
    ["2027-07-02", 1, "2027-07-06"],
    ["2027-12-30", 1, "2028-01-03"],
    // What comes on a holiday counts like the business day before.
    ["2026-11-26", 10, "2026-12-10"],
    ["2026-11-25", 10, "2026-12-10"],
    ["2026-12-11", 15, "2027-01-05"],
  ])("the business day that comes so many after %s (%i) is %s", async (day, days, expected) => {
    const [row] = await sql<
      { day: string }[]
    >`select private.business_date_after(${day}, ${days})::text as day`;
    expect(row?.day).toBe(expected);
  });

  test.each(federalHolidays(2026, 2028).map(({ day, name }) => [name, day] as const))(
    "%s (%s) is passed over, there and back",
    async (_, day) => {
      const at = Date.parse(`${day}T00:00:00Z`);
      const [before, after] = [-1, 1].map((step) => {
        let one = at + step * DAY;
        while (!isBusinessDay(iso(one))) one += step * DAY;
        return iso(one);
      });
      const [row] = await sql`select private.business_date_after(${before ?? ""}, 1)::text as next,
      private.business_date_after(${day}, 1)::text as from_it,
      private.business_date_before(${after ?? ""}, 1)::text as former`;
      expect(row).toEqual({ next: after, from_it: after, former: before });
    },
  );

  /** Four years, and all for which the holidays are known. */
  const DAYS = 1_461;

  test(`each of ${DAYS} days is counted as the library has it`, async () => {
    const first = Date.parse("2024-01-02T00:00:00Z");
    const days = Array.from({ length: DAYS + 100 }, (_, nth) => iso(first + nth * DAY));
    const work = days.filter(isBusinessDay);
    const rows = await sql<{ day: string; until: string; days: number }[]>`
    select d::date::text as day, private.business_date_after(d::date, 15)::text as until,
      private.business_days_between(d::date + time '12:00' at time zone private.business_time_zone(),
        private.business_date_after(d::date, 15) + time '01:00' at time zone private.business_time_zone()) as days
    from unnest(${days.slice(0, DAYS)}::text[]) d`;
    let next = 0;
    const wrong = rows.filter(({ day, until, days: between }) => {
      while ((work[next] ?? "") <= day) next++;
      return until !== work[next + 14] || between !== 15;
    });
    expect(rows).toHaveLength(DAYS);
    expect(wrong).toEqual([]);
  });

  test.each([
    ["2026-11-23T15:00:00Z", 0, "2026-11-23T15:00:00Z"],
    ["2026-11-23T15:00:00Z", 1, "2026-11-20T15:00:00Z"],
    ["2026-11-24T15:00:00Z", 1, "2026-11-23T15:00:00Z"],
    ["2026-11-27T15:00:00Z", 1, "2026-11-25T15:00:00Z"],
    ["2026-11-22T15:00:00Z", 1, "2026-11-19T15:00:00Z"],
    // A Monday of UTC that is a Sunday where the business is; and over the end of summer time.
    ["2026-11-23T03:00:00Z", 1, "2026-11-20T03:00:00Z"],
    ["2026-11-02T15:00:00Z", 1, "2026-10-30T14:00:00Z"],
  ])("%s less %i business days is %s", async (from, days, expected) => {
    const [row] = await sql<{ at: Date }[]>`select private.business_days_before(${from}, ${days}) as at`;
    expect(row?.at.toISOString()).toBe(new Date(expected).toISOString());
  });

  describe.each(["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])("asked in a session of %s", (zone) => {
    test.each([
      // The last minutes of a day and the first of the next, on the other day of UTC; both changes of the clock.
      ["2026-09-15T03:30:00Z", "2026-09-28", "2026-10-05"],
      ["2026-09-15T04:30:00Z", "2026-09-29", "2026-10-06"],
      ["2026-03-07T04:30:00Z", "2026-03-20", "2026-03-27"],
      ["2026-03-08T04:30:00Z", "2026-03-20", "2026-03-27"],
      ["2026-03-09T03:30:00Z", "2026-03-20", "2026-03-27"],
      ["2026-03-09T04:30:00Z", "2026-03-23", "2026-03-30"],
      ["2026-10-31T03:30:00Z", "2026-11-16", "2026-11-23"],
      ["2026-11-01T03:30:00Z", "2026-11-16", "2026-11-23"],
      ["2026-11-02T04:30:00Z", "2026-11-16", "2026-11-23"],
      ["2026-11-02T05:30:00Z", "2026-11-17", "2026-11-24"],
    ])("what is checked in at %s is promised from %s to %s", async (at, from, to) => {
      await undone(sql, async (tx) => {
        await tx`select set_config('timezone', ${zone}, true)`;
        const { id } = await addReceived(tx, { received_at: at });
        const [row] = await tx`select promised_from::text as from, promised_to::text as to
        from grading_orders where id = ${id}`;
        expect(row).toEqual({ from, to });
        // By the clock of the business: half an hour before its day is over, and after.
        const late = async (day: string, time: string) => {
          const [condition] = await tx<{ text: string }[]>`select private.staff_view_condition('overdue',
          (${day}::date + ${time}::time) at time zone private.business_time_zone()) as text`;
          const [found] = await tx.unsafe(
            `select exists (select from grading_orders o where o.id = '${id}' and ${condition?.text}) as is_late`,
          );
          return found?.is_late;
        };
        expect(await late(to, "23:30")).toBe(false);
        expect(await late(iso(Date.parse(to) + DAY), "00:30")).toBe(true);
      });
    });
  });
});

describe("seed", () => {
  const SEED = readFileSync(join(process.cwd(), "supabase/seed.sql"), "utf8");
  beforeAll(() => sql.unsafe(SEED));

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
});

describe("schema lint", () => {
  type Offence = [statement: string, name: string];

  /**
   * Rules that hold for every object of the schema. Each query names what breaks the rule; each offence is a statement
   * that breaks it, and the name that the query then gives.
   */
  const rules: [rule: string, offenders: string, offences: Offence[]][] = [
    [
      "row level security is on for every table",
      `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity`,
      [
        ["create table public.offence (id int primary key)", "public.offence"],
        ["create table private.offence (id int primary key)", "private.offence"],
      ],
    ],
    [
      "no views or materialized views, which would read past row level security",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('v', 'm')`,
      [
        ["create view public.offence as select 1 as one", "offence"],
        ["create materialized view private.offence as select 1 as one", "offence"],
      ],
    ],
    [
      "private holds no tables",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'private' and c.relkind in ('r', 'p')`,
      [["create table private.offence (id int primary key)", "offence"]],
    ],
    [
      "every function sets an empty search path",
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private')
       and not coalesce(p.proconfig, '{}') && array['search_path=""', 'search_path=']`,
      [
        ["create function public.offence() returns int language sql as 'select 1'", "offence()"],
        [
          "create function private.offence() returns int language sql set search_path = public as 'select 1'",
          "private.offence()",
        ],
      ],
    ],
    [
      "function names are not overloaded, so that the data API can tell them apart",
      `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') group by 1 having count(*) > 1`,
      [
        [
          "create function public.offence() returns int language sql as 'select 1'; create function public.offence(int) returns int language sql as 'select 1'",
          "public.offence",
        ],
      ],
    ],
    [
      "no policy lets everything pass, or names a claim that people can write",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (coalesce(qual, '') in ('true', '(true)') or coalesce(with_check, '') in ('true', '(true)')
       or concat(qual, with_check) ~ 'user_metadata|app_metadata')`,
      [
        ["create policy offence on public.packages for select to authenticated using (true)", "offence"],
        ["create policy offence on public.packages for insert to authenticated with check (true)", "offence"],
        [
          "create policy offence on public.packages for select to authenticated using (auth.jwt() -> 'user_metadata' ->> 'role' = 'owner')",
          "offence",
        ],
      ],
    ],
    [
      "policies only let read, and only who is signed in",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (cmd <> 'SELECT' or permissive <> 'PERMISSIVE' or roles <> array['authenticated']::name[])`,
      [
        [
          "create policy offence on public.packages for delete to authenticated using (id = (select auth.uid()))",
          "offence",
        ],
        [
          "create policy offence on public.packages as restrictive for select to authenticated using (id = (select auth.uid()))",
          "offence",
        ],
        ["create policy offence on public.packages for select using (id = (select auth.uid()))", "offence"],
      ],
    ],
    [
      "one policy for each table and verb",
      `select tablename as name from pg_policies where schemaname in ('public', 'private')
     group by tablename, cmd having count(*) > 1`,
      [
        [
          "create policy offence on public.profiles for select to authenticated using (user_id = (select auth.uid()))",
          "profiles",
        ],
      ],
    ],
    [
      "policies ask who it is once a query, not once a row",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and regexp_replace(qual, '\\( SELECT private\\.(me|is_staff)\\(\\)', '', 'g') ~ '(\\mme|is_staff)\\(\\)'`,
      [
        [
          "create policy offence on public.packages for select to authenticated using (id = private.me())",
          "offence",
        ],
        [
          "create policy offence on public.packages for select to authenticated using (private.is_staff())",
          "offence",
        ],
      ],
    ],
    [
      "who is calling is asked of private.me() alone, which knows the second factor",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
       and concat(qual, with_check) ~ 'auth\\.(uid|jwt)\\('
     union all
     select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.proname not in ('me', 'require_user') and p.prosrc ~ 'auth\\.uid\\('`,
      [
        [
          "create policy offence on public.packages for select to authenticated using (id = (select auth.uid()))",
          "offence",
        ],
        ["create function public.offence() returns uuid language sql as 'select auth.uid()'", "offence"],
      ],
    ],
    [
      "every foreign key has an index that begins with it",
      `select con.conname as name from pg_constraint con join pg_namespace n on n.oid = con.connamespace
     where con.contype = 'f' and n.nspname in ('public', 'private') and not exists (
       select 1 from pg_index i where i.indrelid = con.conrelid
       and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey)`,
      [
        [
          "create table public.offence (id int primary key, package uuid references public.packages)",
          "offence_package_fkey",
        ],
      ],
    ],
    [
      "every table has a primary key",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r'
     and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      [["create table public.offence (id int)", "offence"]],
    ],
    [
      "no index twice",
      `select string_agg(indexrelid::regclass::text, ', ' order by indexrelid) as name from pg_index i
     join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' group by indrelid, indkey::text, indexprs::text, indpred::text, indclass::text, indoption::text
     having count(*) > 1`,
      [
        [
          "create index on public.packages (sender); create index on public.packages (sender)",
          "packages_sender_idx, packages_sender_idx1",
        ],
      ],
    ],
    [
      "times are with time zone, texts without a length type, no enums",
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' and (c.data_type in ('timestamp without time zone', 'USER-DEFINED')
       or c.data_type like 'character%')`,
      [
        ["alter table public.packages add column offence timestamp", "packages.offence"],
        ["alter table public.packages add column offence varchar(9)", "packages.offence"],
        [
          "create type public.offence as enum ('one'); alter table public.packages add column offence public.offence",
          "packages.offence",
        ],
      ],
    ],
    [
      "what runs with the rights of its owner does not run for visitors",
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.prosecdef and has_function_privilege('anon', p.oid, 'execute')`,
      [
        [
          "create function public.offence() returns int language sql security definer as 'select 1'; grant execute on function public.offence to anon",
          "offence()",
        ],
      ],
    ],
  ];

  const sql = connect();

  const namesOf = async (connection: Sql | Transaction, offenders: string) =>
    (await connection.unsafe<{ name: string }[]>(offenders)).map(({ name }) => name);

  test.each(rules)("%s", async (_, offenders) => {
    expect(await namesOf(sql, offenders)).toEqual([]);
  });

  const offences = rules.flatMap(([rule, offenders, list]) =>
    list.map(([statement, name]) => [rule, statement, offenders, name] as const),
  );

  test.each(offences)("%s: broken by %s", async (_rule, statement, offenders, name) => {
    await undone(sql, async (tx) => {
      await tx.unsafe(statement);
      expect(await namesOf(tx, offenders)).toEqual([name]);
    });
  });
});
