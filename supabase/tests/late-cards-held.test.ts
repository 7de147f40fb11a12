import { setTimeout } from "node:timers/promises";
import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import { addOrders, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect, undone } from "../../sandbox/builders/test-database";

type Listed = { ready: { id: string }[]; late: { id: string }[] };

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

describe("late cards that leave their open group keep no batch at the grader of which the others are graded", () => {
  const toldOf = async ({ id }: StoredOrder) => ({
    status: (await acts.factsOf(id)).submission_status,
    mails: (await acts.mailsOf(id)).filter(({ kind }) => kind === "order_graded").length,
    shown: (await acts.shownTo(id))?.some(([, to]) => to === "graded"),
  });
  const graded = { status: "graded", mails: 1, shown: true };
  const notYet = { status: "grading", mails: 0, shown: false };

  test("taken out, as they were counted too many", async () => {
    const { order, first, later } = await withLater();
    await first.step("back", { p_cards: 8 });
    await acts.checkIn(order.id, 8, { p_is_recount: true });
    expect(await later.close("SUB-2", 0)).toMatchObject({ outcome: "refused" });
    expect(await toldOf(order)).toEqual(notYet);
    const { act_id } = await later.takeOut(order);
    expect(await toldOf(order)).toEqual(graded);
    expect(await batches.refusalOf(order)).toEqual([null, first.id]);
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await toldOf(order)).toEqual(notYet);
  });

  test("by taking back that they were put in", async () => {
    const { order, first, added } = await withLater();
    await first.step("graded");
    expect(await toldOf(order)).toEqual(notYet);
    expect(await acts.undo(added)).toMatchObject([{ outcome: "undone" }]);
    expect(await toldOf(order)).toEqual(graded);
  });

  test("not while others are still there", async () => {
    const { order, later } = await withLater();
    await later.takeOut(order);
    expect(await toldOf(order)).toEqual(notYet);
    await acts.undo((await later.add([order])).act_id);
    expect(await toldOf(order)).toEqual(notYet);
  });
});

describe("a closing that is taken back on one batch is made good when the group leaves", () => {
  /** Closes a group, takes that back on one of its batches, and sends the group. */
  async function sendWithout(group: GroupActs, order: StoredOrder, cards: number) {
    const { act_id } = await group.close("SUB-X", cards);
    expect(await acts.undo(act_id, { p_order_id: order.id })).toMatchObject([{ outcome: "undone" }]);
    // Reads the version that taking back has raised.
    await group.step("shipped", { p_version: -1 });
    return await group.step("shipped");
  }

  test("of the first cards: what comes later is late", async () => {
    const order = await addReceived(sql, { received_count: 8, proposed_count: 8 });
    const group = await GroupActs.begin(acts);
    await group.add([order]);
    const { act_id } = await sendWithout(group, order, 8);
    expect(await acts.undo(act_id, { p_order_id: order.id })).toMatchObject([{ outcome: "undone" }]);
    expect(await batches.statusOf(order)).toBe("received");
    await group.step("grading", { p_version: -1 });
    await group.step("grading");
    await acts.checkIn(order.id, 10, { p_is_recount: true });
    expect(await batches.pageOf(group)).toMatchObject({ group: { cards: 8 } });
    expect(await batches.lateOf(order)).toBe(2);
  });

  test("of late ones: a third box goes after them", async () => {
    const { order, later } = await withLater();
    await acts.checkIn(order.id, 9, { p_is_recount: true });
    await sendWithout(later, order, 1);
    await acts.checkIn(order.id, 10, { p_is_recount: true });
    expect(await batches.pageOf(later)).toMatchObject({ group: { cards: 1 } });
    expect(await batches.lateOf(order)).toBe(1);
  });
});

test("first cards that are found missing once the late ones are back go with a third group", async () => {
  const { order, first, later } = await withLater("shipped");
  await later.close("SUB-2", 2);
  await later.step("back", { p_cards: 2 });
  await first.takeOut(order);
  expect(await batches.statusOf(order)).toBe("shipped");
  expect(await batches.lateOf(order)).toBe(8);
  const third = await GroupActs.begin(acts);
  expect((await third.add([order])).results).toMatchObject([{ outcome: "added", cards: 8, sent_cards: 2 }]);
  await third.close("SUB-3", 8);
  await third.step("graded");
  expect(await batches.statusOf(order)).toBe("graded");
  expect(await batches.refusalOf(order)).toEqual(["at_grader", third.id]);
});

