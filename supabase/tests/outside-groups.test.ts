import { addReceived } from "../../sandbox/builders/grader-group";
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
