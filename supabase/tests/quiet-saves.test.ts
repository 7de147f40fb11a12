import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const quiet = { p_is_quiet: true };
const kindsOf = async (id: string) => (await acts.mailsOf(id)).map(({ kind }) => kind);
/** The types of an order's events, and whether each says that the customer was not told. */
const notTold = async (id: string) =>
  (await eventsOf(sql, id)).map(({ type, data }) => [type, (data as { not_told?: true } | null)?.not_told]);

async function save(id: string, p_changes: Record<string, unknown>, more: Record<string, unknown> = quiet) {
  const { version } = await storedOrder(sql, id);
  const args = { p_order_id: id, p_version: version, p_changes, p_tracking_hash: "0".repeat(64) };
  return acts.write("staff_update_order", { ...args, ...more });
}

test("a save writes no mail, its public events say so, and the next one is told again", async () => {
  const { id } = await addReceived(sql);
  await save(id, { submission_status: "graded", note: "Among us." });
  expect(await kindsOf(id)).toEqual([]);
  const events = await notTold(id);
  expect(events).toContainEqual(["submission_status", true]);
  expect(events).toContainEqual(["note", undefined]);
  await save(id, { submission_status: "grading" }, { p_reason: "By mistake" });
  await save(id, { submission_status: "graded" }, {});
  expect(await kindsOf(id)).toEqual(["order_graded"]);
});

test("taken back it stays silent", async () => {
  const { id } = await addReceived(sql);
  const { act_id } = await save(id, { submission_status: "graded" });
  expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
  expect(await kindsOf(id)).toEqual([]);
  expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "received" });
});

test("a reason why it is late is not mailed", async () => {
  const { id } = await addReceived(sql, { received_at: new Date("2026-01-05T15:00:00Z") });
  await call(serverClient(), "tell_late_order", { p_order_id: id });
  await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
  await save(id, { delay_reason: "The grading company is slow.", delayed_until: "2126-12-21" });
  expect(await kindsOf(id)).toEqual(["late"]);
});

test("of several orders none is written to", async () => {
  const orders = [await addReceived(sql), await addReceived(sql)];
  const p_items = orders.map(({ id, version }) => ({ id, version }));
  const p_changes = { submission_status: "graded" };
  await acts.write("staff_update_orders", { p_items, p_changes, p_reason: "All of them", ...quiet });
  for (const { id } of orders) {
    expect(await storedOrder(sql, id)).toMatchObject(p_changes);
    expect(await kindsOf(id)).toEqual([]);
  }
});

test("a step of a group tells nobody, the one after it does", async () => {
  const order = await addReceived(sql);
  const group = await GroupActs.begin(acts);
  await group.add([order]);
  await group.close("SUB-9", 10);
  await group.step("shipped", quiet);
  expect(await kindsOf(order.id)).toEqual([]);
  await group.step("graded");
  expect(await kindsOf(order.id)).toEqual(["order_graded"]);
});

test("a parcel leaves without a word", async () => {
  const { id, version } = await addReceived(sql, { submission_status: "graded" });
  const args = { p_order_id: id, p_version: version, p_tracking_number: aMark(), p_carrier: "ups" };
  expect(await acts.write("staff_return_order", { ...args, ...quiet })).toMatchObject({
    outcome: "returned",
  });
  expect(await kindsOf(id)).toEqual([]);
});
