import { addReceived } from "../../sandbox/builders/grader-group";
import { storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/* The grading company's number of a batch, entered after its cards had left. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const send = (id: string) =>
  sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;
const toldOf = async (id: string) =>
  (await acts.mailsOf(id)).map(({ kind, payload }) => [kind, payload.facts ?? null]);
const number = (id: string, grading_submission_number: string) =>
  acts.change(id, { grading_submission_number });
const linesOf = async (id: string) => {
  const lines = await sql`select type, from_value as "from", to_value as "to" from order_events
    where order_id = ${id} and public and type = 'grading_submission_number' order by id`;
  return lines.map(({ from, to }) => [from, to]);
};

async function aSent(isTold = true, submission_status = "shipped") {
  const { id } = await addReceived(sql);
  await acts.change(id, { submission_status });
  if (isTold) await send(id);
  return id;
}
const PLAIN = ["order_sent", { number: null }];
const ADDED = ["order_sent", { number: "SUB-1", is_added: true }];
const CORRECTED = ["correction", ["grading_submission_number"]];

test.each(["shipped", "grading"])(
  "of a batch that is %s it is told once, by a mail and in its story",
  async (at) => {
    const id = await aSent(true, at);
    const { act_id } = await number(id, "SUB-1");
    expect(await toldOf(id)).toEqual([PLAIN, ADDED]);
    expect((await acts.mailsOf(id)).at(-1)).toMatchObject({ due: false, payload: { act_id } });
    expect(await linesOf(id)).toEqual([[null, "SUB-1"]]);
    await send(id);
    expect(await toldOf(id)).toEqual([PLAIN, ADDED]);
  },
);

test("of a batch that is graded, too; the mail about the grades that still waits says it by itself", async () => {
  const [told, waiting] = [await aSent(), await aSent()];
  for (const id of [told, waiting]) await acts.change(id, { submission_status: "graded" });
  await send(told);
  for (const id of [told, waiting]) await number(id, "SUB-1");
  expect(await toldOf(told)).toEqual([PLAIN, ["order_graded", {}], ADDED]);
  expect(await toldOf(waiting)).toEqual([PLAIN, ["order_graded", {}]]);
});

test("the mail that the cards left, which still waits, takes it along, and forgets it again", async () => {
  const id = await aSent(false);
  const { act_id } = await number(id, "SUB-1");
  expect(await toldOf(id)).toEqual([["order_sent", { number: "SUB-1" }]]);
  await acts.undo(act_id);
  expect(await toldOf(id)).toEqual([PLAIN]);
});

test("taken back before it is told nobody hears of it, and after it that is corrected", async () => {
  const [soon, late] = [await aSent(), await aSent()];
  await acts.undo((await number(soon, "SUB-1")).act_id);
  expect(await toldOf(soon)).toEqual([PLAIN]);
  const { act_id } = await number(late, "SUB-1");
  await send(late);
  await acts.undo(act_id);
  expect((await toldOf(late)).map(([kind]) => kind)).toEqual(["order_sent", "order_sent", "correction"]);
});

test.each([
  ["has left", sql`sent_at = now()`],
  ["is leaving just now", sql`locked_until = now() + interval '1 minute'`],
])("a wrong one is corrected, too, where the mail that took it along %s", async (_, leaves) => {
  const id = await aSent(false);
  const { act_id } = await number(id, "SUB-1");
  await sql`update outbox set ${leaves} where payload ->> 'order_id' = ${id} and kind = 'order_sent'`;
  await acts.undo(act_id);
  expect((await acts.mailsOf(id)).slice(-2)).toMatchObject([
    { kind: "order_sent", payload: { facts: { number: "SUB-1" }, is_undone: true } },
    { kind: "correction", payload: { facts: ["grading_submission_number"] } },
  ]);
});

test("the mail that the cards left stays as it was where it did not say the number that is taken back", async () => {
  const id = await aSent();
  const { act_id } = await number(id, "SUB-1");
  await acts.undo(act_id);
  expect((await acts.mailsOf(id)).map(({ kind, payload }) => [kind, payload.is_undone])).toEqual([
    ["order_sent", undefined],
  ]);
});

test("another one, or none, is a correction where the mail with the first has left", async () => {
  for (const [next, line] of [
    ["SUB-2", ["SUB-1", "SUB-2"]],
    ["", ["SUB-1", null]],
  ] as const) {
    const id = await aSent();
    await number(id, "SUB-1");
    await send(id);
    const { act_id } = await number(id, next);
    expect(await linesOf(id)).toEqual([[null, "SUB-1"], line]);
    expect(await toldOf(id)).toEqual([PLAIN, ADDED, CORRECTED]);
    await acts.undo(act_id);
    expect(await toldOf(id)).toEqual([PLAIN, ADDED]);
  }
});

test("it is corrected, too, where the mail about the grades said it", async () => {
  const id = await aSent();
  await acts.change(id, { submission_status: "graded" });
  await number(id, "SUB-1");
  await send(id);
  await number(id, "SUB-2");
  expect(await toldOf(id)).toEqual([PLAIN, ["order_graded", {}], CORRECTED]);
});

test("it is corrected when it is taken back, too, where the mail about the grades said it", async () => {
  const id = await aSent();
  await acts.change(id, { submission_status: "graded" });
  const { act_id } = await number(id, "SUB-1");
  await send(id);
  await acts.undo(act_id);
  expect(await toldOf(id)).toEqual([PLAIN, ["order_graded", {}], CORRECTED]);
});

test("one that a correction has told is corrected in its turn, and one that still waits only once", async () => {
  const id = await aSent();
  await number(id, "SUB-1");
  await send(id);
  await number(id, "SUB-2");
  await number(id, "SUB-3");
  expect(await toldOf(id)).toEqual([PLAIN, ADDED, CORRECTED]);
  await send(id);
  await number(id, "SUB-4");
  expect(await toldOf(id)).toEqual([PLAIN, ADDED, CORRECTED, CORRECTED]);
});

test("while its mail waits another one is in that mail, and cleared by hand it is not sent", async () => {
  const [other, cleared] = [await aSent(), await aSent()];
  await number(other, "SUB-1");
  await number(other, "SUB-2");
  expect(await toldOf(other)).toEqual([PLAIN, ["order_sent", { number: "SUB-2", is_added: true }]]);
  await number(cleared, "SUB-1");
  await number(cleared, "");
  expect(await toldOf(cleared)).toEqual([PLAIN]);
});

test("before the cards leave, and once they are back, no mail tells it; the first is for staff alone", async () => {
  const { id } = await addReceived(sql);
  await number(id, "SUB-1");
  expect([await toldOf(id), await linesOf(id)]).toEqual([[], []]);
  const home = await aSent();
  await acts.change(home, { submission_status: "delivered" }, "As it is");
  await send(home);
  const before = await toldOf(home);
  await number(home, "SUB-1");
  expect(await toldOf(home)).toEqual(before);
  expect(await linesOf(home)).toEqual([[null, "SUB-1"]]);
});

test("what is changed with Do not notify, and is right again, is not said twice", async () => {
  const id = await aSent();
  await number(id, "SUB-1");
  await send(id);
  const { version } = await storedOrder(sql, id);
  const args = { p_order_id: id, p_version: version, p_changes: { grading_submission_number: "" } };
  await acts.write("staff_update_order", { ...args, p_tracking_hash: "a".repeat(64), p_is_quiet: true });
  await number(id, "SUB-1");
  expect(await toldOf(id)).toEqual([PLAIN, ADDED]);
});

test("with Do not notify nothing is sent", async () => {
  const id = await aSent();
  const { version } = await storedOrder(sql, id);
  const args = { p_order_id: id, p_version: version, p_changes: { grading_submission_number: "SUB-1" } };
  await acts.write("staff_update_order", { ...args, p_tracking_hash: "a".repeat(64), p_is_quiet: true });
  expect(await toldOf(id)).toEqual([PLAIN]);
});
