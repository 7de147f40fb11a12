import { addReceived } from "../../sandbox/builders/grader-group";
import { fillOrders } from "../../sandbox/builders/plan";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

/** What the page of the grader says to its reader about batches outside a group. */
async function outsideOf(tx: Transaction): Promise<{ count: number; is_more: boolean; cards: number }> {
  const claims = JSON.stringify({ sub: acts.member.id, role: "authenticated" });
  await tx`select set_config('request.jwt.claims', ${claims}, true)`;
  const [row] = await tx`select public.staff_grader_desk() -> 'outside' as outside`;
  return row?.outside;
}

test("a batch that was set to the grader by hand is counted with its cards, one in a group is not", () =>
  undone(sql, async (tx) => {
    // Without what other files add meanwhile.
    await tx`set transaction isolation level repeatable read`;
    const before = await outsideOf(tx);
    const grading = { submission_status: "grading" };
    await addReceived(tx, { ...grading, received_count: 8 });
    await addReceived(tx, { ...grading, received_count: null });
    await addReceived(tx, { submission_status: "received" });
    const [grouped, back] = [await addReceived(tx, grading), await addReceived(tx, grading)];
    const [group] = await tx<{ id: number }[]>`
      insert into grader_groups (grader, opened_by) values ('PSA', ${acts.member.id}) returning id::integer`;
    for (const [{ id }, at] of [
      [grouped, null],
      [back, new Date()],
    ] as const)
      await tx`insert into order_admin (order_id, grader_group_id, grouped_at, cards_back_at)
        values (${id}, ${group?.id ?? 0}, now(), ${at})
        on conflict (order_id) do update set grader_group_id = excluded.grader_group_id, cards_back_at = excluded.cards_back_at`;
    const after = await outsideOf(tx);
    expect(after.count - before.count).toBe(3);
    expect(after.cards - before.cards).toBe(8 + 10 + 10);
  }));

test("where more are at the grader than are looked at, the count is not said to be all", () =>
  undone(sql, async (tx) => {
    await tx`set transaction isolation level repeatable read`;
    expect(await outsideOf(tx)).toMatchObject({ is_more: false });
    await fillOrders(tx, 5_000);
    await tx`set local session_replication_role = replica`;
    await tx`update grading_orders set submission_status = 'grading', fulfillment_status = 'grading',
        received_at = '2020-01-01', arrived_at = '2020-01-01', received_count = num_cards
      where xmin = pg_current_xact_id()::xid`;
    await tx`insert into order_admin (order_id, grader_group_id, grouped_at)
      select id, 1, now() from grading_orders where xmin = pg_current_xact_id()::xid
      on conflict (order_id) do update set grader_group_id = 1, grouped_at = now(), cards_back_at = null`;
    expect(await outsideOf(tx)).toEqual({ count: 0, is_more: true, cards: 0 });
  }));
