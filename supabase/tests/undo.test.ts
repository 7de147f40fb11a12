import { randomUUID } from "node:crypto";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder, eventsOf } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

/** Sends the emails about an order that wait. */
const sendMails = (id: string) =>
  sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;

describe("undo restores", () => {
  const [A, B] = [aMark(), aMark()];

  test("a check-in with its emails, its question and what the customer read", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    const before = await acts.factsOf(id);
    const { act_id } = await acts.checkIn(id, 9);
    expect(await acts.shownTo(id)).toContainEqual(["counted", "9"]);
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual([
      "check_in_receipt",
      "adjustment_proposed",
    ]);
    expect(await acts.undo(act_id)).toMatchObject([
      { id, outcome: "undone", order: { received_count: null } },
    ]);
    expect(await acts.factsOf(id)).toEqual(before);
    expect(await acts.mailsOf(id)).toEqual([]);
    expect(await acts.shownTo(id)).toEqual([]);
    expect(await sql`select status from order_adjustments where order_id = ${id}`).toEqual([
      { status: "withdrawn" },
    ]);
    expect((await eventsOf(sql, id)).at(-1)).toMatchObject({
      type: "undone",
      from_value: "check_in",
      public: false,
      actor_id: acts.member.id,
    });
  });

  test("a recount with the email and the question of the count before", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    await acts.checkIn(id, 9);
    const before = [await acts.factsOf(id), await acts.mailsOf(id)];
    const { act_id } = await acts.checkIn(id, 12, { p_is_recount: true });
    expect(await acts.mailsOf(id)).toMatchObject([{ payload: { count: 12 } }]);
    await acts.undo(act_id);
    expect([await acts.factsOf(id), await acts.mailsOf(id)]).toEqual(before);
    expect(await acts.shownTo(id)).toContainEqual(["counted", "9"]);
    expect(await sql`select status from order_adjustments where order_id = ${id}`).toEqual([
      { status: "proposed" },
    ]);
  });

  test("an arrival whose email a check-in had replaced", async () => {
    const { id } = await addOrder(sql);
    await acts.write("staff_record_arrival", { p_order_id: id });
    const before = await acts.mailsOf(id);
    expect(before).toMatchObject([{ kind: "order_arrived" }]);
    const { act_id } = await acts.checkIn(id, 10);
    expect(await acts.mailsOf(id)).toMatchObject([{ kind: "check_in_receipt" }]);
    await acts.undo(act_id);
    expect(await acts.mailsOf(id)).toEqual(before);
  });

  test("a match: the package has no batch, the order no package and shelf", async () => {
    const { id } = await addOrder(sql);
    const before = await acts.factsOf(id);
    const details = { p_sender: "Jo", p_shelf: "C-1", p_tracking_number: A };
    const { package: kept } = await acts.write<{ package: { id: string } }>("staff_save_package", details);
    const { act_id } = await acts.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
    expect(await acts.factsOf(id)).toMatchObject({ shelf_location: "C-1", arrived_at: expect.any(Date) });
    await acts.undo(act_id);
    expect(await acts.factsOf(id)).toEqual(before);
    expect(await sql`select order_id, matched_at, matched_by from packages where id = ${kept.id}`).toEqual([
      { order_id: null, matched_at: null, matched_by: null },
    ]);
  });

  test.each([
    ["a status", { submission_status: "delivered" }],
    ["a step back", { submission_status: "pending" }],
    ["a tracking number", { tracking_number: B }],
    ["notes", { internal_notes: "second box expected" }],
    ["a shelf", { shelf_location: "B-2" }],
    ["a submission number and a file", { grading_submission_number: "SUB-1", invoice_filename: "a.pdf" }],
    ["a mark taken off", { is_reviewed: true }],
  ])("%s", async (_, changes) => {
    const { id } = await addOrder(sql, { review_reason: "refund_failed" });
    await acts.checkIn(id, 10);
    await acts.change(id, { submission_status: "graded", tracking_number: A, internal_notes: "first" });
    const mails = async () => (await acts.mailsOf(id)).map(({ due, ...mail }) => mail);
    const before = [await acts.factsOf(id), await mails()];
    const { act_id } = await acts.change(id, changes, "As it has to be");
    expect(await acts.factsOf(id)).not.toEqual(before[0]);
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect([await acts.factsOf(id), await mails()]).toEqual(before);
  });

  test("a note of one order and not of another", async () => {
    const [one, other] = [await addOrder(sql), await addOrder(sql)];
    const act = await acts.changeAll([one, other], { note: "call them" });
    expect(await acts.undo(act, one.id)).toMatchObject([{ id: one.id, outcome: "undone" }]);
    expect(await sql`select order_id from order_notes where order_id in ${sql([one.id, other.id])}`).toEqual([
      { order_id: other.id },
    ]);
  });

  test("what is set aside, and its end", async () => {
    const { id } = await addOrder(sql);
    const setAside = await acts.write("staff_set_aside", { p_order_id: id, p_note: "No slip" });
    const before = await sql`select * from set_asides where order_id = ${id}`;
    const ended = await acts.write("staff_update_set_aside", { p_order_id: id, p_is_ended: true });
    await acts.undo(ended.act_id);
    expect(await sql`select * from set_asides where order_id = ${id}`).toEqual(before);
    await acts.undo(setAside.act_id);
    expect(await sql`select from set_asides where order_id = ${id}`).toHaveLength(0);
    expect(await acts.factsOf(id)).toMatchObject({ is_set_aside: false, arrived_at: null });
  });

  test("several actions, the last one first", async () => {
    const { id } = await addOrder(sql, { tracking_number: A });
    const facts = await acts.factsOf(id);
    const first = await acts.change(id, { tracking_number: B }, "typo");
    const second = await acts.change(id, { internal_notes: "called" });
    expect(await acts.undo(first.act_id)).toMatchObject([{ outcome: "changed_since" }]);
    for (const { act_id } of [second, first])
      expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.factsOf(id)).toEqual(facts);
  });

  test("a bulk change order by order, except for those that have changed since", async () => {
    const orders = [await addOrder(sql), await addOrder(sql), await addOrder(sql)] as const;
    const [first, second, third] = orders;
    const before = await acts.factsOf(first.id);
    const act = await acts.changeAll([...orders], {
      submission_status: "delivered",
      tracking_number: aMark(),
    });
    await acts.change(second.id, { internal_notes: "called" });
    const undone = await acts.undo(act);
    expect(Object.fromEntries(undone.map(({ id, outcome }) => [id, outcome]))).toEqual({
      [first.id]: "undone",
      [second.id]: "changed_since",
      [third.id]: "undone",
    });
    expect(await acts.factsOf(first.id)).toEqual(before);
  });
});

