import { aMark } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { Proposals } from "../../sandbox/builders/proposals";
import { addException, addOrder, eventsOf, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

/* The orders that staff have to look at: their marks are in order_admin, and so is the list of them. */

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Counted = Awaited<ReturnType<Proposals["counted"]>>;
const here = { fulfillment_status: "grading", submission_status: "grading", received_at: new Date() };

/** Whether an order is among the exceptions of the staff's list. */
async function isAmong({ id, tracking_number }: { id: string; tracking_number?: unknown }): Promise<boolean> {
  const list = (p_search: string) =>
    call<{ orders: { id: string }[] }>(personClient(member.accessToken), "staff_list_orders", {
      p_search,
      p_view: "exceptions",
      p_with_counts: false,
    });
  const { orders } = await list(String(tracking_number));
  return orders.some((order) => order.id === id);
}

const change = (id: string, columns: OrderColumns) =>
  sql`update grading_orders set ${sql(columns)} where id = ${id}`;

test("an order is among the exceptions while cards are missing or damaged, until it is complete", async () => {
  const order = await addOrder(sql, { ...here, received_count: 9, tracking_number: "1ZATTENTION1" });
  const steps: [OrderColumns, boolean][] = [
    [{ received_count: 10 }, false],
    [{ received_count: 11 }, true],
    [{ num_cards: 11, grading_fee: 275, total_paid: 275 }, false],
    [{ package_condition: "tampered" }, true],
    [{ package_condition: "ok" }, false],
    [{ received_count: 3 }, true],
    [{ fulfillment_status: "complete" }, false],
    [{ fulfillment_status: "grading" }, true],
  ];
  expect(await isAmong(order)).toBe(true);
  for (const [columns, expected] of steps) {
    await change(order.id, columns);
    expect([columns, await isAmong(order)]).toEqual([columns, expected]);
  }
});

describe("a count that differs leaves the exceptions", () => {
  const decided: [string, number, (proposals: Proposals, told: Counted) => Promise<unknown>][] = [
    ["its cards are refunded", 8, (_, { order }) => applyRefund(order.stripe_payment_intent_id, 5_000)],
    [
      "its cards are paid for",
      12,
      async (proposals, { order, proposal }) =>
        proposals.apply(proposal, await proposals.open(order, proposal)),
    ],
    [
      "they go back ungraded",
      12,
      (proposals, { order, proposal }) => proposals.decide(order, proposal, "return"),
    ],
    [
      "staff have said why it goes with this count",
      8,
      (_, { order }) => sql`insert into order_admin (order_id, settled_count) values (${order.id}, 8)
        on conflict (order_id) do update set settled_count = excluded.settled_count`,
    ],
  ];
  test.each(decided)("once %s", async (_, count, decide) => {
    const proposals = await Proposals.begin(sql);
    const told = await proposals.counted(count, { tracking_number: aMark() });
    const { order } = told;
    expect(await isAmong(order)).toBe(true);
    expect(await proposals.acts.listed(order.id)).toMatchObject({ count_differs: true });
    await decide(proposals, told);
    expect(await isAmong(order)).toBe(false);
    expect(await proposals.acts.listed(order.id)).toMatchObject({ count_differs: false });
    expect(await proposals.acts.listed(order.id, "count_differs")).toBeUndefined();
    await proposals.acts.checkIn(order.id, count - 1, { p_is_recount: true });
    expect(await isAmong(order)).toBe(true);
    await proposals.leaveNothing();
  });

  test("not before: the rest that was promised is awaited", async () => {
    const proposals = await Proposals.begin(sql);
    const { order, proposal } = await proposals.counted(8, { tracking_number: aMark() });
    await proposals.decide(order, proposal, "send_rest");
    expect(await isAmong(order)).toBe(true);
    await proposals.leaveNothing();
  });
});

test("damage that somebody has seen leaves the exceptions, until that is taken back or another one is found", async () => {
  const acts = await StaffActs.begin(sql);
  const { id, tracking_number } = await addOrder(sql, {
    ...here,
    received_count: 10,
    tracking_number: aMark(),
  });
  const order = { id, tracking_number };
  await change(id, { package_condition: "damaged_outside" });
  expect(await acts.listed(id, "exceptions")).toMatchObject({
    damage: "damaged_outside",
    package_condition: "damaged_outside",
  });
  const { act_id: act } = await acts.change(id, { is_damage_seen: true });
  expect(await isAmong(order)).toBe(false);
  expect(await acts.listed(id)).toMatchObject({ damage: null, package_condition: "damaged_outside" });
  expect((await eventsOf(sql, id)).at(-1)).toMatchObject({
    type: "review_reason",
    from_value: "damaged_outside",
    to_value: null,
    public: false,
  });
  expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
  expect(await isAmong(order)).toBe(true);
  await acts.change(id, { is_damage_seen: true });
  await change(id, { package_condition: "damaged_cards" });
  expect(await acts.listed(id, "exceptions")).toMatchObject({ damage: "damaged_cards" });
  await change(id, { fulfillment_status: "complete" });
  expect(await isAmong(order)).toBe(false);
});

describe("damage that was seen of a package which turns out to be another batch's", () => {
  const asBefore = { fulfillment_status: "not_received", submission_status: "pending" };

  /** A batch whose package came damaged, as staff have seen. */
  async function seen(acts: StaffActs) {
    const { id } = await addOrder(sql);
    const { act_id: checkIn } = await acts.checkIn(id, 10, { p_condition: "damaged_outside" });
    const { act_id: look } = await acts.change(id, { is_damage_seen: true });
    expect(await acts.listed(id, "exceptions")).toBeUndefined();
    return { id, checkIn, look };
  }

  test.each(["undone", "set back"])(
    "is news when its own one comes, once the check-in is %s",
    async (how) => {
      const acts = await StaffActs.begin(sql);
      const { id, checkIn } = await seen(acts);
      if (how === "undone") expect(await acts.undo(checkIn)).toMatchObject([{ outcome: "undone" }]);
      else await acts.change(id, asBefore, "Another batch");
      await acts.checkIn(id, 10, { p_condition: "damaged_outside" });
      expect(await acts.listed(id, "exceptions")).toMatchObject({ damage: "damaged_outside" });
    },
  );

  test("is seen again when it was no other's", async () => {
    const acts = await StaffActs.begin(sql);
    const { id } = await seen(acts);
    const { act_id } = await acts.change(id, asBefore, "Another batch");
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.listed(id)).toMatchObject({ damage: null, package_condition: "damaged_outside" });
  });

  test("an undo of that look which is refused names what came since", async () => {
    const acts = await StaffActs.begin(sql);
    const [other, again] = [await seen(acts), await seen(acts)];
    await acts.undo(other.checkIn);
    await acts.checkIn(again.id, 10, { p_condition: "damaged_cards", p_is_recount: true });
    await acts.change(again.id, { is_damage_seen: true });
    expect(await acts.undo(other.look)).toMatchObject([
      { outcome: "changed_since", event: { type: "undone", from_value: "check_in" } },
    ]);
    expect(await acts.undo(again.look)).toMatchObject([
      { outcome: "changed_since", event: { type: "review_reason", from_value: "damaged_cards" } },
    ]);
  });
});

