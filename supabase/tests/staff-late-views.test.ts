import { addReceived } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder, type StaffMember, type StoredOrder, signUpStaff } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

const sql = connect();
const DAY = 86_400_000;
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Page = { orders: StoredOrder[]; next_cursor: { at: string; id: string } | null };
const list = (args: Record<string, unknown>) =>
  call<Page>(personClient(member.accessToken), "staff_list_orders", args);
const ids = (page: Page) => page.orders.map(({ id }) => id);

test("overdue with no day that is still ahead: nothing told, or a day that is over, too", async () => {
  const word = aMark();
  // Checked in on a Friday: the fifteenth business day is Tuesday 1 December.
  const late = (columns: Record<string, unknown> = {}) =>
    addOrder(sql, {
      tracking_number: word,
      fulfillment_status: "grading",
      submission_status: "grading",
      received_at: "2026-11-06T15:00:00Z",
      received_count: 10,
      ...columns,
    });
  const untold = await late();
  const told = await late({ delay_reason: "The grader is slow", delayed_until: "2026-12-10" });
  // Put off to a day before the promised one: it is the promise that counts.
  const early = await late({ delay_reason: "The grader is slow", delayed_until: "2026-11-20" });
  await late({ fulfillment_status: "complete", submission_status: "completed" });
  // Its owner reads no promise any more, nor would they the reason.
  const refunded = await late({ submission_status: "processing", payment_status: "canceled" });
  const at = async (p_now: string) =>
    new Set(ids(await list({ p_search: word, p_view: "overdue_untold", p_now })));
  expect(await at("2026-12-02T04:59:59Z")).toEqual(new Set());
  expect(await at("2026-12-02T05:00:00Z")).toEqual(new Set([untold.id, early.id]));
  expect(await at("2026-12-11T04:59:59Z")).toEqual(new Set([untold.id, early.id]));
  expect(await at("2026-12-11T05:00:00Z")).toEqual(new Set([untold.id, early.id, told.id]));
  const all = await list({ p_search: word, p_view: "overdue", p_now: "2026-12-11T05:00:00Z" });
  expect(ids(all)).toHaveLength(3);
  expect(ids(all)).not.toContain(refunded.id);
});

/** A batch of ten cards that left for home so many days ago. */
async function sentHome(word: string, days: number): Promise<StoredOrder> {
  const order = await addReceived(sql);
  await sql.begin(async (tx) => {
    await tx`select set_config('app.event_at', ${new Date(Date.now() - days * DAY).toISOString()}, true)`;
    await tx`update grading_orders set submission_status = 'completed', fulfillment_status = 'complete', tracking_number = ${word}
      where id = ${order.id}`;
  });
  return order;
}

test("on the way back for two weeks is too long, the longest first, until it is there", async () => {
  const word = aMark();
  const [two, three] = [await sentHome(word, 14.1), await sentHome(word, 21)];
  await sentHome(word, 13.9);
  const there = await sentHome(word, 30);
  await sql`update grading_orders set submission_status = 'delivered' where id = ${there.id}`;
  const view = { p_search: word, p_view: "late_home" };
  const first = await list({ ...view, p_limit: 1 });
  expect(ids(first)).toEqual([three.id]);
  const { at: p_cursor_at, id: p_cursor_id } = first.next_cursor ?? {};
  expect(ids(await list({ ...view, p_cursor_at, p_cursor_id }))).toEqual([two.id]);
  // Set delivered by mistake it is on its way again since it left; what did not leave is on no way.
  await sql`update grading_orders set submission_status = 'completed' where id = ${there.id}`;
  expect(ids(await list(view))).toEqual([there.id, three.id, two.id]);
  await sql`update grading_orders set submission_status = 'graded', fulfillment_status = 'grading' where id = ${three.id}`;
  expect(ids(await list(view))).toEqual([there.id, two.id]);
  // What was lost and is refunded in full is settled: nobody is to look for it any more.
  await sql`update grading_orders set payment_status = 'canceled' where id = ${two.id}`;
  expect(ids(await list(view))).toEqual([there.id]);
});

test("what was refunded before it left for home can be lost on its way, too", async () => {
  const word = aMark();
  const order = await addReceived(sql);
  const step = (days: number, columns: Record<string, string>) =>
    sql.begin(async (tx) => {
      await tx`select set_config('app.event_at', ${new Date(Date.now() - days * DAY).toISOString()}, true)`;
      await tx`update grading_orders set ${tx(columns)} where id = ${order.id}`;
    });
  await step(30, { payment_status: "canceled" });
  await step(15, {
    submission_status: "completed",
    fulfillment_status: "complete",
    tracking_number: word,
  });
  const found = async () => ids(await list({ p_search: word, p_view: "late_home" }));
  expect(await found()).toEqual([order.id]);
  // The refund did not last: it is paid, and refunded once more while nobody knows where the parcel is.
  await step(10, { payment_status: "paid" });
  expect(await found()).toEqual([order.id]);
  await step(5, { payment_status: "canceled" });
  expect(await found()).toEqual([]);
});

test("an imported order left by the time it was last changed, unless the import says when", async () => {
  const word = aMark();
  const left = (days: number) => new Date(Date.now() - days * DAY);
  const imported = (columns: Record<string, unknown>) =>
    addOrder(sql, {
      tracking_number: word,
      fulfillment_status: "complete",
      submission_status: "completed",
      received_at: left(60),
      ...columns,
    });
  const changed = await imported({ updated_at: left(20) });
  const told = await imported({ updated_at: left(1), sent_back_at: left(30) });
  await imported({ updated_at: left(20), sent_back_at: left(2) });
  await imported({ updated_at: left(20), submission_status: "graded", fulfillment_status: "grading" });
  // Nothing is known of it: its two weeks begin with the import.
  const unknown = await imported({});
  expect(ids(await list({ p_search: word, p_view: "late_home" }))).toEqual([told.id, changed.id]);
  const later = { p_now: new Date(Date.now() + 15 * DAY).toISOString() };
  expect(ids(await list({ p_search: word, p_view: "late_home", ...later }))).toContain(unknown.id);
  await sql`update grading_orders set submission_status = 'delivered' where id = ${changed.id}`;
  expect(ids(await list({ p_search: word, p_view: "late_home" }))).toEqual([told.id]);
});

test("a parcel that was booked out by mistake is on no way back once that is undone", async () => {
  const acts = await StaffActs.begin(sql);
  const order = await addReceived(sql);
  const { act_id } = await acts.change(order.id, { submission_status: "completed" }, "Handed over");
  const leftAt = async () =>
    (await sql`select sent_back_at from grading_orders where id = ${order.id}`)[0]?.sent_back_at;
  expect(await leftAt()).toBeInstanceOf(Date);
  await acts.undo(act_id);
  expect(await leftAt()).toBeNull();
});

test("a step back by mistake, undone, leaves the two weeks running", async () => {
  const acts = await StaffActs.begin(sql);
  const word = aMark();
  const order = await sentHome(word, 15);
  const found = async () => ids(await list({ p_search: word, p_view: "late_home" }));
  const { act_id } = await acts.change(order.id, { submission_status: "graded" }, "By mistake");
  expect(await found()).toEqual([]);
  await acts.undo(act_id);
  expect(await found()).toEqual([order.id]);
  // What was lost, and refunded, stays settled.
  await sql`update grading_orders set payment_status = 'canceled' where id = ${order.id}`;
  const again = await acts.change(order.id, { submission_status: "graded" }, "By mistake");
  await acts.undo(again.act_id);
  expect(await found()).toEqual([]);
});
