import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import { aPaymentIntentId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();
let batches: HalfSent;
let acts: StaffActs;
beforeAll(async () => {
  batches = await HalfSent.begin(sql);
  acts = batches.acts;
});

test("cards that come after their batch has left are listed, go in a later group, and change nothing of the first", async () => {
  const { order, first } = await batches.aBatch();
  // The page has the 25 that are here longest, those of other tests among them.
  await sql`update grading_orders set received_at = (select min(o.received_at) - interval '1 day' from grading_orders o)
    where id = ${order.id}`;
  expect(await batches.lateOf(order)).toBe(2);
  const later = await GroupActs.begin(acts);
  expect(await batches.pageOf(later)).toMatchObject({
    late: expect.arrayContaining([{ id: order.id, cards: 2 }]),
  });
  expect(await later.add([order])).toMatchObject({
    results: [{ outcome: "added", received_count: 10, cards: 2, sent_cards: 8 }],
    group: { batches: 1, cards: 2 },
  });
  expect(await batches.lateOf(order)).toBeNull();
  expect(await batches.pageOf(later)).toMatchObject({
    members: [{ id: order.id, cards: 2, is_late: true, refusal: null }],
  });
  expect(await batches.pageOf(first)).toMatchObject({
    group: { cards: 8, declared_cards: 8 },
    members: [{ id: order.id, cards: 8, is_late: false }],
  });
  expect(await later.close("SUB-2", 2)).toMatchObject({ outcome: "closed" });
  expect(await later.step("shipped")).toMatchObject({ outcome: "stepped", group: { cards: 2 } });
  expect(await batches.pageOf(later)).toMatchObject({ members: [{ cards: 2, refusal: null }] });
  expect(await storedOrder(sql, order.id)).toMatchObject({
    submission_status: "grading",
    grading_submission_number: "SUB-1",
  });
});

test("cards on top that are paid for later go later, too, and those that are not paid stay", async () => {
  const order = await addReceived(sql, { received_count: 13, proposed_count: 13 });
  const first = await GroupActs.begin(acts);
  await first.add([order]);
  await first.close("SUB-1", 10);
  await first.step("shipped");
  const later = await GroupActs.begin(acts);
  expect((await later.add([order])).outcomes).toEqual({ [order.id]: "sent_before" });
  await sql`update order_admin set paid_extras = 2 where order_id = ${order.id}`;
  expect(await batches.lateOf(order)).toBe(2);
  expect((await later.add([order])).results).toMatchObject([
    { outcome: "added", cards: 2, sent_cards: 10, received_count: 13 },
  ]);
});

test("what is all sent has no way into another group, nor what went by hand or is on its way home", async () => {
  const order = await addReceived(sql);
  const first = await GroupActs.begin(acts);
  await first.add([order]);
  await first.close("SUB-1", 10);
  const later = await GroupActs.begin(acts);
  expect((await later.add([order])).outcomes).toEqual({ [order.id]: "other_group" });
  await first.step("grading");
  expect((await later.add([order])).outcomes).toEqual({ [order.id]: "sent_before" });
  const byHand = await addReceived(sql, { submission_status: "grading" });
  expect((await later.add([byHand])).outcomes).toEqual({ [byHand.id]: "sent_before" });
  const { order: gone } = await batches.aBatch();
  await acts.change(gone.id, { submission_status: "completed" }, "Handed over");
  expect((await later.add([gone])).outcomes).toEqual({ [gone.id]: "sent_before" });
  expect(await batches.lateOf(gone)).toBeNull();
});

test("a batch is graded when all of its cards are, whichever group is first, and goes home with all of them", async () => {
  for (const isFirstFirst of [true, false]) {
    const { order, first } = await batches.aBatch();
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    expect(await batches.refusalOf(order)).toEqual(["at_grader", first.id]);
    await later.close("SUB-2", 2);
    await later.step("grading");
    const [one, other] = isFirstFirst ? [first, later] : [later, first];
    await one.step("graded");
    expect(await batches.statusOf(order)).toBe("grading");
    await one.step("back", { p_cards: isFirstFirst ? 8 : 2 });
    expect(await batches.statusOf(order)).toBe("grading");
    expect(await batches.refusalOf(order)).toEqual(["at_grader", other.id]);
    const { act_id } = await other.step("graded");
    expect(await batches.statusOf(order)).toBe("graded");
    expect(await batches.refusalOf(order)).toEqual(["at_grader", other.id]);
    await acts.undo(act_id);
    expect(await batches.statusOf(order)).toBe("grading");
    // Reads the version that taking back has raised.
    await other.step("back", { p_version: -1 });
    await other.step("back", { p_cards: isFirstFirst ? 2 : 8 });
    expect(await batches.statusOf(order)).toBe("graded");
    expect(await batches.refusalOf(order)).toEqual([null, first.id]);
    const back = (await eventsOf(sql, order.id)).filter(({ type }) => type === "cards_back");
    expect(back).toHaveLength(2);
  }
});

test("a batch is at the grader when all of its cards that have left are", async () => {
  const { order, first } = await batches.aBatch("shipped");
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  await later.close("SUB-2", 2);
  await later.step("shipped");
  await later.step("grading");
  expect(await batches.statusOf(order)).toBe("shipped");
  expect((await eventsOf(sql, order.id)).some(({ to_value }) => to_value === "grading")).toBe(false);
  await first.step("grading");
  expect(await batches.statusOf(order)).toBe("grading");
});

test.each([
  ["graded at once", "graded", "closed", "grading"],
  ["at the grader, and the others are on their way", "grading", "shipped", "shipped"],
  ["at the grader, and the others are here", "grading", "closed", "grading"],
])(
  "a batch of which some cards are %s, until the others turn out to be here",
  async (_, step, laterStep, status) => {
    const { order, first } = await batches.aBatch("shipped");
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await later.close("SUB-2", 2);
    if (laterStep !== "closed") await later.step(laterStep);
    await first.step(step);
    expect(await batches.statusOf(order)).toBe(status);
    await later.takeOut(order);
    expect(await batches.statusOf(order)).toBe(step);
  },
);

test("late cards of a batch whose grades are ready hold it here until they are back", async () => {
  const { order, first } = await batches.aBatch("graded");
  await first.step("back", { p_cards: 8 });
  expect(await batches.refusalOf(order)).toEqual([null, first.id]);
  expect(await batches.unsentOf(order)).toBe(2);
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  expect(await batches.refusalOf(order)).toEqual(["in_group", later.id]);
  expect(await batches.unsentOf(order)).toBe(2);
  await later.close("SUB-2", 2);
  await later.step("shipped");
  expect(await batches.refusalOf(order)).toEqual(["at_grader", later.id]);
  const ready = await batches.read<{ ready: { id: string }[] }>("staff_return_desk", {});
  expect(ready.ready.map(({ id }) => id)).not.toContain(order.id);
  expect(await batches.statusOf(order)).toBe("graded");
  expect(await batches.unsentOf(order)).toBeNull();
});

test("a third box goes as the second did; what was counted too many is not sent", async () => {
  const { order } = await batches.aBatch();
  const second = await GroupActs.begin(acts);
  await second.add([order]);
  await acts.checkIn(order.id, 9, { p_is_recount: true });
  expect(await batches.pageOf(second)).toMatchObject({ group: { cards: 1 } });
  await acts.checkIn(order.id, 8, { p_is_recount: true });
  expect(await batches.pageOf(second)).toMatchObject({
    group: { cards: 0 },
    members: [{ refusal: "sent_before" }],
  });
  expect(await second.close("SUB-2", 0)).toMatchObject({
    outcome: "refused",
    results: [{ id: order.id, outcome: "sent_before" }],
  });
  await acts.checkIn(order.id, 9, { p_is_recount: true });
  await second.close("SUB-2", 1);
  await second.step("shipped");
  await acts.checkIn(order.id, 10, { p_is_recount: true });
  const third = await GroupActs.begin(acts);
  expect((await third.add([order])).results).toMatchObject([{ outcome: "added", cards: 1, sent_cards: 9 }]);
  expect(await batches.pageOf(second)).toMatchObject({ group: { cards: 1 } });
});

test("a group that holds late cards alone is not discarded; one graded before sends its batch anew as a whole", async () => {
  const { order, first } = await batches.aBatch();
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  expect(await later.discard()).toEqual({ outcome: "not_empty" });
  await later.close("SUB-2", 2);
  await later.step("back", { p_cards: 2 });
  await first.step("back", { p_cards: 8 });
  await acts.change(order.id, { submission_status: "received" }, "To be graded again");
  const again = await GroupActs.begin(acts);
  expect((await again.add([order])).results).toMatchObject([{ outcome: "added", cards: 10, sent_cards: 0 }]);
});

test.each([
  ["went back", true],
  ["goes back", false],
])("cards whose money %s and that come all the same stay here until they are paid for", async (_, isBack) => {
  const proposals = new Proposals(sql, acts);
  const { order, proposal } = await proposals.counted(8);
  await proposals.decide(order, proposal, "refund");
  if (isBack) await applyRefund(order.stripe_payment_intent_id, 5000);
  const toGrade = async () => {
    const [row] = await sql`select private.cards_to_grade(o, a) as cards from grading_orders o
      join order_admin a on a.order_id = o.id where o.id = ${order.id}`;
    return row?.cards;
  };
  expect(await toGrade()).toBe(8);
  // The desk, the story and the receipt say what the question about the two asks.
  expect(await acts.checkIn(order.id, 10, { p_is_recount: true })).toMatchObject({
    is_mismatch: true,
    order: { cards_expected: 8 },
  });
  const said = (await eventsOf(sql, order.id)).find(({ type }) => type === "recounted");
  expect(said?.message).toBe("We counted 10 of 8.");
  expect(await acts.mailsOf(order.id)).toContainEqual(
    expect.objectContaining({ payload: expect.objectContaining({ count: 10, expected: 8 }) }),
  );
  expect(await toGrade()).toBe(8);
  const extra = (await proposals.of(order)).find(({ kind }) => kind === "extra");
  await sql`update order_adjustments set status = 'paid', paid_at = now(), paid_cents = amount_cents,
    stripe_payment_intent_id = ${aPaymentIntentId()} where id = ${extra?.id ?? ""}`;
  expect(await toGrade()).toBe(10);
  await proposals.leaveNothing();
});
