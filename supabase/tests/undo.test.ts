import { randomUUID } from "node:crypto";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder, eventsOf } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
// No order of another test has them: that would take a reason.
const [A, B, C] = [aMark(), aMark(), aMark()];
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

describe("one press restores what was there", () => {
  test("a check-in", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    const before = await acts.factsOf(id);
    const { act_id } = await acts.checkIn(id, 9);
    expect(await acts.shownTo(id)).toContainEqual(["counted", "9"]);
    expect(await acts.undo(act_id)).toMatchObject([
      { id, outcome: "undone", order: { received_count: null } },
    ]);
    expect(await acts.factsOf(id)).toEqual(before);
    expect(await acts.mailsOf(id)).toEqual([]);
    expect(await acts.shownTo(id)).toEqual([["undone", expect.stringContaining("received_count")]]);
  });

  test("an arrival", async () => {
    const { id } = await addOrder(sql);
    const before = await acts.factsOf(id);
    const { act_id } = await acts.write("staff_record_arrival", { p_order_id: id });
    await acts.undo(act_id);
    expect(await acts.factsOf(id)).toEqual(before);
    expect(await acts.shownTo(id)).toEqual([["undone", "arrived_at"]]);
  });

  test("a recount, and the mail about the count before it is written again", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    await acts.checkIn(id, 9);
    const before = await acts.factsOf(id);
    const { act_id } = await acts.checkIn(id, 12, { p_is_recount: true });
    expect(await acts.mailsOf(id)).toMatchObject([{ payload: { count: 12 } }]);
    await acts.undo(act_id);
    expect(await acts.factsOf(id)).toEqual(before);
    expect(await acts.mailsOf(id)).toMatchObject([
      { payload: { count: 9 } },
      { kind: "adjustment_proposed" },
    ]);
  });

  test("a match: the package is without a batch again, the order without package and shelf", async () => {
    const { id } = await addOrder(sql);
    const before = await acts.factsOf(id);
    const details = { p_sender: "Jo", p_notes: "blue box", p_shelf: "C-1", p_tracking_number: A };
    const { package: kept } = await acts.write<{ package: { id: string } }>("staff_add_package", details);
    const { act_id } = await acts.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
    expect(await acts.factsOf(id)).toMatchObject({ shelf_location: "C-1", arrived_at: expect.any(Date) });
    expect(await eventsOf(sql, id)).toContainEqual(
      expect.objectContaining({ type: "package_matched", message: "Jo\nblue box" }),
    );
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
    ["a note", { internal_notes: "second box expected" }],
    ["a shelf", { shelf_location: "B-2" }],
    ["a submission number and a file", { grading_submission_number: "SUB-1", invoice_filename: "a.pdf" }],
    ["a mark taken off", { is_reviewed: true }],
  ])("%s", async (_, changes) => {
    const { id } = await addOrder(sql, { review_reason: "refund_failed" });
    await acts.checkIn(id, 10);
    await acts.change(id, { submission_status: "graded", tracking_number: A, internal_notes: "first" });
    const before = await acts.factsOf(id);
    const { act_id } = await acts.change(id, changes, "As it has to be");
    expect(await acts.factsOf(id)).not.toEqual(before);
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.factsOf(id)).toEqual(before);
  });

  test("a recount, when the account of who counted first is gone: nobody has counted", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    const former = await StaffActs.begin(sql);
    await former.checkIn(id, 9);
    const { act_id } = await acts.checkIn(id, 12, { p_is_recount: true });
    await sql`delete from auth.users where id = ${former.member.id}`;
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.factsOf(id)).toMatchObject({ received_count: 9, received_by: null });
  });

  test("a count, when the account of who counted is gone", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    const before = await acts.factsOf(id);
    const former = await StaffActs.begin(sql);
    const { act_id } = await former.checkIn(id, 9);
    await sql`delete from auth.users where id = ${former.member.id}`;
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.factsOf(id)).toEqual(before);
  });

  test("of a save with a payment, all but the payment", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid", stripe_session_id: null });
    const { act_id } = await acts.change(
      id,
      { payment_status: "paid", internal_notes: "cash" },
      "Paid in cash",
    );
    await acts.undo(act_id);
    expect(await acts.factsOf(id)).toMatchObject({ payment_status: "paid", internal_notes: null });
    const alone = await acts.change(id, { payment_status: "unpaid" }, "The cash was false");
    expect(alone).toMatchObject({ outcome: "updated", act_id: null });
  });
});

