import { GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import { type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();
let batches: HalfSent;
let acts: StaffActs;
beforeAll(async () => {
  batches = await HalfSent.begin(sql);
  acts = batches.acts;
});

/** A batch as batches.aBatch has it, and its late cards alone in an open group. */
async function withLater(step?: string) {
  const { order, first } = await batches.aBatch(step);
  const later = await GroupActs.begin(acts);
  const { act_id: added } = await later.add([order]);
  return { order, first, later, added };
}

/** Whether the grader's page and the saved view say that a batch can go as a whole. */
async function isReady({ id, batch_id }: StoredOrder): Promise<[unknown, boolean]> {
  const [row] = await sql`select ${id} = any (private.ready_to_send(5000)) as is_ready`;
  const args = { p_search: batch_id, p_view: "ready_to_send" };
  const { orders } = await batches.read<{ orders: { id: string }[] }>("staff_list_orders", args);
  return [row?.is_ready, orders.some((order) => order.id === id)];
}

test("a batch that is all in the group of its late cards is in no list, and goes into no other", async () => {
  const { order, first, later } = await withLater("shipped");
  await first.takeOut(order);
  expect(await batches.statusOf(order)).toBe("processing");
  expect(await isReady(order)).toEqual([false, false]);
  await later.close("SUB-2", 10);
  expect(await isReady(order)).toEqual([false, false]);
  const third = await GroupActs.begin(acts);
  expect((await third.add([order])).results).toMatchObject([
    { outcome: "other_group", other_group: later.id },
  ]);
  await later.step("shipped");
  expect(await storedOrder(sql, order.id)).toMatchObject({
    submission_status: "shipped",
    grading_submission_number: "SUB-2",
  });
  await later.step("back", { p_cards: 10 });
  expect(await batches.refusalOf(order)).toEqual([null, null]);
});
