import { GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import { eventsOf, type StoredOrder } from "../../sandbox/builders/rows";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/* What the customer hears of cards that go to the grader after the others of their batch. */

const sql = connect();
let batches: HalfSent;
let acts: StaffActs;
beforeAll(async () => {
  batches = await HalfSent.begin(sql);
  acts = batches.acts;
});

type Line = { type: string; from: string | null; to: string | null };

/** The lines about late cards, and those that something was taken back, in the story as the customer reads it. */
async function storyOf({ id }: StoredOrder): Promise<[string, string | null, string | null][]> {
  const [row] = await sql<{ events: Line[] }[]>`select private.public_events(${id}) as events`;
  const lines = (row?.events ?? []).filter(({ type }) => type.startsWith("late_cards") || type === "undone");
  return lines.map(({ type, from, to }) => [type, from, to]);
}

/** The mails about late cards: their kind, whether they leave at once, and what they are about. */
async function mailsOf({ id }: StoredOrder) {
  const mails = (await acts.mailsOf(id)) as { kind: string; due: boolean; payload: { facts?: object } }[];
  return mails
    .filter(({ kind, payload }) => kind === "correction" || JSON.stringify(payload).includes("SUB-2"))
    .map(({ kind, due, payload }) => [kind, due, payload.facts]);
}

/** A batch at the grader (or further) with two late cards in a group that is closed. */
async function withLater(step = "grading") {
  const { order, first } = await batches.aBatch(step);
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  await later.close("SUB-2", 2);
  expect(await storyOf(order)).toEqual([]);
  return { order, first, later };
}

const SENT = ["late_cards_sent", null, "2:SUB-2"];
const GRADED = ["late_cards_graded", null, "2:SUB-2"];
const facts = { number: "SUB-2", cards: 2 };

test("that they left is told once, with their number, in the story and by mail", async () => {
  const { order, later } = await withLater();
  await later.step("shipped");
  await later.step("grading");
  expect(await storyOf(order)).toEqual([SENT]);
  expect(await mailsOf(order)).toEqual([["order_sent", false, facts]]);
  await later.step("graded");
  expect(await storyOf(order)).toEqual([SENT]);
});

test("also where the step goes past the others, which keep the batch where it is", async () => {
  const { order, later } = await withLater("shipped");
  await later.step("grading");
  expect(await batches.statusOf(order)).toBe("shipped");
  expect(await storyOf(order)).toEqual([SENT]);
  expect(await mailsOf(order)).toEqual([["order_sent", false, facts]]);
});

test("their grades are told where the others were graded before they left, and else with those of the batch", async () => {
  const { order, later } = await withLater("graded");
  await later.step("shipped");
  await later.step("graded");
  await later.step("back", { p_cards: 2 });
  expect(await storyOf(order)).toEqual([SENT, GRADED]);
  expect(await mailsOf(order)).toEqual([
    ["order_sent", false, facts],
    ["order_graded", false, facts],
  ]);
  const { order: other, first, later: last } = await withLater();
  await last.step("graded");
  await first.step("graded");
  expect(await storyOf(other)).toEqual([SENT]);
  expect(await mailsOf(other)).toEqual([]);
  expect((await acts.mailsOf(other.id)).map(({ kind }) => kind)).toContain("order_graded");
});

test("taken back at once nobody hears of it, and it is told when it is so", async () => {
  const { order, later } = await withLater();
  const { act_id } = await later.step("shipped");
  expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
  expect(await storyOf(order)).toEqual([["undone", "group_step", "late_cards"]]);
  expect(await mailsOf(order)).toEqual([]);
  // Reads the version that taking back has raised.
  await later.step("shipped", { p_version: -1 });
  await later.step("shipped");
  expect((await storyOf(order)).at(-1)).toEqual(SENT);
  expect(await mailsOf(order)).toEqual([["order_sent", false, facts]]);
});

test("taken back of one batch alone it is told with the next step", async () => {
  const { order, later } = await withLater();
  const { act_id } = await later.step("shipped");
  expect(await acts.undo(act_id, { p_order_id: order.id })).toMatchObject([{ outcome: "undone" }]);
  await later.step("grading", { p_version: -1 });
  await later.step("grading");
  expect((await storyOf(order)).at(-1)).toEqual(SENT);
  expect(await mailsOf(order)).toEqual([["order_sent", false, facts]]);
});

test("taken back after the mail has left it is corrected by one", async () => {
  const { order, later } = await withLater("graded");
  await later.step("shipped");
  const { act_id } = await later.step("graded");
  await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${order.id}`;
  expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
  expect((await mailsOf(order)).map(([kind]) => kind)).toEqual(["order_sent", "order_graded", "correction"]);
  expect(await storyOf(order)).toEqual([SENT, ["undone", "group_step", "late_cards"]]);
});

test("that they were not in the box is told, too, and forgotten when that is taken back", async () => {
  const { order, later } = await withLater();
  await later.step("shipped");
  const { act_id } = await later.takeOut(order);
  expect(await storyOf(order)).toEqual([SENT, ["late_cards_sent", "2:SUB-2", null]]);
  expect(await mailsOf(order)).toEqual([]);
  await acts.undo(act_id);
  expect(await storyOf(order)).toEqual([SENT, ["undone", "group_out", "late_cards"]]);
});

test("that they were not in the box is corrected by a mail where that they left was told by one", async () => {
  const { order, later } = await withLater();
  await later.step("shipped");
  await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${order.id}`;
  await later.takeOut(order);
  expect(await mailsOf(order)).toEqual([
    ["order_sent", false, facts],
    ["correction", true, ["late_cards"]],
  ]);
});

test("of other mails nothing is corrected, and a mail that was tried in vain does not leave", async () => {
  const { order, later } = await withLater();
  await later.step("shipped");
  for (const [name, kind, said] of [
    ["of the batch", "order_sent", { number: "SUB-2" }],
    ["of another group", "order_sent", { number: "SUB-3", cards: 2 }],
    ["of their grades", "order_graded", facts],
  ] as const) {
    const payload = { order_id: order.id, name, facts: said };
    await sql`insert into outbox ${sql({ dedupe_key: `${name}:${order.id}`, kind, payload, sent_at: new Date() })}`;
  }
  await sql`update outbox set locked_until = now() - interval '1 minute'
    where payload ->> 'order_id' = ${order.id} and sent_at is null`;
  await later.takeOut(order);
  // The mail of their leaving is gone.
  expect((await mailsOf(order)).map(([kind]) => kind)).toEqual(["order_sent", "order_graded"]);
  const left = (await acts.mailsOf(order.id)).filter(({ payload }) => "name" in payload);
  expect(left.map(({ payload }) => [payload.name, "is_undone" in payload])).toEqual([
    ["of the batch", false],
    ["of another group", false],
    ["of their grades", false],
  ]);
});

test("who has no address is not written to", async () => {
  const { order, later } = await withLater();
  await later.step("shipped");
  await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${order.id}`;
  await sql`update grading_orders set user_id = null, user_email = null, guest_email = null,
    guest_key = repeat('a', 64) where id = ${order.id}`;
  await later.takeOut(order);
  expect((await mailsOf(order)).map(([kind]) => kind)).toEqual(["order_sent"]);
});

test("of another batch in the same group nothing is corrected", async () => {
  const { order: other } = await batches.aBatch();
  const { order } = await batches.aBatch();
  const later = await GroupActs.begin(acts);
  await later.add([order, other]);
  await later.close("SUB-2", 4);
  await later.step("shipped");
  for (const left of [null, new Date()]) {
    await sql`update outbox set sent_at = ${left} where payload ->> 'order_id' in (${order.id}, ${other.id})`;
    const { act_id } = await later.takeOut(order);
    expect((await storyOf(order)).at(-1)).toEqual(["late_cards_sent", "2:SUB-2", null]);
    expect(await storyOf(other)).toEqual([SENT]);
    expect(await mailsOf(other)).toEqual([["order_sent", false, facts]]);
    expect(JSON.stringify(await acts.mailsOf(other.id))).not.toContain("is_undone");
    await acts.undo(act_id);
  }
});

test("of late cards that are taken out before they left nothing is told", async () => {
  const { order, later } = await withLater();
  await later.takeOut(order);
  expect(await storyOf(order)).toEqual([]);
});

test("a quiet step writes no mail and says so to staff", async () => {
  const { order, later } = await withLater();
  await later.step("shipped", { p_is_quiet: true });
  expect(await mailsOf(order)).toEqual([]);
  const said = (await eventsOf(sql, order.id)).find(({ type }) => type === "late_cards_sent");
  expect(said?.data).toMatchObject({ not_told: true });
});

test("of a batch that is all in the group of its late cards its own status tells", async () => {
  const { order, first } = await batches.aBatch("shipped");
  const later = await GroupActs.begin(acts);
  await later.add([order]);
  await first.takeOut(order);
  await later.close("SUB-2", 10);
  await later.step("shipped");
  expect(await storyOf(order)).toEqual([]);
  expect(await mailsOf(order)).toEqual([["order_sent", false, { number: "SUB-2" }]]);
});
