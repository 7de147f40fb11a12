import { addReceived } from "../../sandbox/builders/grader-group";
import { aGuestKey, aMark } from "../../sandbox/builders/ids";
import { addOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const kindsOf = async (id: string) => (await acts.mailsOf(id)).map(({ kind }) => kind);
const arrive = (id: string) => acts.write("staff_record_arrival", { p_order_id: id });
const send = (id: string) =>
  sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;

describe("an order that is paid no more", () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ["is canceled", (id) => sql`update grading_orders set payment_status = 'canceled' where id = ${id}`],
    ["staff set to unpaid", (id) => acts.change(id, { payment_status: "unpaid" }, "By mistake")],
  ])("that %s: what has not left yet is not sent, but for a correction", async (_, end) => {
    const [counted, graded, corrected] = [await aConfirmed(), await addReceived(sql), await addReceived(sql)];
    await acts.checkIn(counted.id, 10);
    await acts.change(graded.id, { submission_status: "graded" }, "As it is");
    const { act_id } = await acts.change(corrected.id, { submission_status: "graded" }, "As it is");
    await send(corrected.id);
    await acts.undo(act_id);
    const told = async () => [
      await kindsOf(counted.id),
      await kindsOf(graded.id),
      await kindsOf(corrected.id),
    ];
    expect(await told()).toEqual([
      ["order_confirmation", "check_in_receipt"],
      ["order_graded"],
      ["order_graded", "correction"],
    ]);
    for (const { id } of [counted, graded, corrected]) await end(id);
    expect(await told()).toEqual([[], [], ["order_graded", "correction"]]);
  });

  test("that it goes on is told to who asked to cancel, unless it is canceled", async () => {
    const shipped = { inbound_shipped_at: new Date(), cancel_requested_at: new Date() };
    const [unpaid, canceled] = [await addOrder(sql, shipped), await addOrder(sql, shipped)];
    for (const { id, version } of [unpaid, canceled])
      await acts.write("staff_decline_cancellation", { p_order_id: id, p_version: version });
    await acts.change(unpaid.id, { payment_status: "unpaid" }, "By mistake");
    await sql`update grading_orders set payment_status = 'canceled' where id = ${canceled.id}`;
    expect(await kindsOf(unpaid.id)).toEqual(["cancel_declined"]);
    expect(await kindsOf(canceled.id)).toEqual([]);
  });

  test("and is so again has its confirmation and receipt written again, but not those that were sent", async () => {
    const [untold, told] = [await aConfirmed(), await aConfirmed()];
    for (const { id } of [untold, told]) await acts.checkIn(id, 10);
    await send(told.id);
    for (const { id } of [untold, told]) {
      await acts.change(id, { payment_status: "unpaid" }, "By mistake");
      await acts.change(id, { payment_status: "paid" }, "It was paid after all");
    }
    expect(await acts.mailsOf(untold.id)).toMatchObject([
      { kind: "order_confirmation", due: true },
      { kind: "check_in_receipt", due: false, payload: { count: 10 } },
    ]);
    expect(await kindsOf(told.id)).toEqual(["order_confirmation", "check_in_receipt"]);
  });

  test.each<[string, string, () => Promise<{ id: string }>, (id: string) => Promise<unknown>]>([
    ["arrived", "order_arrived", () => addOrder(sql), (id) => arrive(id)],
    [
      "left",
      "order_sent",
      () => addReceived(sql),
      (id) =>
        acts.change(id, { submission_status: "shipped", grading_submission_number: "SUB-1" }, "As it is"),
    ],
    [
      "was graded",
      "order_graded",
      () => addReceived(sql),
      (id) => acts.change(id, { submission_status: "graded" }, "As it is"),
    ],
  ])(
    "and is so again: that it %s is told once, unless it was, or is no longer so",
    async (_, kind, add, step) => {
      const [untold, told, refunded, over] = [await add(), await add(), await add(), await add()];
      for (const { id } of [untold, told, refunded, over]) await step(id);
      await send(told.id);
      for (const { id } of [untold, told, over]) {
        await acts.change(id, { payment_status: "unpaid" }, "By mistake");
        if (id === over.id) await acts.change(id, { submission_status: "processing" }, "By mistake");
        await acts.change(id, { payment_status: "paid" }, "It was paid after all");
      }
      // A refund that failed later.
      for (const payment_status of ["canceled", "paid"])
        await sql`update grading_orders set payment_status = ${payment_status} where id = ${refunded.id}`;
      const ofStep = async (id: string) => (await acts.mailsOf(id)).filter((mail) => mail.kind === kind);
      expect(await ofStep(untold.id)).toMatchObject([{ due: false }]);
      expect(await ofStep(refunded.id)).toMatchObject([{ due: false }]);
      expect(await ofStep(told.id)).toHaveLength(1);
      expect(await ofStep(over.id)).toEqual([]);
      await acts.change(untold.id, { note: "Beside the door" });
      expect(await ofStep(untold.id)).toHaveLength(1);
    },
  );

  test("and is so again: what nobody was to be told of, what is of long ago, and what no event tells is not told; of what is opened in part that is told", async () => {
    const [quiet, old, imported] = [
      await addReceived(sql),
      await addReceived(sql, { submission_status: "graded" }),
      await addReceived(sql, { submission_status: "graded" }),
    ];
    const { version } = await storedOrder(sql, quiet.id);
    const args = { p_order_id: quiet.id, p_version: version, p_changes: { submission_status: "graded" } };
    await acts.write("staff_update_order", {
      ...args,
      p_tracking_hash: "a".repeat(64),
      p_reason: "As it is",
      p_is_quiet: true,
    });
    await sql`select set_config('app.event_at', (now() - interval '91 days')::text, true),
      private.add_order_event(${old.id}, 'submission_status', 'received', 'graded', true)`;
    const opened = await addOrder(sql);
    await arrive(opened.id);
    const box = { p_version: (await storedOrder(sql, opened.id)).version, p_count: 4, p_condition: "ok" };
    await acts.write("staff_count_box", { p_order_id: opened.id, ...box });
    for (const { id } of [quiet, old, imported, opened]) {
      await acts.change(id, { payment_status: "unpaid" }, "By mistake");
      await acts.change(id, { payment_status: "paid" }, "It was paid after all");
      expect(await kindsOf(id)).not.toContain("order_graded");
    }
    const arrivals = (await acts.mailsOf(opened.id)).filter(({ kind }) => kind === "order_arrived");
    expect(arrivals.map(({ payload }) => payload.facts)).toEqual([{ counted: 4, expected: 10 }]);
  });

  /** An order that was paid a moment ago, and its confirmation, which waits. */
  async function aConfirmed() {
    const order = await addOrder(sql, { paid_at: new Date() });
    await call(serverClient(), "enqueue_order_confirmation", { p_order_id: order.id });
    return order;
  }
});