describe("undo is refused", () => {
  test.each<[string, (id: string, actId: string) => Promise<unknown>]>([
    ["after ten minutes", (_, actId) => acts.age(actId)],
    ["once its email has left", sendMails],
    [
      "once a refund has started",
      (id) => sql`
      insert into refund_requests (id, order_id, amount_cents, reason, requested_by)
      values (gen_random_uuid(), ${id}, 100, 'Kindness', ${acts.member.id})`,
    ],
    [
      "once the customer has changed something",
      (id) => sql`
      update grading_orders set cancel_requested_at = now() where id = ${id}`,
    ],
    [
      "once the payment has changed",
      (id) => sql`
      update grading_orders set refunded_cents = 100 where id = ${id}`,
    ],
    [
      "once its question is being answered",
      (id) => sql`
      update order_adjustments set reservation_expires_at = now() + interval '1 hour' where order_id = ${id}`,
    ],
  ])("%s", async (_, happen) => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    const { act_id } = await acts.checkIn(id, 13);
    await happen(id, act_id);
    const before = await acts.factsOf(id);
    expect(await acts.undo(act_id)).toMatchObject([{ id, outcome: "changed_since" }]);
    expect(await acts.factsOf(id)).toEqual(before);
  });

  test("a second time, also at once", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.checkIn(id, 10);
    const outcomes = (await Promise.all([acts.undo(act_id), acts.undo(act_id), acts.undo(act_id)])).flat();
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      "changed_since",
      "changed_since",
      "undone",
    ]);
    expect((await eventsOf(sql, id)).filter(({ type }) => type === "undone")).toHaveLength(1);
  });

  test("to anyone but staff; an unknown action has no results", async () => {
    expect(await acts.undo(randomUUID())).toEqual([]);
    const { id } = await addOrder(sql);
    const { act_id } = await acts.checkIn(id, 10);
    const args = { p_actor: randomUUID(), p_act_id: act_id };
    await expect(call(serverClient(), "staff_undo", args)).rejects.toThrow("42501");
  });

  test("of a change of the payment, which offers none", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid", stripe_session_id: null });
    const paid = await acts.change(id, { payment_status: "paid", internal_notes: "cash" }, "Paid in cash");
    expect(paid).toMatchObject({ outcome: "updated", act_id: null });
  });
});

