import { GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/* First cards of a batch that were never in the box, and never came, once the late ones are graded. */

const sql = connect();
let batches: HalfSent;
let acts: StaffActs;
beforeAll(async () => {
  batches = await HalfSent.begin(sql);
  acts = batches.acts;
});

/** A batch of which eight cards left, and two later, which are graded and back. */
async function withLateOnesBack() {
  const { order, first } = await batches.aBatch("shipped");
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  await later.close("SUB-2", 2);
  await later.step("back", { p_cards: 2 });
  expect(await batches.statusOf(order)).toBe("shipped");
  const count = (cards: number) =>
    acts.checkIn(order.id, cards, { p_is_recount: true }) as Promise<{ act_id: string }>;
  return { order, first, later, count };
}

const graded = async (id: string) =>
  (await acts.mailsOf(id)).filter(({ kind }) => kind === "order_graded").length;

test("taken out and then counted away, they leave the batch graded, and a count taken back leaves it where it was", async () => {
  const { order, first, later, count } = await withLateOnesBack();
  await first.takeOut(order);
  await count(5);
  expect(await batches.statusOf(order)).toBe("shipped");
  const { act_id } = await count(2);
  expect(await batches.statusOf(order)).toBe("graded");
  expect(await graded(order.id)).toBe(1);
  expect(await batches.refusalOf(order)).toEqual([null, null]);
  await acts.undo(act_id);
  expect(await batches.statusOf(order)).toBe("shipped");
  expect(await graded(order.id)).toBe(0);
  expect(await batches.lateOf(order)).toBe(3);
  expect(await batches.pageOf(later)).toMatchObject({ group: { cards: 2 } });
});

test("counted away and then taken out, they leave the batch graded, and at the grader while they are in the box", async () => {
  const { order, first, count } = await withLateOnesBack();
  await count(2);
  expect(await batches.statusOf(order)).toBe("shipped");
  expect(await batches.refusalOf(order)).toEqual(["at_grader", first.id]);
  const { act_id } = await first.takeOut(order);
  expect(await batches.statusOf(order)).toBe("graded");
  expect(await batches.refusalOf(order)).toEqual([null, null]);
  await acts.undo(act_id);
  expect(await batches.statusOf(order)).toBe("shipped");
});

test("a count that is taken back and leaves none but the late ones makes the batch graded", async () => {
  const { order, first, count } = await withLateOnesBack();
  await count(2);
  const { act_id } = await count(10);
  await first.takeOut(order);
  expect(await batches.lateOf(order)).toBe(8);
  await acts.undo(act_id);
  expect(await batches.statusOf(order)).toBe("graded");
});

test("a recount that leaves cards to be sent, or of a batch with none left, moves nothing", async () => {
  const { order, first, count } = await withLateOnesBack();
  await first.takeOut(order);
  await count(3);
  expect(await batches.statusOf(order)).toBe("shipped");
  await count(2);
  await acts.change(order.id, { submission_status: "grading" }, "The grader asks for one again");
  await count(1);
  expect(await batches.statusOf(order)).toBe("grading");
});
