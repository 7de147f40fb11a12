import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/* What a package that is set aside may do, and who is told of it. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Answer = { outcome: string; act_id: string };
const aside = (id: string, more: Record<string, unknown> = {}) =>
  acts.write<Answer>("staff_set_aside", { p_order_id: id, ...more });
const ask = (id: string, note: string) =>
  acts.write<Answer>("staff_note_set_aside", { p_order_id: id, p_note: note });
const end = (id: string) => acts.write<Answer>("staff_end_set_aside", { p_order_id: id });
const entryOf = async (id: string) => (await sql`select * from set_asides where order_id = ${id}`)[0];

test("a package that goes home unopened is set aside no more; taken back, it is again, as it was", async () => {
  const columns = { payment_status: "canceled", refunded_cents: 100, total_paid: 250 };
  const { id } = await addOrder(sql, columns);
  await aside(id, { p_note: "wet", p_shelf: "X-2" });
  await ask(id, "asked on Monday");
  const entry = await entryOf(id);
  const { version } = await storedOrder(sql, id);
  const args = {
    p_order_id: id,
    p_version: version,
    p_carrier: "ups",
    p_tracking_number: `1ZASIDE${id.slice(0, 8)}`,
  };
  const sent = await acts.write<Answer>("staff_return_order", args);
  expect(sent.outcome).toBe("returned");
  expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "completed", is_set_aside: false });
  expect((await eventsOf(sql, id)).map(({ type }) => type)).toContain("set_aside_ended");
  expect((await acts.undo(sent.act_id))[0]).toMatchObject({ outcome: "undone" });
  expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "pending", is_set_aside: true });
  expect(await entryOf(id)).toEqual(entry);
});
