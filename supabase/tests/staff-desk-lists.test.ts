import { fillOrders, scansOf, walkIndexes } from "../../sandbox/builders/plan";
import { addUser, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { sized } from "../../sandbox/builders/size";
import { connect, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});
/** The rows of this transaction alone: those of other files are being worked on. */
const OWN = "xmin = pg_current_xact_id()::xid";

/** Each list as the desk, or the list of orders, reads it, and the index that must serve it. */
const lists: [string, index: string, query: string][] = [
  [
    "what is set aside, at the desk",
    "set_asides_open",
    `select x.order_id from public.set_asides x where x.ended_at is null
     and (x.set_aside_at, x.order_id) > (now() - interval '1 day', gen_random_uuid())
     order by x.set_aside_at, x.order_id limit 51`,
  ],
  [
    "what is set aside, among the orders",
    "order_admin_set_aside",
    `select a.order_id from public.order_admin a where a.is_set_aside
     and (a.set_aside_since, a.order_id) > (now() - interval '10 years', gen_random_uuid())
     order by a.set_aside_since, a.order_id limit 50`,
  ],
  [
    "packages without a batch",
    "packages_unmatched",
    `select x.id from public.packages x where x.order_id is null and x.deleted_at is null
     and (x.arrived_at, x.id) > (now() - interval '1 day', gen_random_uuid())
     order by x.arrived_at, x.id limit 51`,
  ],
  [
    "the last corrections of packages",
    "package_changes_last",
    "select * from public.package_changes x where x.undone_at is null order by x.place desc limit 5",
  ],
  [
    "a package by its carrier's number",
    "grading_orders_inbound",
    "select id from public.grading_orders g where g.inbound_tracking = '9400000000000000000042' limit 10",
  ],
];

test("every list of the desk reads what it shows, along its own index", () =>
  undone(sql, async (tx) => {
    const many = sized(2_000, 10_000);
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
    await tx`insert into package_changes (package_id, kind, actor_id, before, after, undone_at, undone_by)
      select k.id, 'edit', ${id}, '{}', '{}', case when k.tracking_number like '%1' then now() end,
        case when k.tracking_number like '%1' then ${id}::uuid end from packages k where k.${tx.unsafe(OWN)}`;
    // What an order's change leads to elsewhere is not asked here.
    await tx.unsafe("set local session_replication_role = replica");
    await tx`update grading_orders g set inbound_tracking = '94' || lpad(x.n::text, 20, '0')
      from (select o.id, row_number() over (order by o.id) as n from grading_orders o where o.${tx.unsafe(OWN)}) x where x.id = g.id`;
    await tx.unsafe("set local session_replication_role = origin");
    await tx`analyze set_asides, order_admin, packages, package_changes, grading_orders`;
    await walkIndexes(tx);
    for (const [name, index, query] of lists) {
      const scans = await scansOf(tx, query);
      expect([name, scans.map((scan) => scan.index)]).toEqual([name, [index]]);
      // One more where a row has the very moment of the place, and the lower ID.
      for (const { rows } of scans) expect([name, rows > 52]).toEqual([name, false]);
    }
  }));

test("each list goes on behind its last row, and no row is left out", () =>
  undone(sql, async (tx) => {
    await fillOrders(tx, 5);
    await tx`insert into set_asides (order_id, reason, set_aside_by)
      select g.id, 'unpaid', ${member.id} from grading_orders g where g.${tx.unsafe(OWN)}`;
    await tx`insert into packages (tracking_number) select n::text from generate_series(1, 5) n`;
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
    type Row = { id: string; order_id: string };
    const read = async (lists: { rows: string; next: string; id: keyof Row; after: string }) => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const [row]: { desk: Record<string, Row[] & string> }[] = await tx.unsafe(
          `select public.staff_receiving_desk(p_limit => 2, ${lists.after} => $1) as desk`,
          [after],
        );
        seen.push(...(row?.desk[lists.rows] ?? []).map((one: Row) => one[lists.id]));
        after = row?.desk[lists.next] ?? null;
      } while (after);
      return seen;
    };
    const packages = { rows: "packages", next: "next_package", id: "id", after: "p_packages_after" } as const;
    const asides = {
      rows: "set_asides",
      next: "next_set_aside",
      id: "order_id",
      after: "p_set_asides_after",
    } as const;
    const all = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    expect(await read(packages)).toEqual(
      all(
        await tx<{ id: string }[]>`select id from packages where order_id is null and deleted_at is null
        order by arrived_at, id`,
      ),
    );
    expect(await read(asides)).toEqual(
      all(
        await tx<{ id: string }[]>`select order_id as id from set_asides where ended_at is null
        order by set_aside_at, order_id`,
      ),
    );
  }));