describe("it is refused", () => {
  test("ten minutes later without a reason; with one it is done, and the reason kept for staff", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.change(id, { internal_notes: "x" });
    await acts.age(act_id);
    expect(await acts.undo(act_id)).toMatchObject([
      { outcome: "reason_required", order: { internal_notes: "x" } },
    ]);
    expect(await acts.undo(act_id, { p_reason: "  " })).toMatchObject([{ outcome: "reason_required" }]);
    expect(await acts.undo(act_id, { p_reason: "Wrong order" })).toMatchObject([{ outcome: "undone" }]);
    expect(await eventsOf(sql, id)).toContainEqual(
      expect.objectContaining({ type: "reason", message: "Wrong order", public: false }),
    );
  });

  test("when a later event changed the same, which is shown", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.checkIn(id, 10);
    await acts.change(id, { submission_status: "shipped" });
    const before = await acts.factsOf(id);
    expect(await acts.undo(act_id)).toMatchObject([
      {
        outcome: "changed_since",
        event: { type: "submission_status", to_value: "shipped", actor_email: acts.member.email },
      },
    ]);
    expect(await acts.factsOf(id)).toEqual(before);
  });

  test("also when the later ones have led back to what it did", async () => {
    const { id } = await addOrder(sql, { tracking_number: A });
    const { act_id } = await acts.change(id, { tracking_number: B });
    await acts.change(id, { tracking_number: C });
    const last = await acts.change(id, { tracking_number: B });
    await acts.change(id, { submission_status: "shipped" });
    expect(await acts.undo(act_id)).toMatchObject([
      { outcome: "changed_since", event: { type: "tracking_number", to_value: B } },
    ]);
    // One after the other, the last one first.
    await acts.undo(last.act_id);
    expect(await acts.factsOf(id)).toMatchObject({ tracking_number: C });
  });

  test("not when the later one was about something else, or was taken back", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.change(id, { tracking_number: B });
    await acts.change(id, { internal_notes: "called" });
    const wrong = await acts.change(id, { tracking_number: C });
    await acts.undo(wrong.act_id);
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.factsOf(id)).toMatchObject({ tracking_number: null, internal_notes: "called" });
  });

  test("when its package is not the order's any more, whatever others it has", async () => {
    const { id } = await addOrder(sql);
    const match = async () => {
      const { package: kept } = await acts.write<{ package: { id: string } }>("staff_add_package", {
        p_sender: "Jo",
      });
      const { act_id } = await acts.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
      return { act_id, package: kept.id };
    };
    const [first, second] = [await match(), await match()];
    const other = await addOrder(sql);
    await sql`update packages set order_id = ${other.id} where id = ${second.package}`;
    expect(await acts.undo(second.act_id)).toMatchObject([{ outcome: "changed_since" }]);
    await sql`update packages set order_id = ${id} where id = ${second.package}`;
    for (const { act_id } of [second, first])
      expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
  });

  test("twice, also at once", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.checkIn(id, 10);
    const outcomes = (await Promise.all([acts.undo(act_id), acts.undo(act_id), acts.undo(act_id)])).flat();
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      "already_undone",
      "already_undone",
      "undone",
    ]);
    expect((await eventsOf(sql, id)).filter(({ type }) => type === "undone")).toHaveLength(1);
  });

  test("for what is not there, and by who is not staff", async () => {
    expect(await acts.undo(randomUUID())).toEqual([]);
    const { id } = await addOrder(sql);
    const { act_id } = await acts.checkIn(id, 10);
    const args = { p_actor: randomUUID(), p_act_id: act_id };
    await expect(call(serverClient(), "staff_undo", args)).rejects.toThrow("42501");
  });
});

test("a change of several is taken back row by row, but for those that were changed since", async () => {
  const orders = [await addOrder(sql), await addOrder(sql), await addOrder(sql)] as const;
  const before = await Promise.all(orders.map(({ id }) => acts.factsOf(id)));
  const [shared, own] = [aMark(), aMark()];
  const changes = { submission_status: "delivered", tracking_number: shared };
  const act = await acts.changeAll([...orders], changes);
  const [first, second, third] = orders;
  await acts.change(second.id, { tracking_number: own });
  const undone = await acts.undo(act);
  expect(undone.map(({ id }) => id)).toEqual(orders.map(({ id }) => id).sort());
  expect(Object.fromEntries(undone.map(({ id, outcome }) => [id, outcome]))).toEqual({
    [first.id]: "undone",
    [second.id]: "changed_since",
    [third.id]: "undone",
  });
  expect(await acts.factsOf(first.id)).toEqual(before[0]);
  expect(await acts.factsOf(second.id)).toMatchObject({ tracking_number: own });
  expect(await acts.factsOf(third.id)).toEqual(before[2]);
});

test("of several, one alone", async () => {
  const [first, second] = [await addOrder(sql), await addOrder(sql)];
  const tracking_number = aMark();
  const act = await acts.changeAll([first, second], { tracking_number });
  expect(await acts.undo(act, { p_order_id: first.id })).toMatchObject([{ id: first.id }]);
  expect(await acts.factsOf(first.id)).toMatchObject({ tracking_number: null });
  expect(await acts.factsOf(second.id)).toMatchObject({ tracking_number });
});