describe("emails of staff actions", () => {
  test("wait ten minutes, or for the next step", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    expect(await acts.mailsOf(id)).toMatchObject([{ kind: "check_in_receipt", due: false }]);
    await acts.change(id, { internal_notes: "x" });
    expect(await acts.mailsOf(id)).toMatchObject([{ due: false }]);
    await acts.change(id, { submission_status: "shipped" });
    expect(await acts.mailsOf(id)).toMatchObject([
      { kind: "check_in_receipt", due: true },
      { kind: "order_sent", due: false },
    ]);
  });

  test("are not written for a quiet change", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    const [order] = await sql`select version from grading_orders where id = ${id}`;
    await acts.write("staff_update_order", {
      p_order_id: id,
      p_version: order?.version,
      p_changes: { submission_status: "shipped" },
      p_tracking_hash: "0".repeat(64),
      p_is_quiet: true,
    });
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["check_in_receipt"]);
  });
});

describe("a correction email", () => {
  const A = aMark();

  test.each([
    ["a step back with its count", { submission_status: "pending" }, ["submission_status", "received_count"]],
    ["another tracking number", { tracking_number: aMark() }, ["tracking_number"]],
    ["another number at the grader", { grading_submission_number: "S-2" }, ["grading_submission_number"]],
    ["nothing for a note", { note: "hello" }, null],
  ])("names %s", async (_, changes, facts) => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    await acts.change(
      id,
      {
        submission_status: "completed",
        tracking_number: A,
        grading_submission_number: "S-1",
      },
      "all at once",
    );
    await sendMails(id);
    const [order] = await sql`select version from grading_orders where id = ${id}`;
    const { act_id } = await acts.write("staff_update_order", {
      p_order_id: id,
      p_version: order?.version,
      p_changes: changes,
      p_tracking_hash: "0".repeat(64),
      p_reason: "A mistake",
      p_emails_correction: true,
    });
    const corrections = async () => (await acts.mailsOf(id)).filter(({ kind }) => kind === "correction");
    expect(await corrections()).toMatchObject(
      facts ? [{ payload: { order_id: id, facts }, due: false }] : [],
    );
    await acts.undo(act_id);
    expect(await corrections()).toEqual([]);
  });

  test("lets the same be said again", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    await acts.change(id, { submission_status: "shipped" });
    await sendMails(id);
    await sql`insert into outbox (dedupe_key, kind, payload) values (${id}, 'correction', ${sql.json({ order_id: id, facts: [] })})`;
    await acts.change(id, { submission_status: "pending" }, "Wrong batch");
    await acts.checkIn(id, 10);
    await acts.change(id, { submission_status: "shipped" });
    expect((await acts.mailsOf(id)).slice(-2).map(({ kind }) => kind)).toEqual([
      "check_in_receipt",
      "order_sent",
    ]);
  });
});
