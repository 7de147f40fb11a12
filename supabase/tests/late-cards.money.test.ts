import { setTimeout } from "node:timers/promises";
import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import { aPaymentIntentId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { addOrders, eventsOf, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();

describe("late cards", () => {
  let batches: HalfSent;
  let acts: StaffActs;
  beforeAll(async () => {
    batches = await HalfSent.begin(sql);
    acts = batches.acts;
  });

  test("cards that come after their batch has left are listed, go in a later group, and change nothing of the first", async () => {
    const { order, first } = await batches.aBatch();
    // The page has the 25 that are here longest, those of other tests among them.
    await sql`update grading_orders set received_at = (select min(o.received_at) - interval '1 day' from grading_orders o)
    where id = ${order.id}`;
    expect(await batches.lateOf(order)).toBe(2);
    const later = await GroupActs.begin(acts);
    expect(await batches.pageOf(later)).toMatchObject({
      late: expect.arrayContaining([{ id: order.id, cards: 2 }]),
    });
    expect(await later.add([order])).toMatchObject({
      results: [{ outcome: "added", received_count: 10, cards: 2, sent_cards: 8 }],
      group: { batches: 1, cards: 2 },
    });
    expect(await batches.lateOf(order)).toBeNull();
    expect(await batches.pageOf(later)).toMatchObject({
      members: [{ id: order.id, cards: 2, is_late: true, refusal: null }],
    });
    expect(await batches.pageOf(first)).toMatchObject({
      group: { cards: 8, declared_cards: 8 },
      members: [{ id: order.id, cards: 8, is_late: false }],
    });
    expect(await later.close("SUB-2", 2)).toMatchObject({ outcome: "closed" });
    expect(await later.step("shipped")).toMatchObject({ outcome: "stepped", group: { cards: 2 } });
    expect(await batches.pageOf(later)).toMatchObject({ members: [{ cards: 2, refusal: null }] });
    expect(await storedOrder(sql, order.id)).toMatchObject({
      submission_status: "grading",
      grading_submission_number: "SUB-1",
    });
  });

  test("cards on top that are paid for later go later, too, and those that are not paid stay", async () => {
    const order = await addReceived(sql, { received_count: 13, proposed_count: 13 });
    const first = await GroupActs.begin(acts);
    await first.add([order]);
    await first.close("SUB-1", 10);
    await first.step("shipped");
    const later = await GroupActs.begin(acts);
    expect((await later.add([order])).outcomes).toEqual({ [order.id]: "sent_before" });
    await sql`update order_admin set paid_extras = 2 where order_id = ${order.id}`;
    expect(await batches.lateOf(order)).toBe(2);
    expect((await later.add([order])).results).toMatchObject([
      { outcome: "added", cards: 2, sent_cards: 10, received_count: 13 },
    ]);
  });

  test("what is all sent has no way into another group, nor what went by hand or is on its way home", async () => {
    const order = await addReceived(sql);
    const first = await GroupActs.begin(acts);
    await first.add([order]);
    await first.close("SUB-1", 10);
    const later = await GroupActs.begin(acts);
    expect((await later.add([order])).outcomes).toEqual({ [order.id]: "other_group" });
    await first.step("grading");
    expect((await later.add([order])).outcomes).toEqual({ [order.id]: "sent_before" });
    const byHand = await addReceived(sql, { submission_status: "grading" });
    expect((await later.add([byHand])).outcomes).toEqual({ [byHand.id]: "sent_before" });
    const { order: gone } = await batches.aBatch();
    await acts.change(gone.id, { submission_status: "completed" }, "Handed over");
    expect((await later.add([gone])).outcomes).toEqual({ [gone.id]: "sent_before" });
    expect(await batches.lateOf(gone)).toBeNull();
  });

  test("a batch is graded when all of its cards are, whichever group is first, and goes home with all of them", async () => {
    for (const isFirstFirst of [true, false]) {
      const { order, first } = await batches.aBatch();
      const later = await GroupActs.begin(acts);
      await later.add([order]);
      expect(await batches.refusalOf(order)).toEqual(["at_grader", first.id]);
      await later.close("SUB-2", 2);
      await later.step("grading");
      const [one, other] = isFirstFirst ? [first, later] : [later, first];
      await one.step("graded");
      expect(await batches.statusOf(order)).toBe("grading");
      await one.step("back", { p_cards: isFirstFirst ? 8 : 2 });
      expect(await batches.statusOf(order)).toBe("grading");
      expect(await batches.refusalOf(order)).toEqual(["at_grader", other.id]);
      const { act_id } = await other.step("graded");
      expect(await batches.statusOf(order)).toBe("graded");
      expect(await batches.refusalOf(order)).toEqual(["at_grader", other.id]);
      await acts.undo(act_id);
      expect(await batches.statusOf(order)).toBe("grading");
      // Reads the version that taking back has raised.
      await other.step("back", { p_version: -1 });
      await other.step("back", { p_cards: isFirstFirst ? 2 : 8 });
      expect(await batches.statusOf(order)).toBe("graded");
      expect(await batches.refusalOf(order)).toEqual([null, first.id]);
      const back = (await eventsOf(sql, order.id)).filter(({ type }) => type === "cards_back");
      expect(back).toHaveLength(2);
    }
  });

  test("a batch is at the grader when all of its cards that have left are", async () => {
    const { order, first } = await batches.aBatch("shipped");
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await later.close("SUB-2", 2);
    await later.step("shipped");
    await later.step("grading");
    expect(await batches.statusOf(order)).toBe("shipped");
    expect((await eventsOf(sql, order.id)).some(({ to_value }) => to_value === "grading")).toBe(false);
    await first.step("grading");
    expect(await batches.statusOf(order)).toBe("grading");
  });

  test.each([
    ["graded at once", "graded", "closed", "grading"],
    ["at the grader, and the others are on their way", "grading", "shipped", "shipped"],
    ["at the grader, and the others are here", "grading", "closed", "grading"],
  ])(
    "a batch of which some cards are %s, until the others turn out to be here",
    async (_, step, laterStep, status) => {
      const { order, first } = await batches.aBatch("shipped");
      const later = await GroupActs.begin(acts);
      await later.add([order]);
      await later.close("SUB-2", 2);
      if (laterStep !== "closed") await later.step(laterStep);
      await first.step(step);
      expect(await batches.statusOf(order)).toBe(status);
      await later.takeOut(order);
      expect(await batches.statusOf(order)).toBe(step);
    },
  );

  test("late cards of a batch whose grades are ready hold it here until they are back", async () => {
    const { order, first } = await batches.aBatch("graded");
    await first.step("back", { p_cards: 8 });
    expect(await batches.refusalOf(order)).toEqual([null, first.id]);
    expect(await batches.unsentOf(order)).toBe(2);
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    expect(await batches.refusalOf(order)).toEqual(["in_group", later.id]);
    expect(await batches.unsentOf(order)).toBe(2);
    await later.close("SUB-2", 2);
    await later.step("shipped");
    expect(await batches.refusalOf(order)).toEqual(["at_grader", later.id]);
    const ready = await batches.read<{ ready: { id: string }[] }>("staff_return_desk", {});
    expect(ready.ready.map(({ id }) => id)).not.toContain(order.id);
    expect(await batches.statusOf(order)).toBe("graded");
    expect(await batches.unsentOf(order)).toBeNull();
  });

  test("a third box goes as the second did; what was counted too many is not sent", async () => {
    const { order } = await batches.aBatch();
    const second = await GroupActs.begin(acts);
    await second.add([order]);
    await acts.checkIn(order.id, 9, { p_is_recount: true });
    expect(await batches.pageOf(second)).toMatchObject({ group: { cards: 1 } });
    await acts.checkIn(order.id, 8, { p_is_recount: true });
    expect(await batches.pageOf(second)).toMatchObject({
      group: { cards: 0 },
      members: [{ refusal: "sent_before" }],
    });
    expect(await second.close("SUB-2", 0)).toMatchObject({
      outcome: "refused",
      results: [{ id: order.id, outcome: "sent_before" }],
    });
    await acts.checkIn(order.id, 9, { p_is_recount: true });
    await second.close("SUB-2", 1);
    await second.step("shipped");
    await acts.checkIn(order.id, 10, { p_is_recount: true });
    const third = await GroupActs.begin(acts);
    expect((await third.add([order])).results).toMatchObject([{ outcome: "added", cards: 1, sent_cards: 9 }]);
    expect(await batches.pageOf(second)).toMatchObject({ group: { cards: 1 } });
  });

  test("a group that holds late cards alone is not discarded; one graded before sends its batch anew as a whole", async () => {
    const { order, first } = await batches.aBatch();
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    expect(await later.discard()).toEqual({ outcome: "not_empty" });
    await later.close("SUB-2", 2);
    await later.step("back", { p_cards: 2 });
    await first.step("back", { p_cards: 8 });
    await acts.change(order.id, { submission_status: "received" }, "To be graded again");
    const again = await GroupActs.begin(acts);
    expect((await again.add([order])).results).toMatchObject([
      { outcome: "added", cards: 10, sent_cards: 0 },
    ]);
  });

  test.each([
    ["went back", true],
    ["goes back", false],
  ])(
    "cards whose money %s and that come all the same stay here until they are paid for",
    async (_, isBack) => {
      const proposals = new Proposals(sql, acts);
      const { order, proposal } = await proposals.counted(8);
      await proposals.decide(order, proposal, "refund");
      if (isBack) await applyRefund(order.stripe_payment_intent_id, 5000);
      const toGrade = async () => {
        const [row] = await sql`select private.cards_to_grade(o, a) as cards from grading_orders o
      join order_admin a on a.order_id = o.id where o.id = ${order.id}`;
        return row?.cards;
      };
      expect(await toGrade()).toBe(8);
      // The desk, the story and the receipt say what the question about the two asks.
      expect(await acts.checkIn(order.id, 10, { p_is_recount: true })).toMatchObject({
        is_mismatch: true,
        order: { cards_expected: 8 },
      });
      const said = (await eventsOf(sql, order.id)).find(({ type }) => type === "recounted");
      expect(said?.message).toBe("We counted 10 of 8.");
      expect(await acts.mailsOf(order.id)).toContainEqual(
        expect.objectContaining({ payload: expect.objectContaining({ count: 10, expected: 8 }) }),
      );
      expect(await toGrade()).toBe(8);
      const extra = (await proposals.of(order)).find(({ kind }) => kind === "extra");
      await sql`update order_adjustments set status = 'paid', paid_at = now(), paid_cents = amount_cents,
    stripe_payment_intent_id = ${aPaymentIntentId()} where id = ${extra?.id ?? ""}`;
      expect(await toGrade()).toBe(10);
      await proposals.leaveNothing();
    },
  );
});

describe("late cards held", () => {
  type Listed = { ready: { id: string }[]; late: { id: string }[] };
  let batches: HalfSent;
  let acts: StaffActs;
  beforeAll(async () => {
    batches = await HalfSent.begin(sql);
    acts = batches.acts;
  });

  /** A batch as batches.aBatch has it, and its late cards alone in an open group. */
  async function withLater(step?: string) {
    const { order, first } = await batches.aBatch(step);
    const later = await GroupActs.begin(acts);
    const { act_id: added } = await later.add([order]);
    return { order, first, later, added };
  }

  /** Whether the grader's page and the saved view say that a batch can go as a whole. */
  async function isReady({ id, batch_id }: StoredOrder): Promise<[unknown, boolean]> {
    const [row] = await sql`select ${id} = any (private.ready_to_send(5000)) as is_ready`;
    const args = { p_search: batch_id, p_view: "ready_to_send", p_with_counts: false };
    const { orders } = await batches.read<{ orders: { id: string }[] }>("staff_list_orders", args);
    return [row?.is_ready, orders.some((order) => order.id === id)];
  }

  test("a batch that is all in the group of its late cards is in no list, and goes into no other", async () => {
    const { order, first, later } = await withLater("shipped");
    await first.takeOut(order);
    expect(await batches.statusOf(order)).toBe("processing");
    expect(await isReady(order)).toEqual([false, false]);
    await later.close("SUB-2", 10);
    expect(await isReady(order)).toEqual([false, false]);
    const third = await GroupActs.begin(acts);
    expect((await third.add([order])).results).toMatchObject([
      { outcome: "other_group", other_group: later.id },
    ]);
    await later.step("shipped");
    expect(await storedOrder(sql, order.id)).toMatchObject({
      submission_status: "shipped",
      grading_submission_number: "SUB-2",
    });
    await later.step("back", { p_cards: 10 });
    expect(await batches.refusalOf(order)).toEqual([null, null]);
  });

  describe("late cards that leave their open group keep no batch at the grader of which the others are graded", () => {
    const toldOf = async ({ id }: StoredOrder) => ({
      status: (await acts.factsOf(id)).submission_status,
      mails: (await acts.mailsOf(id)).filter(({ kind }) => kind === "order_graded").length,
      shown: (await acts.shownTo(id))?.some(([, to]) => to === "graded"),
    });
    const graded = { status: "graded", mails: 1, shown: true };
    const notYet = { status: "grading", mails: 0, shown: false };

    test("taken out, as they were counted too many", async () => {
      const { order, first, later } = await withLater();
      await first.step("back", { p_cards: 8 });
      await acts.checkIn(order.id, 8, { p_is_recount: true });
      expect(await later.close("SUB-2", 0)).toMatchObject({ outcome: "refused" });
      expect(await toldOf(order)).toEqual(notYet);
      const { act_id } = await later.takeOut(order);
      expect(await toldOf(order)).toEqual(graded);
      expect(await batches.refusalOf(order)).toEqual([null, first.id]);
      expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
      expect(await toldOf(order)).toEqual(notYet);
    });

    test("by taking back that they were put in", async () => {
      const { order, first, added } = await withLater();
      await first.step("graded");
      expect(await toldOf(order)).toEqual(notYet);
      expect(await acts.undo(added)).toMatchObject([{ outcome: "undone" }]);
      expect(await toldOf(order)).toEqual(graded);
    });

    test("not while others are still there", async () => {
      const { order, later } = await withLater();
      await later.takeOut(order);
      expect(await toldOf(order)).toEqual(notYet);
      await acts.undo((await later.add([order])).act_id);
      expect(await toldOf(order)).toEqual(notYet);
    });
  });

  describe("a closing that is taken back on one batch is made good when the group leaves", () => {
    /** Closes a group, takes that back on one of its batches, and sends the group. */
    async function sendWithout(group: GroupActs, order: StoredOrder, cards: number) {
      const { act_id } = await group.close("SUB-X", cards);
      expect(await acts.undo(act_id, { p_order_id: order.id })).toMatchObject([{ outcome: "undone" }]);
      // Reads the version that taking back has raised.
      await group.step("shipped", { p_version: -1 });
      return await group.step("shipped");
    }

    test("of the first cards: what comes later is late", async () => {
      const order = await addReceived(sql, { received_count: 8, proposed_count: 8 });
      const group = await GroupActs.begin(acts);
      await group.add([order]);
      const { act_id } = await sendWithout(group, order, 8);
      expect(await acts.undo(act_id, { p_order_id: order.id })).toMatchObject([{ outcome: "undone" }]);
      expect(await batches.statusOf(order)).toBe("received");
      await group.step("grading", { p_version: -1 });
      await group.step("grading");
      await acts.checkIn(order.id, 10, { p_is_recount: true });
      expect(await batches.pageOf(group)).toMatchObject({ group: { cards: 8 } });
      expect(await batches.lateOf(order)).toBe(2);
    });

    test("of late ones: a third box goes after them", async () => {
      const { order, later } = await withLater();
      await acts.checkIn(order.id, 9, { p_is_recount: true });
      await sendWithout(later, order, 1);
      await acts.checkIn(order.id, 10, { p_is_recount: true });
      expect(await batches.pageOf(later)).toMatchObject({ group: { cards: 1 } });
      expect(await batches.lateOf(order)).toBe(1);
    });
  });

  test("first cards that are found missing once the late ones are back go with a third group", async () => {
    const { order, first, later } = await withLater("shipped");
    await later.close("SUB-2", 2);
    await later.step("back", { p_cards: 2 });
    await first.takeOut(order);
    expect(await batches.statusOf(order)).toBe("shipped");
    expect(await batches.lateOf(order)).toBe(8);
    const third = await GroupActs.begin(acts);
    expect((await third.add([order])).results).toMatchObject([{ outcome: "added", cards: 8, sent_cards: 2 }]);
    await third.close("SUB-3", 8);
    await third.step("graded");
    expect(await batches.statusOf(order)).toBe("graded");
    expect(await batches.refusalOf(order)).toEqual(["at_grader", third.id]);
  });

  test("late cards of a former journey do not count once the batch, sent anew as a whole, is taken out", async () => {
    const { order, first, later } = await withLater();
    await later.close("SUB-2", 2);
    await later.step("back", { p_cards: 2 });
    await first.step("back", { p_cards: 8 });
    await acts.change(order.id, { submission_status: "received" }, "To be graded again");
    const again = await GroupActs.begin(acts);
    await again.add([order]);
    await again.close("SUB-3", 10);
    await again.step("shipped");
    await again.takeOut(order);
    expect(await batches.statusOf(order)).toBe("processing");
    expect(await isReady(order)).toEqual([true, true]);
    await acts.change(order.id, { submission_status: "grading" });
    expect(await batches.lateOf(order)).toBeNull();
    const fourth = await GroupActs.begin(acts);
    expect((await fourth.add([order])).outcomes).toEqual({ [order.id]: "sent_before" });
  });

  test("taking back about the late cards of one group waits for nobody who holds another of the batch's groups", async () => {
    const { order, later } = await withLater();
    await acts.checkIn(order.id, 9, { p_is_recount: true });
    await later.close("SUB-2", 1);
    await acts.checkIn(order.id, 10, { p_is_recount: true });
    const third = await GroupActs.begin(acts);
    const { act_id } = await third.add([order]);
    await sql.begin(async (tx) => {
      await tx`select 1 from grader_groups where id = ${later.id} for update`;
      const undone = acts.undo(act_id);
      expect(await Promise.race([undone, setTimeout(3_000, "waits", { ref: false })])).toMatchObject([
        { outcome: "undone" },
      ]);
    });
    expect(await batches.lateOf(order)).toBe(1);
  });

  test("a batch of which other cards are, or were, in another group is known as such in both", async () => {
    const { order, first } = await batches.aBatch();
    expect(await batches.pageOf(first)).toMatchObject({ members: [{ has_others: false }] });
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    expect(await batches.pageOf(first)).toMatchObject({ members: [{ has_others: true }] });
    expect(await batches.pageOf(later)).toMatchObject({ members: [{ has_others: true }] });
    await later.close("SUB-2", 2);
    await later.step("back", { p_cards: 2 });
    expect(await batches.pageOf(first)).toMatchObject({ members: [{ has_others: true }] });
  });

  test("a batch that was moved on by hand comes out of a group that has not left, which would not close with it", async () => {
    const { order, later } = await withLater();
    await acts.change(order.id, { submission_status: "completed" }, "Handed over");
    expect(await later.close("SUB-2", 2)).toMatchObject({
      outcome: "refused",
      results: [{ outcome: "sent_before" }],
    });
    expect(await later.takeOut(order)).toMatchObject({ outcome: "taken_out", group: { batches: 0 } });
    expect(await batches.statusOf(order)).toBe("completed");
    const whole = await addReceived(sql);
    const group = await GroupActs.begin(acts);
    await group.add([whole]);
    await acts.change(whole.id, { submission_status: "graded" });
    expect(await group.takeOut(whole)).toMatchObject({ outcome: "taken_out" });
    expect(await batches.statusOf(whole)).toBe("graded");
  });

  test("the order's page names every group of its cards, the first one first", async () => {
    const { order, first, later } = await withLater();
    const groupsOf = async ({ id: p_order_id }: StoredOrder) =>
      (await batches.read<{ grader_group_ids: number[] }>("staff_get_order_page", { p_order_id }))
        .grader_group_ids;
    expect(await groupsOf(order)).toEqual([first.id, later.id]);
    await later.takeOut(order);
    expect(await groupsOf(order)).toEqual([first.id]);
    expect(await groupsOf(await addReceived(sql))).toEqual([]);
  });

  test("many late cards leave room in the list for other batches, and all are counted", () =>
    undone(sql, async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: acts.member.id })}, true)`;
      const here = { fulfillment_status: "grading", received_at: new Date(), received_count: 10 };
      await addOrders(tx, null, 60, { ...here, submission_status: "received" });
      const halves = await addOrders(tx, null, 60, { ...here, submission_status: "grading" });
      const [group] = await tx<{ id: number }[]>`
      insert into grader_groups (grader, opened_by) values ('PSA', ${acts.member.id}) returning id::integer`;
      await tx`insert into order_admin (order_id, grader_group_id, grouped_at, sent_cards)
      select u.id, ${group?.id ?? 0}, now(), 8 from unnest(${halves.map(({ id }) => id)}::uuid[]) as u (id)
      on conflict (order_id) do update set grader_group_id = excluded.grader_group_id,
        grouped_at = excluded.grouped_at, sent_cards = excluded.sent_cards`;
      const [row] = await tx<{ desk: Listed & { ready_total: { count: number } }; page: Listed }[]>`
      select public.staff_grader_desk() as desk, public.staff_get_grader_group(${group?.id ?? 0}) as page`;
      for (const { late, ready } of [row?.desk, row?.page].filter((list) => list !== undefined)) {
        expect([late.length, ready.length]).toEqual([25, 50]);
        const isLate = ready.map(({ id }) => late.some((entry) => entry.id === id));
        expect(isLate).toEqual([...Array(25).fill(true), ...Array(25).fill(false)]);
      }
      expect(row?.desk.ready_total.count).toBeGreaterThanOrEqual(120);
    }));
});

describe("late cards counted away", () => {
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
});

describe("late cards listed", () => {
  /* The list of what is ready to send, its tile and the grader's page go by one rule, late cards among them. */

  type Count = { count: number; is_more: boolean };
  let batches: HalfSent;
  let acts: StaffActs;
  beforeAll(async () => {
    batches = await HalfSent.begin(sql);
    acts = batches.acts;
  });

  /** Whether the grader's page and the saved view have a batch among those with late cards that can go. */
  async function isListed(order: StoredOrder): Promise<[boolean, boolean]> {
    const args = { p_search: order.batch_id, p_view: "ready_to_send", p_with_counts: false };
    const { orders } = await batches.read<{ orders: { id: string }[] }>("staff_list_orders", args);
    return [(await batches.lateOf(order)) !== null, orders.some(({ id }) => id === order.id)];
  }

  /** What is ready to send, by the page of the grader and by the tile of the list, at one moment. */
  async function countsOf(tx: Transaction): Promise<{ desk: Count; tile: Count } | undefined> {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: acts.member.id })}, true)`;
    const [row] = await tx<{ desk: Count; tile: Count }[]>`select
    public.staff_grader_desk() -> 'ready_total' as desk, public.staff_list_orders() -> 'views' -> 'ready_to_send' as tile`;
    return row;
  }

  const listed = [true, true];
  const nowhere = [false, false];

  test("late cards that can go stand in the list until a group has them, and again when they are taken out", async () => {
    const { order } = await batches.aBatch("shipped");
    expect(await isListed(order)).toEqual(listed);
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    expect(await isListed(order)).toEqual(nowhere);
    await later.close("SUB-2", 2);
    await later.step("shipped");
    expect(await isListed(order)).toEqual(nowhere);
    const { act_id } = await later.takeOut(order);
    expect(await isListed(order)).toEqual(listed);
    await acts.undo(act_id);
    expect(await isListed(order)).toEqual(nowhere);
  });

  test.each([
    ["is disputed", "update order_admin set dispute_status = 'needs_response' where order_id = $1"],
    ["is not paid any more", "update grading_orders set payment_status = 'unpaid' where id = $1"],
    ["has left for home", "update grading_orders set submission_status = 'completed' where id = $1"],
  ])("late cards of a batch that %s are in neither", async (_, change) => {
    const { order } = await batches.aBatch("graded");
    expect(await isListed(order)).toEqual(listed);
    await sql.unsafe(change, [order.id]);
    expect(await isListed(order)).toEqual(nowhere);
  });

  test("cards on top that nobody paid for are in neither, and in both once somebody has", async () => {
    const { order } = await batches.aBatch();
    await acts.checkIn(order.id, 11, { p_is_recount: true });
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await later.close("SUB-2", 2);
    expect(await isListed(order)).toEqual(nowhere);
    await sql`update order_admin set paid_extras = 1 where order_id = ${order.id}`;
    expect(await isListed(order)).toEqual(listed);
  });

  test("the tile counts what the grader's page counts", () =>
    undone(sql, async (tx) => {
      // Without what other files add meanwhile.
      await tx`set transaction isolation level repeatable read`;
      const before = await countsOf(tx);
      const here = { fulfillment_status: "grading", received_at: new Date(), received_count: 10 };
      const halves = await addOrders(tx, null, 3, { ...here, submission_status: "grading" });
      await addOrders(tx, null, 2, { ...here, submission_status: "received" });
      const [group] = await tx<{ id: number }[]>`
      insert into grader_groups (grader, opened_by) values ('PSA', ${acts.member.id}) returning id::integer`;
      await tx`insert into order_admin (order_id, grader_group_id, grouped_at, sent_cards)
      select u.id, ${group?.id ?? 0}, now(), 8 from unnest(${halves.map(({ id }) => id)}::uuid[]) as u (id)`;
      const after = await countsOf(tx);
      expect(after?.tile).toEqual(after?.desk);
      expect(after?.tile.count).toBe(Math.min((before?.tile.count ?? 0) + 5, 1000));
    }));
});

describe("late cards undone", () => {
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
      expect(await batches.pageOf(later)).toMatchObject({
        group: { cards: 10 },
        members: [{ refusal: null }],
      });
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
});
