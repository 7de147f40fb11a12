import { randomUUID } from "node:crypto";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";
import { correctionsOf, letTimePass, sentHome } from "./told-corrections";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const later = (id: string) => letTimePass(sql, id);
const corrections = (id: string) => correctionsOf(acts, id);
const story = async (id: string) => JSON.stringify(await acts.shownTo(id));

describe("what the customer was told wrongly is corrected by a change of the order, too", () => {
  test.each([
    ["another one", aMark()],
    ["none", ""],
  ])("a tracking number by %s: out of the story, with one line, and in one mail", async (_, next) => {
    const { id, number } = await sentHome(sql, acts);
    await later(id);
    const before = (await acts.shownTo(id))?.filter(([type]) => type !== "tracking_number");
    await acts.change(id, { tracking_number: next });
    expect(await story(id)).not.toContain(number);
    const line = next ? ["tracking_number", next] : ["undone", "tracking_number"];
    expect(await acts.shownTo(id)).toEqual([...(before ?? []), line]);
    expect(await acts.shownTo(id)).toContainEqual(["submission_status", "completed"]);
    expect(await corrections(id)).toEqual([["tracking_number"]]);
  });

  test("a parcel of which the number was wrong, and which has not left at all", async () => {
    const { id } = await sentHome(sql, acts);
    await later(id);
    await acts.change(id, { tracking_number: aMark() });
    await later(id);
    await acts.change(id, { submission_status: "graded" }, "Still here");
    expect(await corrections(id)).toEqual([["tracking_number"], ["submission_status"]]);
  });

  test("a delivery that was none", async () => {
    const { id } = await sentHome(sql, acts);
    await acts.change(id, { submission_status: "delivered" });
    await later(id);
    await acts.change(id, { submission_status: "completed" }, "Another parcel");
    expect((await acts.shownTo(id))?.at(-1)).toEqual(["submission_status", "completed"]);
    expect(await corrections(id)).toEqual([["submission_status"]]);
  });

  test("a count of a batch that never came: out of the story, and told anew when it comes", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 9);
    await later(id);
    await acts.change(id, { submission_status: "pending" }, "Another batch");
    const types = (await acts.shownTo(id))?.map(([type]) => type);
    for (const wrong of ["counted", "count_mismatch"]) expect(types).not.toContain(wrong);
    expect(await acts.shownTo(id)).toContainEqual(["undone", "received_count"]);
    expect(await corrections(id)).toEqual([["received_count"]]);
    await acts.checkIn(id, 9);
    expect((await acts.mailsOf(id)).filter(({ kind }) => kind === "check_in_receipt")).toHaveLength(2);
    expect((await acts.shownTo(id))?.map(([type]) => type)).toContain("counted");
  });

  test("several facts of one change in one mail; for several orders one each", async () => {
    const { id } = await sentHome(sql, acts);
    await acts.change(id, { submission_status: "delivered" });
    const other = await sentHome(sql, acts);
    await later(id);
    await later(other.id);
    await acts.changeAll([{ id }, other], { submission_status: "grading", tracking_number: "" });
    expect(await corrections(id)).toEqual([["tracking_number", "submission_status"]]);
    expect(await corrections(other.id)).toEqual([["tracking_number", "submission_status"]]);
  });

  test.each([
    ["shipped", "processing", ["order_sent"]],
    ["graded", "grading", ["order_graded"]],
    ["completed", "graded", ["order_returned"]],
    ["completed", "processing", ["order_returned"]],
  ])(
    "a batch that was set to %s and is %s: the mails that said so, and it is told again",
    async (wrong, to, kinds) => {
      const { id } = await addOrder(sql, { submission_status: "processing", fulfillment_status: "grading" });
      await acts.change(id, { submission_status: wrong }, "As it is");
      await later(id);
      const { act_id } = await acts.change(id, { submission_status: to }, "The wrong box");
      expect((await acts.shownTo(id))?.at(-1)).toEqual(["submission_status", to]);
      expect((await acts.mailsOf(id)).at(-1)).toMatchObject({
        kind: "correction",
        due: true,
        payload: { facts: ["submission_status"], act_id },
      });
      await later(id);
      await acts.change(id, { submission_status: wrong }, "As it is");
      expect((await acts.mailsOf(id)).slice(2).map(({ kind }) => kind)).toEqual(kinds);
    },
  );
});

