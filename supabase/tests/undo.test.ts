import { randomUUID } from "node:crypto";
import { aMark } from "../../sandbox/builders/ids";
import {
  addOrder,
  eventsOf,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient, type Transaction, undone } from "../../sandbox/builders/test-database";
import { letTimePass, sentHome } from "./told-corrections";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

describe("undo", () => {
  // No order of another test has them: that would take a reason.
  const [A, B, C] = [aMark(), aMark(), aMark()];

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
});

describe("undo apart", () => {
  /* What is taken back is told to staff as what it was, and what another act did is kept apart from it. */

  const sql = connect();
  let acts: StaffActs;
  beforeAll(async () => {
    acts = await StaffActs.begin(sql);
  });

  const undoneOf = async (id: string) =>
    (await eventsOf(sql, id))
      .filter(({ type }) => type === "undone")
      .map(({ from_value, to_value }) => [from_value, to_value]);

  describe("what is set aside", () => {
    const aside = (id: string) => acts.write("staff_set_aside", { p_order_id: id });
    const entryOf = (id: string) => sql`select * from set_asides where order_id = ${id}`;

    test("stays so when another batch is not any more", async () => {
      const [order, other] = [
        await addOrder(sql, { payment_status: "unpaid" }),
        await addOrder(sql, { payment_status: "unpaid" }),
      ];
      const { act_id } = await aside(order.id);
      await aside(other.id);
      const before = await entryOf(other.id);
      await acts.undo(act_id);
      expect(await entryOf(order.id)).toEqual([]);
      expect(await entryOf(other.id)).toEqual(before);
    });

    test("stays so when something else of it is taken back", async () => {
      const { id } = await addOrder(sql, { payment_status: "unpaid" });
      await aside(id);
      const before = await entryOf(id);
      await acts.undo((await acts.change(id, { shelf_location: "B-2" })).act_id);
      expect(await entryOf(id)).toEqual(before);
    });
  });

  test("what is taken back is named as what was done, and with what it changed", async () => {
    const { id } = await addOrder(sql);
    await acts.undo((await acts.change(id, { note: "called" })).act_id);
    await acts.undo((await acts.change(id, { shelf_location: "B-2" })).act_id);
    expect(await undoneOf(id)).toEqual([
      ["change", "note"],
      ["change", "shelf_location"],
    ]);
  });

  describe("a mail that an act made untrue", () => {
    const untrue = async (id: string) =>
      (await acts.mailsOf(id))
        .filter(({ kind }) => kind === "order_returned")
        .map(({ payload }) => "is_undone" in payload);

    async function told() {
      const home = await sentHome(sql, acts);
      await letTimePass(sql, home.id);
      return home;
    }

    test("stays so while another order's is true again", async () => {
      const [order, other] = [await told(), await told()];
      const act = await acts.changeAll([order, other], { submission_status: "grading", tracking_number: "" });
      expect([await untrue(order.id), await untrue(other.id)]).toEqual([[true], [true]]);
      await acts.undo(act, { p_order_id: order.id });
      expect(await untrue(order.id)).toEqual([false]);
      expect(await untrue(other.id)).toEqual([true]);
    });

    test("stays so when something else is taken back, though it is as it said again", async () => {
      const { id } = await told();
      const step = (submission_status: string) => acts.change(id, { submission_status }, "As it is");
      await step("graded");
      await step("completed");
      const before = await untrue(id);
      expect(before[0]).toBe(true);
      await acts.undo((await acts.change(id, { shelf_location: "B-2" })).act_id);
      expect(await untrue(id)).toEqual(before);
    });
  });
});

