import { addOnItsWay, report } from "../../sandbox/builders/homeward";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/*
 * What taking something back leaves as it is: the customer's timeline, other notes, other orders' mails, and what was built on it
 * since.
 */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const dueMails = async (id: string) => (await acts.mailsOf(id)).map(({ kind }) => kind);

test("what only staff saw is not told when it is taken back, whatever else was told", async () => {
  const { id } = await addOrder(sql);
  await acts.checkIn(id, 10);
  const shown = await acts.shownTo(id);
  const { act_id } = await acts.change(id, { note: "blue box" });
  expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
  expect(await acts.shownTo(id)).toEqual(shown);
});

test("of two notes the other one stays", async () => {
  const { id } = await addOrder(sql);
  await acts.change(id, { note: "blue box" });
  const { act_id } = await acts.change(id, { note: "called" });
  await acts.undo(act_id);
  const left =
    await sql`select body, removed_at is null as stays from order_notes where order_id = ${id} order by id`;
  expect(left).toEqual([
    { body: "blue box", stays: true },
    { body: "called", stays: false },
  ]);
});

test("of a note on two orders that of the other stays, and no other press is told as a note", async () => {
  const [wrong, right] = [await addOrder(sql), await addOrder(sql)];
  await acts.undo(await acts.changeAll([wrong, right], { note: "by plane" }), { p_order_id: wrong.id });
  const left = await sql`select order_id from order_notes where removed_at is null
    and order_id in (${wrong.id}, ${right.id})`;
  expect(left).toEqual([{ order_id: right.id }]);
  const { act_id } = await acts.change(right.id, { shelf_location: "B-2" });
  const notes = async () => (await eventsOf(sql, right.id)).filter(({ type }) => type === "note");
  const before = await notes();
  await acts.undo(act_id);
  expect(await notes()).toEqual(before);
});

test("the shelf of every other order", async () => {
  const [order, other] = [await addOrder(sql), await addOrder(sql)];
  await acts.change(other.id, { shelf_location: "C-3" });
  const { act_id } = await acts.change(order.id, { shelf_location: "B-2" });
  await acts.undo(act_id);
  expect(await acts.factsOf(order.id)).toMatchObject({ shelf_location: null });
  expect(await acts.factsOf(other.id)).toMatchObject({ shelf_location: "C-3" });
});

test("what another order's owner was told by the same press, and this one's was not", async () => {
  const [quiet, told] = [await addOrder(sql), await addOrder(sql)];
  for (const { id } of [quiet, told]) await acts.checkIn(id, 10);
  await acts.change(quiet.id, { submission_status: "graded" });
  const act = await acts.changeAll([quiet, told], { submission_status: "graded", shelf_location: "B-2" });
  const shown = await acts.shownTo(quiet.id);
  await acts.undo(act);
  expect(await acts.shownTo(quiet.id)).toEqual(shown);
  expect(await acts.shownTo(told.id)).toContainEqual([
    "undone",
    expect.stringContaining("submission_status"),
  ]);
});

test("a package that changed nothing of its order is gone from it, which the order's history says", async () => {
  const { id } = await addOrder(sql, { inbound_tracking: aMark() });
  await acts.checkIn(id, 10);
  const { package: kept } = await acts.write<{ package: { id: string } }>("staff_add_package", {
    p_sender: "Jo",
  });
  const { act_id } = await acts.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
  expect(await sql`select after from staff_acts where id = ${act_id}`).toEqual([{ after: {} }]);
  expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
  expect((await eventsOf(sql, id)).at(-1)).toMatchObject({ type: "undone", from_value: "match" });
});

test("of several that a press changed, the others' mails", async () => {
  const orders = [await addOrder(sql), await addOrder(sql)] as const;
  for (const { id } of orders) await acts.checkIn(id, 10);
  const act = await acts.changeAll([...orders], { submission_status: "graded" });
  const [wrong, right] = orders;
  const told = await dueMails(right.id);
  expect(told).toContain("order_graded");
  await acts.undo(act, { p_order_id: wrong.id });
  expect(await dueMails(wrong.id)).not.toContain("order_graded");
  expect(await dueMails(right.id)).toEqual(told);
  expect(
    await sql`select 1 from outbox where payload ->> 'order_id' = ${right.id} and payload ? 'is_undone'`,
  ).toEqual([]);
});