test("late cards of a former journey do not count once the batch, sent anew as a whole, is taken out", async () => {
  const { order, first, later } = await withLater();
  await later.close("SUB-2", 2);
  await later.step("back", { p_cards: 2 });
  await first.step("back", { p_cards: 8 });
  await acts.change(order.id, { submission_status: "received" }, "To be graded again");
  const again = await GroupActs.begin(acts);
  await again.add([order]);
  await again.close("SUB-3", 10);
  await again.step("shipped");
  await again.takeOut(order);
  expect(await batches.statusOf(order)).toBe("processing");
  expect(await isReady(order)).toEqual([true, true]);
  await acts.change(order.id, { submission_status: "grading" });
  expect(await batches.lateOf(order)).toBeNull();
  const fourth = await GroupActs.begin(acts);
  expect((await fourth.add([order])).outcomes).toEqual({ [order.id]: "sent_before" });
});

test("taking back about the late cards of one group waits for nobody who holds another of the batch's groups", async () => {
  const { order, later } = await withLater();
  await acts.checkIn(order.id, 9, { p_is_recount: true });
  await later.close("SUB-2", 1);
  await acts.checkIn(order.id, 10, { p_is_recount: true });
  const third = await GroupActs.begin(acts);
  const { act_id } = await third.add([order]);
  await sql.begin(async (tx) => {
    await tx`select 1 from grader_groups where id = ${later.id} for update`;
    const undone = acts.undo(act_id);
    expect(await Promise.race([undone, setTimeout(3_000, "waits", { ref: false })])).toMatchObject([
      { outcome: "undone" },
    ]);
  });
  expect(await batches.lateOf(order)).toBe(1);
});

test("a batch of which other cards are, or were, in another group is known as such in both", async () => {
  const { order, first } = await batches.aBatch();
  expect(await batches.pageOf(first)).toMatchObject({ members: [{ has_others: false }] });
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  expect(await batches.pageOf(first)).toMatchObject({ members: [{ has_others: true }] });
  expect(await batches.pageOf(later)).toMatchObject({ members: [{ has_others: true }] });
  await later.close("SUB-2", 2);
  await later.step("back", { p_cards: 2 });
  expect(await batches.pageOf(first)).toMatchObject({ members: [{ has_others: true }] });
});

test("a batch that was moved on by hand comes out of a group that has not left, which would not close with it", async () => {
  const { order, later } = await withLater();
  await acts.change(order.id, { submission_status: "completed" }, "Handed over");
  expect(await later.close("SUB-2", 2)).toMatchObject({
    outcome: "refused",
    results: [{ outcome: "sent_before" }],
  });
  expect(await later.takeOut(order)).toMatchObject({ outcome: "taken_out", group: { batches: 0 } });
  expect(await batches.statusOf(order)).toBe("completed");
  const whole = await addReceived(sql);
  const group = await GroupActs.begin(acts);
  await group.add([whole]);
  await acts.change(whole.id, { submission_status: "graded" });
  expect(await group.takeOut(whole)).toMatchObject({ outcome: "taken_out" });
  expect(await batches.statusOf(whole)).toBe("graded");
});

test("the order's page names every group of its cards, the first one first", async () => {
  const { order, first, later } = await withLater();
  const groupsOf = async ({ id: p_order_id }: StoredOrder) =>
    (await batches.read<{ grader_group_ids: number[] }>("staff_get_order_page", { p_order_id }))
      .grader_group_ids;
  expect(await groupsOf(order)).toEqual([first.id, later.id]);
  await later.takeOut(order);
  expect(await groupsOf(order)).toEqual([first.id]);
  expect(await groupsOf(await addReceived(sql))).toEqual([]);
});

test("many late cards leave room in the list for other batches, and all are counted", () =>
  undone(sql, async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: acts.member.id })}, true)`;
    const here = { fulfillment_status: "grading", received_at: new Date(), received_count: 10 };
    await addOrders(tx, null, 60, { ...here, submission_status: "received" });
    const halves = await addOrders(tx, null, 60, { ...here, submission_status: "grading" });
    const [group] = await tx<{ id: number }[]>`
      insert into grader_groups (grader, opened_by) values ('PSA', ${acts.member.id}) returning id::integer`;
    await tx`insert into order_admin (order_id, grader_group_id, grouped_at, sent_cards)
      select u.id, ${group?.id ?? 0}, now(), 8 from unnest(${halves.map(({ id }) => id)}::uuid[]) as u (id)
      on conflict (order_id) do update set grader_group_id = excluded.grader_group_id,
        grouped_at = excluded.grouped_at, sent_cards = excluded.sent_cards`;
    const [row] = await tx<{ desk: Listed & { ready_total: { count: number } }; page: Listed }[]>`
      select public.staff_grader_desk() as desk, public.staff_get_grader_group(${group?.id ?? 0}) as page`;
    for (const { late, ready } of [row?.desk, row?.page].filter((list) => list !== undefined)) {
      expect([late.length, ready.length]).toEqual([25, 50]);
      const isLate = ready.map(({ id }) => late.some((entry) => entry.id === id));
      expect(isLate).toEqual([...Array(25).fill(true), ...Array(25).fill(false)]);
    }
    expect(row?.desk.ready_total.count).toBeGreaterThanOrEqual(120);
  }));
