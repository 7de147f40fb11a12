import { fillOrders } from "../../sandbox/builders/plan";
import { type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { connect, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});
/** The rows of this transaction alone: those of other files are being worked on. */
const OWN = "xmin = pg_current_xact_id()::xid";

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
