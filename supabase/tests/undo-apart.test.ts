import { addOrder, eventsOf } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";
import { letTimePass, sentHome } from "./told-corrections";

/* What is taken back is told to staff as what it was, and what another act did is kept apart from it. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const undoneOf = async (id: string) =>
  (await eventsOf(sql, id))
    .filter(({ type }) => type === "undone")
    .map(({ from_value, to_value }) => [from_value, to_value]);

describe("what is set aside", () => {
  const aside = (id: string) => acts.write("staff_set_aside", { p_order_id: id });
  const entryOf = (id: string) => sql`select * from set_asides where order_id = ${id}`;

  test("stays so when another batch is not any more", async () => {
    const [order, other] = [
      await addOrder(sql, { payment_status: "unpaid" }),
      await addOrder(sql, { payment_status: "unpaid" }),
    ];
    const { act_id } = await aside(order.id);
    await aside(other.id);
    const before = await entryOf(other.id);
    await acts.undo(act_id);
    expect(await entryOf(order.id)).toEqual([]);
    expect(await entryOf(other.id)).toEqual(before);
  });

  test("stays so when something else of it is taken back", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    await aside(id);
    const before = await entryOf(id);
    await acts.undo((await acts.change(id, { shelf_location: "B-2" })).act_id);
    expect(await entryOf(id)).toEqual(before);
  });
});

test("damage that was looked at is before staff again, and only then said to be", async () => {
  const { id } = await addOrder(sql);
  await acts.checkIn(id, 10, { p_condition: "damaged_cards" });
  const seen = await acts.change(id, { is_damage_seen: true });
  const told = async () => (await eventsOf(sql, id)).filter(({ type }) => type === "review_reason");
  const before = await told();
  await acts.undo((await acts.change(id, { shelf_location: "B-2" })).act_id);
  expect(await told()).toEqual(before);
  await acts.undo(seen.act_id);
  expect((await told()).slice(before.length)).toMatchObject([
    { from_value: null, to_value: before.at(-1)?.from_value },
  ]);
});

test("what is taken back is named as what was done, and with what it changed", async () => {
  const { id } = await addOrder(sql);
  await acts.undo((await acts.change(id, { note: "called" })).act_id);
  await acts.undo((await acts.change(id, { shelf_location: "B-2" })).act_id);
  expect(await undoneOf(id)).toEqual([
    ["change", "note"],
    ["change", "shelf_location"],
  ]);
});

describe("a mail that an act made untrue", () => {
  const untrue = async (id: string) =>
    (await acts.mailsOf(id))
      .filter(({ kind }) => kind === "order_returned")
      .map(({ payload }) => "is_undone" in payload);

  async function told() {
    const home = await sentHome(sql, acts);
    await letTimePass(sql, home.id);
    return home;
  }

  test("stays so while another order's is true again", async () => {
    const [order, other] = [await told(), await told()];
    const act = await acts.changeAll([order, other], { submission_status: "grading", tracking_number: "" });
    expect([await untrue(order.id), await untrue(other.id)]).toEqual([[true], [true]]);
    await acts.undo(act, { p_order_id: order.id });
    expect(await untrue(order.id)).toEqual([false]);
    expect(await untrue(other.id)).toEqual([true]);
  });

  test("stays so when something else is taken back, though it is as it said again", async () => {
    const { id } = await told();
    const step = (submission_status: string) => acts.change(id, { submission_status }, "As it is");
    await step("graded");
    await step("completed");
    const before = await untrue(id);
    expect(before[0]).toBe(true);
    await acts.undo((await acts.change(id, { shelf_location: "B-2" })).act_id);
    expect(await untrue(id)).toEqual(before);
  });
});
