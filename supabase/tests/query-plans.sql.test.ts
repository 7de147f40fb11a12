import { readTypedBatchId } from "@/lib/orders/batch-id";
import { SAVED_VIEWS } from "@/lib/staff/orders/list-query";
import { aBatchId, anEmail } from "../../sandbox/builders/ids";
import { aSubscription } from "../../sandbox/builders/membership";
import { fillOrders, listScans, walkIndexes } from "../../sandbox/builders/plan";
import { addOrder, addUser, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { ensureCustomer, nextFence } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { connect, type Transaction, withRollback } from "../../sandbox/builders/test-database";

const sql = connect();

describe("looking up a batch", () => {
  test("looks up a batch using only indexes", () =>
    withRollback(sql, async (tx) => {
      // The planner chooses the index by statistics, and many imported rows have no batch ID.
      for (let nth = 0; nth < 50; nth++) await addOrder(tx, { batch_id: null, guest_email: anEmail() });
      await tx`analyze grading_orders`;
      await tx`set local enable_seqscan = off`;
      for (const batch of [readTypedBatchId(aBatchId()), "ORDER0A1B2C3D"]) {
        const lines = await tx<{ "QUERY PLAN": string }[]>`
        explain select o.id from (
          select * from public.grading_orders b
          where (lower(coalesce(b.user_email, b.guest_email) collate "C") = 'jane@example.test'
              or b.user_id = (select u.id from auth.users u where u.email = 'jane@example.test' and not u.is_sso_user))
            and translate(b.batch_id, 'OI-', '01') = ${batch}
          union all
          select * from public.grading_orders i where i.batch_id is null and i.id
            between '0a1b2c3d-0000-0000-0000-000000000000' and '0a1b2c3d-ffff-ffff-ffff-ffffffffffff') o
        where o.paid_at is not null and lower(btrim(private.mail_address_of(o))) = 'jane@example.test'`;
        const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
        expect(plan).toContain("grading_orders_by_email");
        expect(plan).toContain("grading_orders_by_user");
        expect(plan).toContain("grading_orders_pkey");
        expect(plan).not.toContain("Seq Scan on grading_orders");
      }
    }));

  test("finds a package by either tracking number using an index", () =>
    withRollback(sql, async (tx) => {
      await fillOrders(tx, 10_000);
      const number = "9400000000000000000042";
      const scans = await listScans(
        tx,
        `select id from public.grading_orders g
        where array[g.inbound_tracking, upper(translate(g.tracking_number, ' -', '') collate "C")] @> array['${number}']`,
      );
      expect(scans.map(({ index }) => index)).toContain("grading_orders_by_number");
      expect(scans.filter(({ rows }) => rows > 10)).toEqual([]);
    }));
});

describe("saved views", () => {
  test("reads and counts each saved view using its own index", () =>
    withRollback(sql, async (tx) => {
      await tx`set transaction isolation level repeatable read`;
      const [others] = await tx<{ count: number }[]>`select count(*)::integer from public.grading_orders`;
      await fillOrders(tx, 10_000);
      for (const way of ["seqscan", "hashjoin", "mergejoin"])
        await tx.unsafe(`set local enable_${way} = off`);
      await walkIndexes(tx);
      for (const view of SAVED_VIEWS) {
        const [row] = await tx`select private.staff_list() as source, v.condition, v.place
            from private.staff_views(now()) v where v.name = ${view}`;
        const from = `from ${row?.source} where ${row?.condition}`;
        // These two lists also scan other tests' orders in a shipment.
        const inTheWay = ["ready_to_send", "to_return"].includes(view) ? (others?.count ?? 0) : 0;
        const page = await listScans(tx, `select o.id ${from} order by o.${row?.place}, o.id limit 11`);
        expect([view, page.filter(({ rows }) => rows >= inTheWay + 40)]).toEqual([view, []]);
        const count = await listScans(tx, `select count(*) from (select 1 ${from} limit 1001) c`);
        expect([view, count.filter(({ how }) => how === "Seq Scan")]).toEqual([view, []]);
      }
    }));
});

describe("batches outside a shipment", () => {
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  async function outsideOf(tx: Transaction): Promise<{ count: number; is_more: boolean; cards: number }> {
    const claims = JSON.stringify({ sub: actions.member.id, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    const [row] = await tx`select public.staff_grader_desk() -> 'outside' as outside`;
    return row?.outside;
  }

  test("marks the count as partial if more batches are at the grader", () =>
    withRollback(sql, async (tx) => {
      await tx`set transaction isolation level repeatable read`;
      expect(await outsideOf(tx)).toMatchObject({ is_more: false });
      await fillOrders(tx, 5_000);
      await tx`set local session_replication_role = replica`;
      await tx`update grading_orders set submission_status = 'grading', fulfillment_status = 'grading',
        received_at = '2020-01-01', arrived_at = '2020-01-01', received_count = num_cards
      where xmin = pg_current_xact_id()::xid`;
      await tx`insert into order_admin (order_id, grader_shipment_id, grouped_at)
      select id, 1, now() from grading_orders where xmin = pg_current_xact_id()::xid
      on conflict (order_id) do update set grader_shipment_id = 1, grouped_at = now(), cards_back_at = null`;
      expect(await outsideOf(tx)).toEqual({ count: 0, is_more: true, cards: 0 });
    }));
});

describe("membership emails", () => {
  async function fillOutbox(tx: Transaction): Promise<string> {
    const mails = 3_000;
    await tx`insert into outbox (dedupe_key, kind, payload)
    select 'membership_ending:sub_waits_' || i, 'membership_ending', jsonb_build_object('subscription_id', 'sub_waits_' || i)
    from generate_series(1, ${mails}::integer) i`;
    await tx.unsafe("analyze public.outbox");
    return `sub_waits_${mails}`;
  }

  test("finds a membership's obsolete emails using an index", () =>
    withRollback(sql, async (tx) => {
      const subscription = await fillOutbox(tx);
      const [source] = await tx<{ text: string }[]>`
      select prosrc as text from pg_proc where oid = 'private.enqueue_membership_emails'::regproc`;
      const [statement = ""] = /delete from public\.outbox[^;]*/.exec(source?.text ?? "") ?? [];
      const values: Record<string, string> = {
        v_sub: `'${subscription}'`,
        v_failed: "false",
        v_active: "true",
        v_ending: "true",
        v_planning: "true",
        v_is_other_plan: "false",
        v_is_other_next: "false",
      };
      const names = /v_\w+/g;
      const scans = await listScans(
        tx,
        statement.replace(names, (name) => values[name] ?? name),
      );
      expect(scans.map(({ index }) => index)).toContain("outbox_memberships");
      expect(scans.filter(({ how, rows }) => how === "Seq Scan" || rows > 1)).toEqual([]);
    }));

  test("reads no unrelated emails in a sync, even with a generic plan", () =>
    withRollback(sql, async (tx) => {
      await fillOutbox(tx);
      const { customer } = await ensureCustomer(sql);
      const subscriptions = [aSubscription(), aSubscription({ status: "canceled" })];
      const read = async () => {
        const [row] = await tx`select seq_scan, idx_tup_fetch,
          pg_stat_get_xact_numscans('public.outbox_memberships'::regclass) as by_subscription
        from pg_stat_xact_user_tables where relid = 'public.outbox'::regclass`;
        return [row?.seq_scan, row?.idx_tup_fetch, row?.by_subscription].map(Number);
      };
      const before = await read();
      // PostgreSQL may switch to a generic plan from the sixth call on.
      const times = 8;
      for (let time = 0; time < times; time++) {
        const fence = await nextFence();
        await tx`select sync_membership(${customer}, ${fence}, ${tx.json(subscriptions)})`;
      }
      const [scanned = 0, fetched = 0, bySubscription = 0] = (await read()).map(
        (count, at) => count - (before[at] ?? 0),
      );
      expect([scanned, bySubscription]).toEqual([0, times * subscriptions.length]);
      expect(fetched).toBeLessThan(100);
    }));
});

describe("lists of the desk", () => {
  /** Matches only this transaction's rows, because other tests also use the table. */
  const OWN = "xmin = pg_current_xact_id()::xid";

  const lists: [string, index: string, query: string][] = [
    [
      "what is set aside, at the desk",
      "set_asides_open",
      `select x.order_id from public.set_asides x where x.ended_at is null
     and (x.set_aside_at, x.order_id) > (now() - interval '1 day', gen_random_uuid())
     order by x.set_aside_at, x.order_id limit 51`,
    ],
    [
      "packages without a batch",
      "packages_unmatched",
      `select x.id from public.packages x where x.order_id is null and x.deleted_at is null
     and (x.arrived_at, x.id) > (now() - interval '1 day', gen_random_uuid())
     order by x.arrived_at, x.id limit 51`,
    ],
  ];

  test("reads each desk list using its own index", () =>
    withRollback(sql, async (tx) => {
      const many = 10_000;
      await fillOrders(tx, many);
      const { id } = await addUser(tx);
      await tx`insert into set_asides (order_id, reason, set_aside_by, set_aside_at, ended_by, ended_at)
      select o.id, 'unpaid', ${id}, now() - n * interval '1 minute', case when n % 5 > 0 then ${id}::uuid end,
        case when n % 5 > 0 then now() end
      from (select g.id, row_number() over (order by g.id) as n from grading_orders g
        where g.${tx.unsafe(OWN)} and not exists (select from set_asides s where s.order_id = g.id) limit ${many / 2}) o`;
      await tx`insert into packages (tracking_number, arrived_at, order_id, matched_at, deleted_at)
      select n::text, now() - n * interval '1 minute', case when n % 3 = 0 then o.id end,
        case when n % 3 = 0 then now() end, case when n % 3 = 1 then now() end
      from generate_series(1, ${many}::integer) n, (select g.id from grading_orders g where g.${tx.unsafe(OWN)} limit 1) o`;
      await tx`analyze set_asides, order_admin, packages, grading_orders`;
      await walkIndexes(tx);
      for (const [name, index, query] of lists) {
        const scans = await listScans(tx, query);
        expect([name, scans.map((scan) => scan.index)]).toEqual([name, [index]]);
        // One extra row if it has the cursor's timestamp and a lower ID.
        for (const { rows } of scans) expect([name, rows > 52]).toEqual([name, false]);
      }
    }));
});

describe("activity", () => {
  let member: StaffMember;
  beforeEach(async () => {
    member = await signUpStaff(sql, "owner");
  });

  /** Adds 120,000 events by six people, with one rare kind. `read` returns the number of events that a page reads. */
  async function withMany(work: (read: (args: string) => Promise<number>) => Promise<void>): Promise<void> {
    await withRollback(sql, async (tx: Transaction) => {
      const order = await addOrder(tx);
      await tx.unsafe("set local session_replication_role = replica");
      await tx`insert into order_events (order_id, type, actor_type, actor_id, occurred_at)
        select ${order.id}, case when n % 40000 = 0 then 'refund_started' else 'shelf_location' end,
          case when n % 7 = 0 then 'system' else 'staff' end,
          ('00000000-0000-4000-9000-00000000000' || n % 6)::uuid, now() - n * interval '1 minute'
        from generate_series(1, 120000) n`;
      await tx.unsafe("set local session_replication_role = origin");
      await tx.unsafe("analyze public.order_events");
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
      const readSoFar = async () => {
        const [row] = await tx`select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
          from pg_stat_xact_all_tables where relid = 'public.order_events'::regclass`;
        return Number(row?.rows ?? 0);
      };
      await work(async (args) => {
        const before = await readSoFar();
        const [found] = await tx.unsafe(
          `select jsonb_array_length(public.staff_list_activity(${args}) -> 'rows') as rows`,
        );
        expect(Number(found?.rows)).toBeGreaterThan(0);
        const rows = (await readSoFar()) - before;
        expect(rows).toBeGreaterThan(0);
        return rows;
      });
    });
  }

  test(
    "reads few more events than a page shows, within its 92 days",
    () =>
      withMany(async (read) => {
        const person = "p_actor_id => '00000000-0000-4000-9000-000000000001'";
        const deep = "p_cursor_at => now() - interval '70 days', p_cursor_id => 1";
        for (const args of ["", person, "p_kind => 'receiving'", `${person}, p_kind => 'receiving'`])
          for (const page of ["", deep])
            expect(await read([args, page].filter(Boolean).join(", "))).toBeLessThan(1_000);
        const day = "p_until => now() - interval '60 days', p_since => now() - interval '61 days'";
        expect(await read(day)).toBeLessThan(1_500);
        // Only one event in 40,000 matches. The query reads the whole period, but nothing before it.
        const before = "p_kind => 'money', p_until => now() - interval '50 days'";
        expect(await read(before)).toBeLessThan(50_000);
      }),
    60_000,
  );
});
