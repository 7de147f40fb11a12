import { randomUUID } from "node:crypto";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

describe("a wrong tracking number is nobody's any more", () => {
  test("to the customer it never was, but for a word about it", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    const number = aMark();
    const { act_id } = await acts.change(
      id,
      { submission_status: "completed", tracking_number: number },
      "Ungraded",
    );
    expect(JSON.stringify(await acts.shownTo(id))).toContain(number);
    await acts.undo(act_id);
    const shown = JSON.stringify(await acts.shownTo(id));
    expect(shown).not.toContain(number);
    expect(shown).not.toContain("completed");
    expect(shown).toContain("undone");
  });
});

describe("what was told is corrected by one mail", () => {
  test("a count whose mail has left; the true count is told later, though it is the same", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.checkIn(id, 10);
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
    await acts.undo(act_id);
    await acts.undo(act_id);
    expect(await acts.mailsOf(id)).toMatchObject([
      { kind: "check_in_receipt", payload: { is_undone: true } },
      { kind: "correction", due: true },
    ]);
    await acts.checkIn(id, 10);
    expect((await acts.mailsOf(id)).at(-1)).toMatchObject({
      kind: "check_in_receipt",
      payload: { told_before: null },
    });
  });

  test("a recount; the count before is held against the cards that were not refunded", async () => {
    const { id } = await addOrder(sql, { refunded_cents: 5000 });
    await acts.checkIn(id, 8);
    const { act_id } = await acts.checkIn(id, 9, { p_is_recount: true });
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
    await acts.undo(act_id);
    expect((await acts.mailsOf(id)).at(-1)).toMatchObject({ kind: "correction", payload: { expected: 8 } });
  });

  test("a mail that is leaving just now is told and corrected; one that cannot leave then goes", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.checkIn(id, 10);
    const [mail] = await sql<{ id: number }[]>`update outbox set locked_until = now() + interval '1 minute'
      where payload ->> 'order_id' = ${id} returning id`;
    await acts.undo(act_id);
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["check_in_receipt", "correction"]);
    await call(serverClient(), "finish_outbox", { p_id: mail?.id, p_error: "not counted" });
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["correction"]);
  });

  test.each([
    ["a tracking number", { tracking_number: "1Z9" }, ["correction"]],
    ["a delivery", { submission_status: "delivered" }, ["correction"]],
    ["another step", { submission_status: "shipped" }, []],
    ["a note", { internal_notes: "ours" }, []],
  ])("%s that stood there for more than ten minutes", async (_, changes, kinds) => {
    const { id } = await addOrder(sql, { submission_status: "received" });
    const { act_id } = await acts.change(id, changes, "As it is");
    await acts.age(act_id);
    await acts.undo(act_id, { p_reason: "Wrong batch" });
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each([
    ["at the grading company", "shipped", "grading_submission_number", "order_sent"],
    ["of the parcel home", "completed", "tracking_number", "order_returned"],
  ] as const)("a number %s: the mails that told it, and no others", async (_, status, column, kind) => {
    const { id } = await addOrder(sql, { submission_status: status, fulfillment_status: "grading" });
    const [right, wrong] = [aMark(), aMark()];
    const { act_id } = await acts.change(id, { [column]: wrong });
    const [sent, leaving, tried] = [
      { sent_at: new Date() },
      { locked_until: new Date(Date.now() + 60_000) },
      { locked_until: new Date(Date.now() - 60_000) },
    ];
    for (const [name, facts, columns] of [
      ["told", { number: wrong }, sent],
      ["leaving", { number: wrong }, leaving],
      ["waiting", { number: wrong }, {}],
      ["tried", { number: wrong }, tried],
      ["another number", { number: right }, sent],
      ...(kind === "order_sent" ? [["late cards", { number: wrong, cards: 2 }, sent] as const] : []),
    ] as const) {
      const payload = { order_id: id, name, facts };
      await sql`insert into outbox ${sql({ dedupe_key: `${name}:${id}`, kind, payload, ...columns })}`;
    }
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    const mails = await acts.mailsOf(id);
    const undone = mails.filter(({ payload }) => "is_undone" in payload);
    expect(undone.map(({ payload }) => payload.name)).toEqual(["told", "leaving"]);
    expect(mails.filter((mail) => mail.kind === "correction")).toHaveLength(1);
  });

  test("not a number that no mail has told, though a mail that was wrong for another reason says it", async () => {
    const { id } = await addOrder(sql, { submission_status: "shipped", fulfillment_status: "grading" });
    const { act_id } = await acts.change(id, { grading_submission_number: "SUB-1" });
    const payload = {
      order_id: id,
      facts: { number: "SUB-1" },
      is_undone: true,
      untrue_since_act: randomUUID(),
    };
    await sql`insert into outbox ${sql({ dedupe_key: `untrue:${id}`, kind: "order_sent", payload, sent_at: new Date() })}`;
    await acts.undo(act_id);
    expect((await acts.mailsOf(id)).map((mail) => mail.payload)).toEqual([payload]);
  });

  test("not a number that was taken off by mistake, before that was told", async () => {
    const { id } = await addOrder(sql, { submission_status: "received" });
    await acts.change(id, { submission_status: "graded", grading_submission_number: "SUB-1" }, "As it is");
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
    const { act_id } = await acts.change(id, { grading_submission_number: "" });
    expect((await acts.mailsOf(id)).at(-1)).toMatchObject({ kind: "correction" });
    await acts.undo(act_id);
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).not.toContain("correction");
  });

  test("who has not paid, or has no address, gets none", async () => {
    for (const columns of [
      { payment_status: "unpaid" as const },
      { user_id: null, guest_email: null, user_email: null, guest_key: "a".repeat(64) },
    ]) {
      const { id } = await addOrder(sql, columns);
      const { act_id } = await acts.change(id, { tracking_number: "1Z9" });
      await acts.age(act_id);
      expect(await acts.undo(act_id, { p_reason: "Wrong" })).toMatchObject([{ outcome: "undone" }]);
      expect(await acts.mailsOf(id)).toEqual([]);
    }
  });
});

describe("the mail about a count", () => {
  test("waits for ten minutes", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    expect(await acts.mailsOf(id)).toMatchObject([{ due: false }]);
    expect(
      await sql`select 1 from outbox where payload ->> 'order_id' = ${id}
      and next_attempt_at between now() + interval '9 minutes' and now() + interval '10 minutes'`,
    ).toHaveLength(1);
  });

  test("or until the next step is taken, not for a note", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    await acts.change(id, { internal_notes: "blue box" });
    expect(await acts.mailsOf(id)).toMatchObject([{ due: false }]);
    await acts.change(id, { submission_status: "processing" });
    expect(await acts.mailsOf(id)).toMatchObject([{ due: true }]);
  });
});