describe("undo leaves", () => {
  /*
   * What taking something back leaves as it is: the customer's timeline, other notes, other orders' mails, and what was built on it
   * since.
   */

  const sql = connect();
  let acts: StaffActs;
  beforeAll(async () => {
    acts = await StaffActs.begin(sql);
  });

  const dueMails = async (id: string) => (await acts.mailsOf(id)).map(({ kind }) => kind);

  test("what only staff saw is not told when it is taken back, whatever else was told", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    const shown = await acts.shownTo(id);
    const { act_id } = await acts.change(id, { note: "blue box" });
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.shownTo(id)).toEqual(shown);
  });

  test("of two notes the other one stays", async () => {
    const { id } = await addOrder(sql);
    await acts.change(id, { note: "blue box" });
    const { act_id } = await acts.change(id, { note: "called" });
    await acts.undo(act_id);
    const left =
      await sql`select body, removed_at is null as stays from order_notes where order_id = ${id} order by id`;
    expect(left).toEqual([
      { body: "blue box", stays: true },
      { body: "called", stays: false },
    ]);
  });

  test("of a note on two orders that of the other stays, and no other press is told as a note", async () => {
    const [wrong, right] = [await addOrder(sql), await addOrder(sql)];
    await acts.undo(await acts.changeAll([wrong, right], { note: "by plane" }), { p_order_id: wrong.id });
    const left = await sql`select order_id from order_notes where removed_at is null
    and order_id in (${wrong.id}, ${right.id})`;
    expect(left).toEqual([{ order_id: right.id }]);
    const { act_id } = await acts.change(right.id, { shelf_location: "B-2" });
    const notes = async () => (await eventsOf(sql, right.id)).filter(({ type }) => type === "note");
    const before = await notes();
    await acts.undo(act_id);
    expect(await notes()).toEqual(before);
  });

  test("the shelf of every other order", async () => {
    const [order, other] = [await addOrder(sql), await addOrder(sql)];
    await acts.change(other.id, { shelf_location: "C-3" });
    const { act_id } = await acts.change(order.id, { shelf_location: "B-2" });
    await acts.undo(act_id);
    expect(await acts.factsOf(order.id)).toMatchObject({ shelf_location: null });
    expect(await acts.factsOf(other.id)).toMatchObject({ shelf_location: "C-3" });
  });

  test("what another order's owner was told by the same press, and this one's was not", async () => {
    const [quiet, told] = [await addOrder(sql), await addOrder(sql)];
    for (const { id } of [quiet, told]) await acts.checkIn(id, 10);
    await acts.change(quiet.id, { submission_status: "graded" });
    const act = await acts.changeAll([quiet, told], { submission_status: "graded", shelf_location: "B-2" });
    const shown = await acts.shownTo(quiet.id);
    await acts.undo(act);
    expect(await acts.shownTo(quiet.id)).toEqual(shown);
    expect(await acts.shownTo(told.id)).toContainEqual([
      "undone",
      expect.stringContaining("submission_status"),
    ]);
  });

  test("a package that changed nothing of its order is gone from it, which the order's history says", async () => {
    const { id } = await addOrder(sql, { inbound_tracking: aMark() });
    await acts.checkIn(id, 10);
    const { package: kept } = await acts.write<{ package: { id: string } }>("staff_add_package", {
      p_sender: "Jo",
    });
    const { act_id } = await acts.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
    expect(await sql`select after from staff_acts where id = ${act_id}`).toEqual([{ after: {} }]);
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect((await eventsOf(sql, id)).at(-1)).toMatchObject({ type: "undone", from_value: "match" });
  });

  test("of several that a press changed, the others' mails", async () => {
    const orders = [await addOrder(sql), await addOrder(sql)] as const;
    for (const { id } of orders) await acts.checkIn(id, 10);
    const act = await acts.changeAll([...orders], { submission_status: "graded" });
    const [wrong, right] = orders;
    const told = await dueMails(right.id);
    expect(told).toContain("order_graded");
    await acts.undo(act, { p_order_id: wrong.id });
    expect(await dueMails(wrong.id)).not.toContain("order_graded");
    expect(await dueMails(right.id)).toEqual(told);
    expect(
      await sql`select 1 from outbox where payload ->> 'order_id' = ${right.id} and payload ? 'is_undone'`,
    ).toEqual([]);
  });

  test("who had turned a mail off, and so was not told, hears of no correction", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.checkIn(id, 10);
    await sql`update outbox set sent_at = now(), is_unwanted = true where payload ->> 'order_id' = ${id}`;
    await acts.undo(act_id);
    expect(await dueMails(id)).toEqual(["check_in_receipt"]);
  });

  test("a mail that is due stays so when something else is taken back", async () => {
    const { id } = await addOrder(sql, { submission_status: "graded", fulfillment_status: "grading" });
    await acts.change(id, { submission_status: "completed", tracking_number: aMark() });
    await sql`update outbox set next_attempt_at = now() where payload ->> 'order_id' = ${id}`;
    const { act_id } = await acts.change(id, { note: "called" });
    await acts.undo(act_id);
    expect(await acts.mailsOf(id)).toMatchObject([{ kind: "order_returned", due: true }]);
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
    await acts.undo((await acts.change(id, { note: "called again" })).act_id);
    const mails = await acts.mailsOf(id);
    expect(mails.map(({ kind, payload }) => [kind, "is_undone" in payload])).toEqual([
      ["order_returned", false],
    ]);
  });

  test("a late batch's owner is not told again of its being late", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    await sql`update grading_orders set late_told = promised_to where id = ${id}`;
    const { act_id } = await acts.change(id, { note: "called" });
    await acts.undo(act_id);
    expect(await dueMails(id)).not.toContain("late");
  });

  describe("what the count was built on stays while the count stands:", () => {
    const match = async (id: string) => {
      const { package: kept } = await acts.write<{ package: { id: string } }>("staff_add_package", {
        p_sender: "Jo",
      });
      return acts.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
    };
    const arrive = (id: string) => acts.write("staff_record_arrival", { p_order_id: id });
    const countBox = async (id: string) => {
      const { version } = await storedOrder(sql, id);
      const box = { p_order_id: id, p_version: version, p_count: 4, p_condition: "ok" };
      return acts.write("staff_count_box", box);
    };

    test.each([
      ["an arrival, once the cards are counted", arrive, (id: string) => acts.checkIn(id, 10), "counted"],
      ["a match, once the cards are counted", match, (id: string) => acts.checkIn(id, 10), "counted"],
      ["an arrival, once a first box is counted", arrive, countBox, "box_counted"],
      [
        "an arrival, once somebody has received it by hand",
        arrive,
        (id: string) => acts.change(id, { submission_status: "received" }),
        "submission_status",
      ],
    ])("%s", async (_, begin, goOn, type) => {
      const { id } = await addOrder(sql);
      const first = await begin(id);
      const second = await goOn(id);
      await acts.change(id, { note: "called" });
      const before = await acts.factsOf(id);
      expect(await acts.undo(first.act_id)).toMatchObject([{ outcome: "changed_since", event: { type } }]);
      expect(await acts.factsOf(id)).toEqual(before);
      for (const { act_id } of [second, first])
        expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
      expect(await acts.factsOf(id)).toMatchObject({ arrived_at: null, received_at: null });
    });
  });

  test("a step of what was received before its arrival was noted is taken back", async () => {
    const here = { submission_status: "received", fulfillment_status: "grading", received_at: new Date() };
    const { id } = await addOrder(sql, { ...here, arrived_at: null });
    const before = await acts.factsOf(id);
    const { act_id } = await acts.change(id, { submission_status: "shipped" });
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    // What is here has arrived: that much of it stays, and the day that follows from it.
    expect(await acts.factsOf(id)).toEqual({
      ...before,
      arrived_at: here.received_at,
      open_by: expect.any(Date),
    });
  });
});