describe("nothing is corrected", () => {
  test("by mail that nobody was told: within ten minutes, while its mail waits", async () => {
    const { id, number } = await sentHome(sql, acts);
    await acts.change(id, { tracking_number: aMark() });
    expect(await story(id)).not.toContain(number);
    expect(await corrections(id)).toEqual([]);
  });

  test("by mail of a step of which no mail has left, however long it stood there", async () => {
    const { id } = await addOrder(sql, { submission_status: "processing", fulfillment_status: "grading" });
    await acts.change(id, { submission_status: "graded" });
    await acts.change(id, { submission_status: "processing" }, "The wrong box");
    await later(id);
    expect(await acts.mailsOf(id)).toEqual([]);
    await acts.change(id, { submission_status: "received" }, "The wrong box");
    expect(await acts.mailsOf(id)).toEqual([]);
  });

  test("by a step back of what late cards, which went by themselves, were told of", async () => {
    const { id } = await addOrder(sql, { submission_status: "shipped", fulfillment_status: "grading" });
    const payload = { order_id: id, act_id: randomUUID(), facts: { number: "SUB-2", cards: 2 } };
    await sql`insert into outbox ${sql({ dedupe_key: `late:${id}`, kind: "order_sent", payload, sent_at: new Date() })}`;
    await acts.change(id, { submission_status: "processing" }, "The wrong box");
    expect((await acts.mailsOf(id)).map((mail) => mail.payload)).toEqual([payload]);
  });

  test("where nothing was wrong, nobody has paid, or the customer is not to be written to", async () => {
    const { id } = await sentHome(sql, acts);
    await later(id);
    await acts.change(id, { submission_status: "delivered" });
    const unpaid = await addOrder(sql, { payment_status: "unpaid", tracking_number: "1Z9" });
    await acts.change(unpaid.id, { tracking_number: "" });
    const quiet = await sentHome(sql, acts);
    await later(quiet.id);
    const [{ version } = { version: 0 }] = await sql<{ version: number }[]>`
      select version from grading_orders where id = ${quiet.id}`;
    await acts.write("staff_update_order", {
      p_order_id: quiet.id,
      p_version: version,
      p_changes: { tracking_number: "" },
      p_tracking_hash: "a".repeat(64),
      p_is_quiet: true,
    });
    for (const one of [id, unpaid.id, quiet.id]) expect(await corrections(one)).toEqual([]);
    expect(await story(quiet.id)).not.toContain(quiet.number);
  });
});

describe("a correction that was wrong itself", () => {
  test("is taken back with its mail that has not left, and the story is as it was", async () => {
    const { id } = await sentHome(sql, acts);
    await later(id);
    const before = (await acts.shownTo(id)) ?? [];
    const { act_id } = await acts.change(id, { tracking_number: "" });
    await acts.undo(act_id);
    expect((await acts.shownTo(id))?.slice(0, before.length)).toEqual(before);
    expect(await corrections(id)).toEqual([]);
  });

  test("is corrected by another mail where it has left", async () => {
    const { id, number } = await sentHome(sql, acts);
    await later(id);
    const { act_id } = await acts.change(id, { tracking_number: "" });
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
    await acts.undo(act_id);
    expect(await story(id)).toContain(number);
    expect(await corrections(id)).toEqual([["tracking_number"], expect.arrayContaining(["tracking_number"])]);
  });

  test.each([
    ["waits", false],
    ["has left", true],
  ])(
    "leaves what was told as it was, also where its mail %s: a next mistake is corrected",
    async (_, hasLeft) => {
      const { id } = await addOrder(sql, { submission_status: "processing", fulfillment_status: "grading" });
      await acts.change(id, { submission_status: "graded" });
      await later(id);
      const back = () => acts.change(id, { submission_status: "processing" }, "The wrong box");
      const { act_id } = await back();
      if (hasLeft) await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
      await acts.undo(act_id);
      await later(id);
      const before = await corrections(id);
      await back();
      expect((await corrections(id)).slice(before.length)).toEqual([["submission_status"]]);
    },
  );

  test("does not make true what another act has made untrue: its number was taken back before it, or its step after", async () => {
    const mails = async (id: string, kind: string) =>
      (await acts.mailsOf(id))
        .filter((mail) => mail.kind === kind)
        .map(({ payload }) => "is_undone" in payload);
    const { id } = await addOrder(sql, { submission_status: "processing", fulfillment_status: "grading" });
    await acts.change(id, { submission_status: "shipped" });
    const numbered = await acts.change(id, { grading_submission_number: "SUB-1" });
    await later(id);
    const back = await acts.change(id, { submission_status: "processing" }, "The wrong box");
    await acts.undo(numbered.act_id, { p_reason: "Another batch's" });
    await acts.undo(back.act_id);
    expect((await mails(id, "order_sent")).at(-1)).toBe(true);
    const home = await sentHome(sql, acts);
    await later(home.id);
    const renumbered = await acts.change(home.id, { tracking_number: aMark() });
    await acts.change(home.id, { submission_status: "graded" }, "Still here");
    await acts.undo(renumbered.act_id);
    expect(await mails(home.id, "order_returned")).toEqual([true]);
  });

  test("a number that was replaced twice is told once while the first mail waits", async () => {
    const { id } = await sentHome(sql, acts);
    await later(id);
    await acts.change(id, { tracking_number: aMark() });
    await acts.change(id, { tracking_number: aMark() });
    expect(await corrections(id)).toEqual([["tracking_number"]]);
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
    await acts.change(id, { tracking_number: aMark() });
    expect(await corrections(id)).toEqual([["tracking_number"], ["tracking_number"]]);
  });
});