describe("the cards left for their owner, as the order says", () => {
  const home = { submission_status: "completed" };
  const untracked = (id: string) => acts.change(id, home, "Handed over");
  const parcelsOf = async (id: string) => (await kindsOf(id)).filter((kind) => kind === "order_returned");

  test("is the mail of a parcel, once, whichever of step and number comes first", async () => {
    const [together, later, before] = [
      await addReceived(sql),
      await addReceived(sql),
      await addReceived(sql),
    ];
    await acts.change(together.id, { fulfillment_status: "complete", tracking_number: aMark() }, "Ungraded");
    await untracked(later.id);
    await acts.change(later.id, { tracking_number: aMark() });
    await acts.change(before.id, { tracking_number: aMark() });
    expect(await kindsOf(before.id)).not.toContain("order_returned");
    const { act_id } = await acts.change(before.id, home, "Ungraded");
    for (const { id } of [together, later, before]) {
      await acts.change(id, { note: "Beside the door" });
      expect(await parcelsOf(id)).toHaveLength(1);
    }
    await acts.undo(act_id);
    expect(await parcelsOf(before.id)).toEqual([]);
  });

  test("without a number, too, and once more when there is one", async () => {
    const { id } = await addReceived(sql, { submission_status: "graded" });
    expect(await acts.change(id, home)).toMatchObject({
      outcome: "reason_required",
      oddities: ["no_tracking"],
    });
    await untracked(id);
    expect(await acts.mailsOf(id)).toMatchObject([
      { kind: "order_returned", payload: { facts: { number: null } } },
    ]);
    await send(id);
    for (const again of [{ note: "No label" }, { shelf_location: "" }]) await acts.change(id, again);
    const number = aMark();
    const { act_id } = await acts.change(id, { tracking_number: number });
    expect((await acts.mailsOf(id)).slice(1)).toMatchObject([{ payload: { facts: { number } } }]);
    await acts.undo(act_id);
    expect(await kindsOf(id)).toEqual(["order_returned"]);
    await acts.change(id, { tracking_number: number });
    await acts.change(id, { tracking_number: "" });
    expect(await kindsOf(id)).toEqual(["order_returned"]);
    expect(await acts.change(id, { submission_status: "delivered" })).toMatchObject({ outcome: "updated" });
  });

  test("and stays true while it waits: the number that comes or goes can be taken back as long", async () => {
    const { id } = await addReceived(sql);
    const { act_id: left } = await untracked(id);
    await sql`update outbox set next_attempt_at = now() where payload ->> 'order_id' = ${id}`;
    const { act_id } = await acts.change(id, { tracking_number: aMark() });
    expect(await acts.mailsOf(id)).toMatchObject([{ payload: { act_id: left }, due: false }]);
    await acts.undo(act_id);
    const untold = { act_id: left, facts: { number: null } };
    expect(await acts.mailsOf(id)).toMatchObject([{ payload: untold }]);
    const second = aMark();
    await acts.change(id, { tracking_number: aMark() });
    await acts.change(id, { tracking_number: second });
    expect(await acts.mailsOf(id)).toMatchObject([{ payload: { facts: { number: second } } }]);
    await acts.change(id, { tracking_number: "" });
    expect(await acts.mailsOf(id)).toMatchObject([{ payload: untold }]);
    await acts.undo(left, { p_reason: "It is here" });
    expect(await kindsOf(id)).toEqual([]);
  });

  test("a number that it took along while it waited is corrected once it has left, whoever paid", async () => {
    const { id } = await addReceived(sql);
    await sql`update grading_orders set payment_status = 'canceled' where id = ${id}`;
    await untracked(id);
    const { act_id } = await acts.change(id, { tracking_number: aMark() }, "Found on the counter");
    await send(id);
    await acts.age(act_id);
    await acts.undo(act_id, { p_reason: "Another parcel's" });
    expect(await kindsOf(id)).toEqual(["order_returned", "correction"]);
  });

  test("not of what is delivered by then, nor where nobody is to be written to", async () => {
    const nobody = { guest_email: null, guest_key: aGuestKey() };
    const [there, untold] = [await addReceived(sql), await addReceived(sql, nobody)];
    await acts.change(there.id, { submission_status: "delivered", tracking_number: aMark() }, "Ungraded");
    await acts.change(untold.id, { ...home, tracking_number: aMark() }, "Ungraded");
    for (const { id } of [there, untold]) expect(await kindsOf(id)).not.toContain("order_returned");
  });

  test("another number within ten minutes is that of the mail that waits", async () => {
    const { id } = await addReceived(sql);
    await acts.change(id, { ...home, tracking_number: aMark() }, "Ungraded");
    await acts.change(id, { tracking_number: aMark() });
    expect(await parcelsOf(id)).toHaveLength(1);
  });
});