test("an order stays among the exceptions until the last reason is gone, and its version tells each", async () => {
  const order = await addOrder(sql, { tracking_number: "1ZATTENTION2", review_reason: "refund_failed" });
  const version = async () =>
    (await sql`select version from grading_orders where id = ${order.id}`)[0]?.version;
  const [first, second] = [
    await addException(sql, { order_id: order.id }),
    await addException(sql, { order_id: order.id }),
  ];
  expect(await version()).toBe(3);
  await sql`update order_admin set review_reason = null where order_id = ${order.id}`;
  await sql`update payment_exceptions set resolved_at = now() where id = ${first}`;
  expect([await isAmong(order), await version()]).toEqual([true, 4]);
  await sql`update payment_exceptions set resolution = 'x' where id = ${second}`;
  await sql`update payment_exceptions set resolved_at = now() where id = ${second}`;
  expect([await isAmong(order), await version()]).toEqual([false, 5]);
  // Settled once more it is no news.
  await sql`update payment_exceptions set resolved_at = now() where id = ${second}`;
  expect(await version()).toBe(5);
});

test("an exception that is moved to another order counts there", async () => {
  const [from, to] = [
    await addOrder(sql, { tracking_number: "1ZATTENTION3" }),
    await addOrder(sql, { tracking_number: "1ZATTENTION4" }),
  ];
  const exception = await addException(sql, { order_id: from.id });
  expect([await isAmong(from), await isAmong(to)]).toEqual([true, false]);
  await sql`update payment_exceptions set order_id = ${to.id} where id = ${exception}`;
  expect([await isAmong(from), await isAmong(to)]).toEqual([false, true]);
});
