import { randomUUID } from "node:crypto";
import { plans } from "@/lib/base/plans";
import { Proposals } from "../../sandbox/builders/proposals";
import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund, payOrder } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient, serverClient, signedUp } from "../../sandbox/builders/test-database";

describe("counted in part", () => {
  /* Of a package that waits for nobody but us its owner reads by when it is opened; of every other one no day is told. */

  const sql = connect();
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  type Answer = { outcome: string; action_id: string };
  const box = async (id: string, count: number) => {
    const { version } = await storedOrder(sql, id);
    return actions.write<Answer>("staff_check_in", {
      ...{ p_order_id: id, p_version: version, p_count: count, p_condition: "ok", p_is_more_to_come: true },
    });
  };
  const setAside = (id: string) =>
    sql`insert into set_asides (order_id, reason, set_aside_by) values (${id}, 'disputed', ${actions.member.id})`;

  type Shown = { open_by: string | null; is_counted_in_part: boolean };
  const DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const DUE = { open_by: DAY, is_counted_in_part: false };
  const IN_PART = { open_by: DAY, is_counted_in_part: true };
  const ASIDE = { open_by: null, is_counted_in_part: false };

  test("a batch of which one box is counted says so, until that is taken back", async () => {
    const { id } = await addOrder(sql, { num_cards: 12, arrived_at: new Date() });
    expect(await actions.listed(id)).toMatchObject({ due_on: DAY, is_counted_in_part: false });
    const first = await box(id, 4);
    expect(await actions.listed(id)).toMatchObject({ due_on: DAY, is_counted_in_part: true });
    await actions.undo(first.action_id);
    expect(await actions.listed(id)).toMatchObject({ due_on: DAY, is_counted_in_part: false });
    await box(id, 4);
    await actions.checkIn(id, 8);
    expect(await actions.listed(id)).toMatchObject({
      received_count: 12,
      is_counted_in_part: false,
    });
  });

  const daysFromNow = async (days: number) => {
    const [row] =
      await sql`select private.business_date_after(private.business_date(now()), ${days})::text as day`;
    return row?.day;
  };

  test("the rest of what is counted in part is awaited for five business days from the first box on, then it is late", async () => {
    const { id } = await addOrder(sql, { num_cards: 12, arrived_at: "2026-11-05T15:00:00Z" });
    await box(id, 4);
    expect((await actions.listed(id))?.due_on).toBe(await daysFromNow(5));
    expect(await actions.listed(id, "overdue")).toBeUndefined();
    await sql`update grading_orders set open_by = '2026-11-12' where id = ${id}`;
    const second = await box(id, 3);
    expect(await actions.listed(id, "overdue")).toMatchObject({ due_on: "2026-11-12" });
    await actions.undo(second.action_id);
    expect(await actions.listed(id, "overdue")).toMatchObject({ due_on: "2026-11-12" });
    await actions.checkIn(id, 8);
    expect(await actions.listed(id, "overdue")).toBeUndefined();
  });

  test("its owner reads how much of it is counted, and that we wait for the rest, until it is taken back", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    const lines = async () => {
      const [row] = await sql<{ shown: { type: string; from: string; to: string; message: string }[] }[]>`
      select private.public_events(${id}) as shown`;
      return row?.shown
        .filter(({ type }) => type === "box_counted")
        .map(({ from, to, message }) => [from, to, message]);
    };
    const first = ["1", "4", "We counted 4 of 12. We're waiting for the rest."];
    await box(id, 4);
    expect(await lines()).toEqual([first]);
    const second = await box(id, 5);
    expect(await lines()).toEqual([first, ["2", "5", "We counted 9 of 12. We're waiting for the rest."]]);
    await actions.undo(second.action_id);
    expect(await lines()).toEqual([first]);
    await actions.checkIn(id, 8);
    expect(await lines()).toEqual([first]);
    expect((await actions.shownTo(id))?.map(([type]) => type)).toContain("counted");
  });

  test("what was counted in boxes and is set back to pending by hand is counted no more, nor is a box of it", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    await box(id, 4);
    await actions.checkIn(id, 8);
    const shown = async () => (await actions.shownTo(id))?.map(([type]) => type);
    expect(await shown()).toEqual(expect.arrayContaining(["box_counted", "counted"]));
    const { action_id } = await actions.change(
      id,
      { submission_status: "pending" },
      "Another batch was counted",
    );
    expect(await shown()).not.toContain("counted");
    expect(await shown()).not.toContain("box_counted");
    await actions.undo(action_id);
    expect(await shown()).toEqual(expect.arrayContaining(["box_counted", "counted"]));
  });

  const facts = (counted: number) => ({ counted, expected: 12 });
  const told = async (id: string) =>
    (await actions.emailsOf(id)).map(({ kind, payload }) => [kind, payload.facts ?? null]);

  test("the first box is one mail, which waits and says the last count, and goes with the check-in or the box", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    await actions.write("staff_record_arrival", { p_order_id: id });
    const first = await box(id, 4);
    expect(await actions.emailsOf(id)).toMatchObject([
      { kind: "order_arrived", due: false, payload: { facts: facts(4) } },
    ]);
    await actions.undo(first.action_id);
    expect(await told(id)).toEqual([["order_arrived", {}]]);
    await box(id, 4);
    await box(id, 3);
    expect(await told(id)).toEqual([["order_arrived", facts(7)]]);
    await actions.checkIn(id, 5);
    expect((await told(id)).map(([kind]) => kind)).toEqual(["check_in_receipt"]);
  });

  test("of what staff had set to received by hand no mail says that a part is here, nor once they have", async () => {
    const [before, after] = [await addOrder(sql, { num_cards: 12 }), await addOrder(sql, { num_cards: 12 })];
    await actions.change(before.id, { submission_status: "received" }, "As it is");
    await box(before.id, 4);
    expect(await told(before.id)).toEqual([]);
    await box(after.id, 4);
    await actions.change(after.id, { submission_status: "received" }, "As it is");
    expect(await told(after.id)).toEqual([]);
  });

  test("what is set aside is not late to open, and what is no more set aside has its days from then on", async () => {
    const here = { num_cards: 12, arrived_at: "2026-11-05T15:00:00Z" };
    const [late, aside] = [await addOrder(sql, here), await addOrder(sql, here)];
    await setAside(aside.id);
    const isLate = async ({ id }: { id: string }) => (await actions.listed(id, "overdue")) !== undefined;
    expect([await isLate(late), await isLate(aside)]).toEqual([true, false]);
    await sql`delete from set_asides where order_id = ${aside.id}`;
    const due = await daysFromNow(2);
    expect([await isLate(aside), (await actions.listed(aside.id))?.due_on]).toEqual([false, due]);
  });

  test("a package that came unpaid, or that was to be canceled, is to be opened two business days after that is over", async () => {
    const came = { num_cards: 12, arrived_at: "2026-11-05T15:00:00Z" };
    const paidLate = await addOrder(sql, { ...came, payment_status: "unpaid" });
    const kept = await addOrder(sql, { ...came, cancel_requested_at: "2026-11-05T16:00:00Z" });
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee where id = ${paidLate.id}`;
    await sql`update grading_orders set cancel_requested_at = null where id = ${kept.id}`;
    const due = await daysFromNow(2);
    for (const { id } of [paidLate, kept]) {
      expect((await actions.listed(id))?.due_on).toBe(due);
      expect(await actions.listed(id, "overdue")).toBeUndefined();
    }
  });

  test("whoever may read the order reads the same of it: its owner, who has its link, and our own mails", async () => {
    const person = await signedUp(sql);
    const { id, batch_id } = await payOrder(person.id);
    await sql`update grading_orders set arrived_at = now() where id = ${id}`;
    const [link] = await sql`select token_hash from tracking_links where order_id = ${id}`;
    const [stored] = await sql`select stripe_session_id from grading_orders where id = ${id}`;
    const client = personClient(person.accessToken);
    const read = async () => {
      const page = await call<{ orders: Shown[]; recent: Shown[]; batch: { order: Shown } }>(
        client,
        "get_dashboard",
        { p_batch: batch_id },
      );
      const form = await call<{ recent_orders: Shown[] }>(client, "get_submit_page", {});
      const tracked = await call<Shown>(serverClient(), "get_tracked_order", {
        p_token_hash: link?.token_hash,
      });
      const paid = await call<{ order: Shown }>(serverClient(), "get_order_by_session", {
        p_session_id: stored?.stripe_session_id,
      });
      const [printed] = await sql<{ order: Shown }[]>`select private.order_as_json(o) as order
      from grading_orders o where o.id = ${id}`;
      return [
        ...[page.orders[0], page.recent[0], page.batch.order, form.recent_orders[0]],
        ...[tracked, paid.order, printed?.order],
      ];
    };
    const all = (shown: Record<string, unknown>) =>
      Array.from({ length: 7 }, () => expect.objectContaining(shown));
    expect(await read()).toEqual(all(DUE));
    await setAside(id);
    const { version } = await storedOrder(sql, id);
    expect(await read()).toEqual(all({ ...ASIDE, arrived_at: expect.any(String) }));
    await box(id, 1);
    expect(await read()).toEqual(all(IN_PART));
    expect(version).toBeLessThan((await storedOrder(sql, id)).version);
  });

  test("to set a package aside, or not any more, raises no version: nothing of the order is changed by it", async () => {
    const order = await addOrder(sql, { arrived_at: new Date() });
    await setAside(order.id);
    await sql`delete from set_asides where order_id = ${order.id}`;
    expect(await storedOrder(sql, order.id)).toMatchObject({
      version: order.version,
      updated_at: order.updated_at,
    });
    expect(await actions.listed(order.id)).toMatchObject({ due_on: DAY, is_counted_in_part: false });
  });
});

describe("proposals of counts", () => {
  const sql = connect();
  // Nothing of it is left for the tests of the reconcile job.
  let proposals: Proposals;
  afterEach(() => proposals.leaveNothing());
  beforeAll(async () => {
    proposals = await Proposals.begin(sql);
  });

  const refusalOf = async (id: string) => {
    const [row] = await sql<{ refusal: string | null }[]>`
    select private.grader_refusal(o, a) as refusal from grading_orders o join order_admin a on a.order_id = o.id
    where o.id = ${id}`;
    return row?.refusal;
  };

  describe("a count proposes by itself", () => {
    test.each([
      [8, { kind: "short", qty: 2, unit_cents: 2500, amount_cents: -5000 }],
      [0, { kind: "short", qty: 10, unit_cents: 2500, amount_cents: -25_000 }],
      [13, { kind: "extra", qty: 3, unit_cents: 2500, amount_cents: 7500 }],
    ])("%d of 10 cards", async (count, wanted) => {
      const { order, proposal } = await proposals.counted(count);
      expect(proposal).toMatchObject({ ...wanted, status: "proposed", counted: count });
      expect((await proposals.actions.emailsOf(order.id)).map(({ kind, due }) => [kind, due])).toEqual([
        ["check_in_receipt", false],
        ["adjustment_proposed", false],
      ]);
      expect(await proposals.actions.shownTo(order.id)).toContainEqual([
        "adjustment",
        `${wanted.kind}:proposed:none:${wanted.qty}:${Math.abs(wanted.amount_cents)}`,
      ]);
    });

    test("nothing is asked where all came, or nobody paid; a payment that comes later asks", async () => {
      expect((await proposals.counted(10)).proposal).toBeUndefined();
      const { order, proposal } = await proposals.counted(8, {
        payment_status: "unpaid",
        stripe_session_id: null,
      });
      expect(proposal).toBeUndefined();
      await proposals.actions.change(order.id, { payment_status: "paid" }, "Paid in cash");
      expect(await proposals.of(order)).toMatchObject([{ kind: "short", qty: 2, status: "proposed" }]);
    });

    test("cards whose money went back before are not awaited", async () => {
      const { proposal } = await proposals.counted(8, { refunded_cents: 5000 });
      expect(proposal).toBeUndefined();
    });

    test("money that went back for another reason is not asked for again", async () => {
      const { order } = await proposals.counted(10);
      await applyRefund(order.stripe_payment_intent_id, 5000);
      expect(await proposals.of(order)).toEqual([]);
    });

    test("the batch goes to the grader once its customer has decided, without extra cards that they don't pay for", async () => {
      for (const [count, option, cards] of [
        [8, "refund", 8],
        [13, "return", 10],
      ] as const) {
        const { order, proposal } = await proposals.counted(count);
        expect(await refusalOf(order.id)).toBe("asked");
        await proposals.decide(order, proposal, option);
        expect(await refusalOf(order.id)).toBeNull();
        const [row] = await sql`select private.cards_in_shipment(o, a) as cards from grading_orders o
        join order_admin a on a.order_id = o.id where o.id = ${order.id}`;
        expect(row?.cards).toBe(cards);
      }
    });

    test("the batch waits for cards that its customer sends, until their time is over", async () => {
      const { order, proposal } = await proposals.counted(8);
      await proposals.decide(order, proposal, "send_rest");
      expect(await refusalOf(order.id)).toBe("asked");
      await proposals.expire(proposal);
      expect(await refusalOf(order.id)).toBeNull();
    });

    test("staff withdraw a promise of missing cards, and the batch goes with a reason", async () => {
      const { order, proposal } = await proposals.counted(8);
      await proposals.decide(order, proposal, "send_rest");
      const args = { p_adjustment_id: proposal.id, p_action: "withdraw", p_note: "They won't send them" };
      expect((await proposals.actions.write("staff_end_adjustment", args)).outcome).toBe("withdrawn");
      expect(await refusalOf(order.id)).toBe("count_differs");
    });

    test.each([8, 12])("gives a week to decide about a count of %d", async (count) => {
      const { proposal } = await proposals.counted(count);
      expect(Math.round((Number(proposal.deadline_at) - Date.now()) / 3_600_000)).toBe(7 * 24);
    });
  });

  describe("another count", () => {
    test("withdraws the question and asks anew; the rest that came ends it", async () => {
      const { order } = await proposals.counted(8);
      await proposals.actions.checkIn(order.id, 9, { p_is_recount: true });
      expect((await proposals.of(order)).map(({ status, qty }) => [status, qty])).toEqual([
        ["withdrawn", 2],
        ["proposed", 1],
      ]);
      const [, second] = await proposals.of(order);
      expect(await proposals.decide(order, second as never, "send_rest")).toMatchObject({
        outcome: "decided",
      });
      await proposals.actions.checkIn(order.id, 10, { p_is_recount: true });
      expect((await proposals.of(order)).map(({ status }) => status)).toEqual(["withdrawn", "withdrawn"]);
      expect(await refusalOf(order.id)).toBeNull();
    });

    test("after a refund, cards that turn up all the same are cards on top", async () => {
      const { order, proposal } = await proposals.counted(8);
      await proposals.decide(order, proposal, "refund");
      await applyRefund(order.stripe_payment_intent_id, 5000);
      expect(await proposals.one(proposal.id)).toMatchObject({ status: "refunded" });
      await proposals.actions.checkIn(order.id, 10, { p_is_recount: true });
      expect((await proposals.of(order))[1]).toMatchObject({ kind: "extra", qty: 2, status: "proposed" });
    });
  });

  describe("cards on top that were paid for and are not there, either", () => {
    test("no more is promised back than the order's own payment holds; the rest is staff's to settle", async () => {
      const { order, proposal: extra } = await proposals.counted(12);
      await proposals.apply(extra, await proposals.open(order, extra));
      await proposals.actions.checkIn(order.id, 1, { p_is_recount: true });
      const [, short] = await proposals.of(order);
      expect(short).toMatchObject({ kind: "short", qty: 10, amount_cents: -25_000, status: "proposed" });
      await proposals.actions.checkIn(order.id, 1, { p_is_recount: true });
      expect(await proposals.of(order)).toHaveLength(2);
      await proposals.decide(order, short as never, "refund");
      await applyRefund(order.stripe_payment_intent_id, 25_000);
      expect((await proposals.of(order)).map(({ kind, status }) => [kind, status])).toEqual([
        ["extra", "paid"],
        ["short", "refunded"],
      ]);
    });

    test("as long as the order's own payment covers them, they are asked about with the others", async () => {
      const { order, proposal: extra } = await proposals.counted(12);
      await proposals.apply(extra, await proposals.open(order, extra));
      await proposals.actions.checkIn(order.id, 4, { p_is_recount: true });
      expect((await proposals.of(order))[1]).toMatchObject({ kind: "short", qty: 8, amount_cents: -20_000 });
    });
  });

  describe("staff", () => {
    test("withdraw a question with a reason; the same count does not ask again, and what differs is theirs to settle", async () => {
      const { order, proposal } = await proposals.counted(8);
      const args = { p_adjustment_id: proposal.id, p_action: "withdraw", p_note: "They told us by phone" };
      expect(await proposals.actions.write("staff_end_adjustment", args)).toMatchObject({
        outcome: "withdrawn",
      });
      expect(await proposals.actions.write("staff_end_adjustment", args)).toEqual({
        outcome: "withdrawn_before",
      });
      expect(await refusalOf(order.id)).toBe("count_differs");
      expect(await eventsOf(sql, order.id)).toContainEqual(
        expect.objectContaining({ type: "reason", message: "They told us by phone", public: false }),
      );
      await proposals.actions.checkIn(order.id, 8, { p_is_recount: true });
      expect(await proposals.of(order)).toHaveLength(1);
    });

    test("cannot withdraw what is decided", async () => {
      const { order, proposal } = await proposals.counted(8);
      await proposals.decide(order, proposal, "refund");
      const args = { p_adjustment_id: proposal.id, p_action: "withdraw", p_note: "x" };
      expect(await proposals.actions.write("staff_end_adjustment", args)).toMatchObject({
        outcome: "adjustment_decided",
      });
    });

    test("refund by hand what was not paid by card", async () => {
      const { order, proposal } = await proposals.counted(8, { stripe_payment_intent_id: null });
      await proposals.decide(order, proposal, "refund");
      const args = { p_adjustment_id: proposal.id, p_action: "close", p_note: "Sent a check" };
      expect(await proposals.actions.write("staff_end_adjustment", args)).toMatchObject({
        outcome: "closed",
      });
      expect(await proposals.one(proposal.id)).toMatchObject({
        status: "refunded",
        closing_note: "Sent a check",
      });
      expect(await proposals.actions.write("staff_end_adjustment", args)).toEqual({
        outcome: "adjustment_not_open",
      });
    });

    test("ask for an upcharge of cards that are here, at the version that they saw", async () => {
      const { order } = await proposals.counted(10);
      expect(await proposals.upcharge(order)).toMatchObject({
        kind: "upcharge",
        amount_cents: 1000,
        status: "proposed",
      });
      const ask = (changes: Record<string, unknown>) =>
        proposals.actions.write("staff_propose_upcharge", {
          p_order_id: order.id,
          p_version: 1,
          p_qty: 2,
          p_unit_cents: 500,
          p_reason: "x",
          ...changes,
        });
      expect((await ask({})).outcome).toBe("order_changed");
      const { version } = await storedOrder(sql, order.id);
      expect(await ask({ p_version: version, p_qty: 11 })).toEqual({ outcome: "adjustment_too_many" });
      const away = await addOrder(sql);
      expect(await ask({ p_order_id: away.id, p_version: away.version })).toEqual({
        outcome: "adjustment_not_here",
      });
    });
  });

  test("a full refund of the order ends all questions about it", async () => {
    const { order, proposal } = await proposals.counted(8);
    const upcharge = await proposals.upcharge(order);
    await applyRefund(order.stripe_payment_intent_id, 25_000);
    expect((await proposals.one(proposal.id)).status).toBe("refunded");
    expect((await proposals.one(upcharge.id)).status).toBe("withdrawn");
  });

  test("what SQL knows of the plans is what plans.ts says", async () => {
    for (const [plan, { monthlyLimit }] of Object.entries(plans)) {
      const order = { user_id: randomUUID(), quota_month: "2026-11-01", plan_type: plan, rate_cents: 1 };
      const priceOf = async (cards: number) => {
        const [row] =
          await sql`select p.* from jsonb_populate_record(null::grading_orders, ${sql.json(order)}) o,
          private.extra_price(o, ${cards}, now(), null) p`;
        return row;
      };
      if (monthlyLimit === null) {
        expect(await priceOf(9999)).toEqual({ fits: null, unit_cents: 1 });
      } else {
        expect(await priceOf(monthlyLimit)).toEqual({ fits: true, unit_cents: 1 });
        expect(await priceOf(monthlyLimit + 1)).toEqual({ fits: false, unit_cents: plans.payg.rateCents });
      }
    }
  });
});