describe("undo time", () => {
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });

  /** Does this as if a press could be taken back for so long, and forgets all of it. */
  const withUndoTime = (time: string, work: (tx: Transaction) => Promise<void>) =>
    undone(sql, async (tx) => {
      await tx.unsafe(`create or replace function private.undo_time() returns interval
      language sql stable set search_path = '' as $$ select interval '${time}' $$`);
      await work(tx);
    });

  const checkIn = async (tx: Transaction, order: StoredOrder, count: number) => {
    const [row] = await tx`
    select public.staff_check_in(${member.id}, ${order.id}, ${order.version}, ${count}, 'ok') as answer`;
    return row?.answer as { act_id: string; order: { version: number } };
  };

  test("what a press causes waits as long as it can be taken back, also the question about its cards", () =>
    withUndoTime("3 minutes", async (tx) => {
      const order = await addOrder(tx, { num_cards: 12 });
      await checkIn(tx, order, 9);
      const back = await addOrder(tx, { submission_status: "graded", fulfillment_status: "grading" });
      await tx`select private.enqueue_return_notice(o) from grading_orders o where o.id = ${back.id}`;
      const mails = await tx`
      select kind, extract(epoch from next_attempt_at - now()) / 60 as minutes from outbox
      where payload ->> 'order_id' in (${order.id}, ${back.id}) order by kind`;
      expect(mails.map(({ kind, minutes }) => [kind, Number(minutes)])).toEqual([
        ["adjustment_proposed", 3],
        ["check_in_receipt", 3],
        ["order_returned", 3],
      ]);
    }));

  test.each([
    ["2 minutes", "reason_required"],
    ["3 minutes", "undone"],
    ["4 minutes", "undone"],
  ])("with %s, a press of three minutes ago is %s", (time, outcome) =>
    withUndoTime(time, async (tx) => {
      const order = await addOrder(tx);
      const { act_id: act } = await checkIn(tx, order, 10);
      await tx`update staff_acts set created_at = now() - interval '3 minutes' where id = ${act}`;
      const [row] = await tx`select public.staff_undo(${member.id}, ${act}) as answer`;
      expect(row?.answer.results).toMatchObject([{ outcome }]);
    }),
  );

  test.each([
    ["2 minutes", "reason_required"],
    ["4 minutes", "removed"],
  ])("with %s, a photograph of three minutes ago is %s", (time, outcome) =>
    withUndoTime(time, async (tx) => {
      const { id: order } = await addOrder(tx);
      const [photo] = await tx`
      insert into order_photos (order_id, kind, path, public, stored_at)
      values (${order}, 'package', ${randomUUID()}, true, now() - interval '3 minutes') returning id`;
      const [row] = await tx`select public.staff_remove_photo(${member.id}, ${photo?.id}) as answer`;
      expect(row?.answer).toEqual({ outcome });
    }),
  );
});

describe("undo told", () => {
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
});
