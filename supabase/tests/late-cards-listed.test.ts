import { GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import { addOrders, type StoredOrder } from "../../sandbox/builders/rows";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

/* The list of what is ready to send, its tile and the grader's page go by one rule, late cards among them. */

type Count = { count: number; is_more: boolean };

const sql = connect();
let batches: HalfSent;
let acts: StaffActs;
beforeAll(async () => {
  batches = await HalfSent.begin(sql);
  acts = batches.acts;
});

/** Whether the grader's page and the saved view have a batch among those with late cards that can go. */
async function isListed(order: StoredOrder): Promise<[boolean, boolean]> {
  const args = { p_search: order.batch_id, p_view: "ready_to_send" };
  const { orders } = await batches.read<{ orders: { id: string }[] }>("staff_list_orders", args);
  return [(await batches.lateOf(order)) !== null, orders.some(({ id }) => id === order.id)];
}

/** What is ready to send, by the page of the grader and by the tile of the list, at one moment. */
async function countsOf(tx: Transaction): Promise<{ desk: Count; tile: Count } | undefined> {
  await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: acts.member.id })}, true)`;
  const [row] = await tx<{ desk: Count; tile: Count }[]>`select
    public.staff_grader_desk() -> 'ready_total' as desk, public.staff_list_orders() -> 'views' -> 'ready_to_send' as tile`;
  return row;
}

const listed = [true, true];
const nowhere = [false, false];

test("late cards that can go stand in the list until a group has them, and again when they are taken out", async () => {
  const { order } = await batches.aBatch("shipped");
  expect(await isListed(order)).toEqual(listed);
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  expect(await isListed(order)).toEqual(nowhere);
  await later.close("SUB-2", 2);
  await later.step("shipped");
  expect(await isListed(order)).toEqual(nowhere);
  const { act_id } = await later.takeOut(order);
  expect(await isListed(order)).toEqual(listed);
  await acts.undo(act_id);
  expect(await isListed(order)).toEqual(nowhere);
});

test.each([
  ["is disputed", "update order_admin set dispute_status = 'needs_response' where order_id = $1"],
  ["is not paid any more", "update grading_orders set payment_status = 'unpaid' where id = $1"],
  ["has left for home", "update grading_orders set submission_status = 'completed' where id = $1"],
])("late cards of a batch that %s are in neither", async (_, change) => {
  const { order } = await batches.aBatch("graded");
  expect(await isListed(order)).toEqual(listed);
  await sql.unsafe(change, [order.id]);
  expect(await isListed(order)).toEqual(nowhere);
});

test("cards on top that nobody paid for are in neither, and in both once somebody has", async () => {
  const { order } = await batches.aBatch();
  await acts.checkIn(order.id, 11, { p_is_recount: true });
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  await later.close("SUB-2", 2);
  expect(await isListed(order)).toEqual(nowhere);
  await sql`update order_admin set paid_extras = 1 where order_id = ${order.id}`;
  expect(await isListed(order)).toEqual(listed);
});

test("the tile counts what the grader's page counts", () =>
  undone(sql, async (tx) => {
    // Without what other files add meanwhile.
    await tx`set transaction isolation level repeatable read`;
    const before = await countsOf(tx);
    const here = { fulfillment_status: "grading", received_at: new Date(), received_count: 10 };
    const halves = await addOrders(tx, null, 3, { ...here, submission_status: "grading" });
    await addOrders(tx, null, 2, { ...here, submission_status: "received" });
    const [group] = await tx<{ id: number }[]>`
      insert into grader_groups (grader, opened_by) values ('PSA', ${acts.member.id}) returning id::integer`;
    await tx`insert into order_admin (order_id, grader_group_id, grouped_at, sent_cards)
      select u.id, ${group?.id ?? 0}, now(), 8 from unnest(${halves.map(({ id }) => id)}::uuid[]) as u (id)`;
    const after = await countsOf(tx);
    expect(after?.tile).toEqual(after?.desk);
    expect(after?.tile.count).toBe(Math.min((before?.tile.count ?? 0) + 5, 1000));
  }));
