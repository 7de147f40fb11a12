import { addOrder, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

describe("activity", () => {
  const sql = connect();
  let member: StaffMember;
  beforeEach(async () => {
    member = await signUpStaff(sql, "owner");
  });

  /** Adds 120,000 events of six people, one kind of them rare. `read` returns how many of them a page reads. */
  async function withMany(work: (read: (args: string) => Promise<number>) => Promise<void>): Promise<void> {
    await undone(sql, async (tx: Transaction) => {
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
    "reads little more than a page shows, within its 92 days",
    () =>
      withMany(async (read) => {
        const person = "p_actor_id => '00000000-0000-4000-9000-000000000001'";
        const deep = "p_cursor_at => now() - interval '70 days', p_cursor_id => 1";
        for (const args of ["", person, "p_kind => 'receiving'", `${person}, p_kind => 'receiving'`])
          for (const page of ["", deep])
            expect(await read([args, page].filter(Boolean).join(", "))).toBeLessThan(1_000);
        const day = "p_until => now() - interval '60 days', p_since => now() - interval '61 days'";
        expect(await read(day)).toBeLessThan(1_500);
        // One in 40,000: all of the period is walked, and nothing before it.
        const before = "p_kind => 'money', p_until => now() - interval '50 days'";
        expect(await read(before)).toBeLessThan(50_000);
      }),
    60_000,
  );
});