test("who had turned a mail off, and so was not told, hears of no correction", async () => {
  const { id } = await addOrder(sql);
  const { act_id } = await acts.checkIn(id, 10);
  await sql`update outbox set sent_at = now(), is_unwanted = true where payload ->> 'order_id' = ${id}`;
  await acts.undo(act_id);
  expect(await dueMails(id)).toEqual(["check_in_receipt"]);
});

test("a mail that is due stays so when something else is taken back", async () => {
  const { id } = await addOrder(sql, { submission_status: "graded", fulfillment_status: "grading" });
  await acts.change(id, { submission_status: "completed", tracking_number: aMark() });
  await sql`update outbox set next_attempt_at = now() where payload ->> 'order_id' = ${id}`;
  const { act_id } = await acts.change(id, { note: "called" });
  await acts.undo(act_id);
  expect(await acts.mailsOf(id)).toMatchObject([{ kind: "order_returned", due: true }]);
  await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
  await acts.undo((await acts.change(id, { note: "called again" })).act_id);
  const mails = await acts.mailsOf(id);
  expect(mails.map(({ kind, payload }) => [kind, "is_undone" in payload])).toEqual([
    ["order_returned", false],
  ]);
});

test("a late batch's owner is not told again of its being late", async () => {
  const { id } = await addOrder(sql);
  await acts.checkIn(id, 10);
  await sql`update grading_orders set late_told = promised_to where id = ${id}`;
  const { act_id } = await acts.change(id, { note: "called" });
  await acts.undo(act_id);
  expect(await dueMails(id)).not.toContain("late");
});

test("what a customer says is wrong, and the address that counts, when something else is taken back", async () => {
  const order = await addOnItsWay(sql);
  await report(order, "One slab is cracked at a corner.");
  const [now, address] = [new Date(), sql.json({ city: "Springfield" })];
  await sql`insert into address_questions ${sql({
    ...{ order_id: order.id, order_address: address, profile_address: address, asked_at: now, until_at: now },
    ...{ choice: "profile", decided_at: now, decided_by: acts.member.id, is_by_staff: false },
  })}`;
  const standing = () => sql`select b.waiting_since, q.choice, o.return_address from order_problems b
    join address_questions q using (order_id) join grading_orders o on o.id = b.order_id where b.order_id = ${order.id}`;
  const before = await standing();
  const { act_id } = await acts.change(order.id, { note: "called" });
  expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
  expect(await standing()).toEqual(before);
});

describe("what the count was built on stays while the count stands:", () => {
  const match = async (id: string) => {
    const { package: kept } = await acts.write<{ package: { id: string } }>("staff_add_package", {
      p_sender: "Jo",
    });
    return acts.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
  };
  const arrive = (id: string) => acts.write("staff_record_arrival", { p_order_id: id });
  const countBox = async (id: string) => {
    const { version } = await storedOrder(sql, id);
    const box = { p_order_id: id, p_version: version, p_count: 4, p_condition: "ok" };
    return acts.write("staff_count_box", box);
  };

  test.each([
    ["an arrival, once the cards are counted", arrive, (id: string) => acts.checkIn(id, 10), "counted"],
    ["a match, once the cards are counted", match, (id: string) => acts.checkIn(id, 10), "counted"],
    ["an arrival, once a first box is counted", arrive, countBox, "box_counted"],
    [
      "an arrival, once somebody has received it by hand",
      arrive,
      (id: string) => acts.change(id, { submission_status: "received" }),
      "submission_status",
    ],
  ])("%s", async (_, begin, goOn, type) => {
    const { id } = await addOrder(sql);
    const first = await begin(id);
    const second = await goOn(id);
    await acts.change(id, { note: "called" });
    const before = await acts.factsOf(id);
    expect(await acts.undo(first.act_id)).toMatchObject([{ outcome: "changed_since", event: { type } }]);
    expect(await acts.factsOf(id)).toEqual(before);
    for (const { act_id } of [second, first])
      expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.factsOf(id)).toMatchObject({ arrived_at: null, received_at: null });
  });
});

test("a step of what was received before its arrival was noted is taken back", async () => {
  const here = { submission_status: "received", fulfillment_status: "grading", received_at: new Date() };
  const { id } = await addOrder(sql, { ...here, arrived_at: null });
  const before = await acts.factsOf(id);
  const { act_id } = await acts.change(id, { submission_status: "shipped" });
  expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
  // What is here has arrived: that much of it stays, and the day that follows from it.
  expect(await acts.factsOf(id)).toEqual({
    ...before,
    arrived_at: here.received_at,
    open_by: expect.any(Date),
  });
});
