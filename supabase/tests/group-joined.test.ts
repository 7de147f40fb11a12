import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import { eventsOf, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/* What is stored of an order that is put into a group of the grader. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const settledCount = async ({ id }: StoredOrder) =>
  (await sql`select settled_count from order_admin where order_id = ${id}`)[0]?.settled_count;
const lastEvents = async ({ id }: StoredOrder, count: number) =>
  (await eventsOf(sql, id)).slice(-count).map(({ type, from_value, to_value, message }) => ({
    ...{ type, from_value, to_value, message },
  }));
const put = (group: GroupActs, message: string | null = null) => ({
  ...{ type: "grader_group", from_value: null, to_value: `Group ${group.id}`, message },
});
const REASON = { type: "reason", from_value: null, to_value: null, message: "As they are" };

test("it is a change of that order alone, and says no reason where none was asked", async () => {
  const [order, other] = [await addReceived(sql), await addReceived(sql)];
  const group = await GroupActs.begin(acts);
  await group.add([order], "As they are");
  expect((await storedOrder(sql, order.id)).version).toBeGreaterThan(order.version);
  expect((await storedOrder(sql, other.id)).version).toBe(other.version);
  expect(await lastEvents(order, 1)).toEqual([put(group)]);
  expect(await settledCount(order)).toBeNull();
});

test("a count that differs is settled by it, with its reason", async () => {
  const order = await addReceived(sql, { received_count: 9 });
  const group = await GroupActs.begin(acts);
  expect((await group.add([order])).outcomes).toEqual({ [order.id]: "count_differs" });
  await group.add([order], "As they are");
  expect(await lastEvents(order, 2)).toEqual([put(group), REASON]);
  expect(await settledCount(order)).toBe(9);
});

describe("cards that came late", () => {
  const WORDS = "Cards that were here later: the others of this batch were sent before.";

  test("are not said to come from the group of the others, nor is a count settled that is right", async () => {
    const { order } = await new HalfSent(sql, acts).aBatch();
    const later = await GroupActs.begin(acts);
    await later.add([order], "As they are");
    expect(await lastEvents(order, 1)).toEqual([put(later, WORDS)]);
    expect(await settledCount(order)).toBeNull();
  });

  test("settle their batch's count where it differs", async () => {
    const { order } = await new HalfSent(sql, acts).aBatch();
    await acts.checkIn(order.id, 9, { p_is_recount: true });
    await sql`update grading_orders set proposed_count = null where id = ${order.id}`;
    const later = await GroupActs.begin(acts);
    await later.add([order], "As they are");
    expect(await lastEvents(order, 2)).toEqual([put(later, WORDS), REASON]);
    expect(await settledCount(order)).toBe(9);
  });
});
