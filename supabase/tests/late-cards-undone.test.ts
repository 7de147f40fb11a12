import { GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();
let batches: HalfSent;
let acts: StaffActs;
beforeAll(async () => {
  batches = await HalfSent.begin(sql);
  acts = batches.acts;
});

describe("taking out", () => {
  test("of late cards leaves the others at the grader", async () => {
    const { order, first } = await batches.aBatch();
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await later.close("SUB-2", 2);
    await later.step("shipped");
    const { act_id } = await later.takeOut(order);
    expect(await batches.statusOf(order)).toBe("grading");
    expect(await batches.lateOf(order)).toBe(2);
    expect(await batches.pageOf(first)).toMatchObject({ group: { batches: 1, cards: 8 } });
    await acts.undo(act_id);
    expect(await batches.pageOf(later)).toMatchObject({ group: { batches: 1, cards: 2 } });
    expect(await batches.lateOf(order)).toBeNull();
  });

  test("of the first ones leaves the late ones out, and the batch where it was", async () => {
    const { order, first } = await batches.aBatch("shipped");
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await later.close("SUB-2", 2);
    await later.step("shipped");
    await first.takeOut(order);
    expect(await batches.statusOf(order)).toBe("shipped");
    expect(await batches.lateOf(order)).toBe(8);
    const third = await GroupActs.begin(acts);
    expect((await third.add([order])).results).toMatchObject([{ outcome: "added", cards: 8 }]);
  });

  test("of the first ones while the late ones wait: all go with those", async () => {
    const { order, first } = await batches.aBatch("shipped");
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await first.takeOut(order);
    expect(await batches.statusOf(order)).toBe("processing");
    expect(await batches.pageOf(later)).toMatchObject({ group: { cards: 10 }, members: [{ refusal: null }] });
    const third = await GroupActs.begin(acts);
    expect((await third.add([order])).results).toMatchObject([
      { outcome: "other_group", other_group: later.id },
    ]);
    await later.close("SUB-2", 10);
    await later.step("shipped");
    expect(await batches.statusOf(order)).toBe("shipped");
  });
});

describe("taking back", () => {
  test("every press about late cards, the last one first", async () => {
    const { order } = await batches.aBatch();
    const stored = async () => [
      await acts.factsOf(order.id),
      await sql`select group_id, cards, back_at from late_cards where order_id = ${order.id}`,
      await sql`select grader_group_id, sent_cards, cards_back_at, settled_count from order_admin
        where order_id = ${order.id}`,
    ];
    const later = await GroupActs.begin(acts);
    const states = [await stored()];
    const presses = [(await later.add([order])).act_id];
    for (const press of [
      () => later.close("SUB-2", 2),
      () => later.step("shipped"),
      () => later.step("graded"),
      () => later.step("back", { p_cards: 2 }),
    ]) {
      states.push(await stored());
      presses.push((await press()).act_id);
    }
    for (const act of presses.toReversed()) {
      expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
      expect(await stored()).toEqual(states.pop());
    }
    expect(await later.discard()).toEqual({ outcome: "discarded" });
  });

  test("the first group's closing not once other cards were counted on it, and its steps still", async () => {
    const { order, first } = await batches.aBatch("shipped");
    const closing = await sql<{ id: string }[]>`
      select id from staff_acts where group_id = ${first.id} and kind = 'group_close'`;
    const shipping = await sql<{ id: string }[]>`
      select id from staff_acts where group_id = ${first.id} and kind = 'group_step'`;
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    expect(await acts.undo(String(shipping[0]?.id))).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.undo(String(closing[0]?.id))).toMatchObject([{ outcome: "changed_since" }]);
    expect(await batches.pageOf(first)).toMatchObject({ group: { cards: 8, step: "closed" } });
    await later.takeOut(order);
    expect(await batches.pageOf(first)).toMatchObject({ group: { cards: 8 } });
  });
});

describe("two at once", () => {
  test("who put late cards into several groups: they go once", async () => {
    const { order } = await batches.aBatch();
    const groups = await Promise.all([1, 2, 3, 4].map(() => GroupActs.begin(acts)));
    const outcomes = await Promise.all(
      groups.map(async (group) => (await group.add([order])).outcomes[order.id]),
    );
    expect(outcomes.sort()).toEqual(["added", "other_group", "other_group", "other_group"]);
  });

  test("both groups of a batch stepped to graded: it is graded", async () => {
    const { order, first } = await batches.aBatch();
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await later.close("SUB-2", 2);
    await Promise.all([first.step("graded"), later.step("graded")]);
    expect(await batches.statusOf(order)).toBe("graded");
  });
});
