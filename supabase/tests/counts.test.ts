import { randomUUID } from "node:crypto";
import { plans } from "@/lib/base/plans";
import { getDashboard } from "@/lib/orders/data";
import { Proposals } from "../../sandbox/builders/proposals";
import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { addSignedInPerson, connect } from "../../sandbox/builders/test-database";

describe("counted in part", () => {
  const sql = connect();
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  const box = (id: string, count: number) => actions.checkIn(id, count, { p_is_more_to_come: true });
  const setAside = (id: string) =>
    sql`insert into set_asides (order_id, reason, set_aside_by) values (${id}, 'disputed', ${actions.member.id})`;

  const DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);

  test("marks a batch as partly counted until the box is undone", async () => {
    const { id } = await addOrder(sql, { num_cards: 12, arrived_at: new Date() });
    expect(await actions.listed(id)).toMatchObject({ due_on: DAY, is_counted_in_part: false });
    const first = await box(id, 4);
    expect(await actions.listed(id)).toMatchObject({ due_on: DAY, is_counted_in_part: true });
    await actions.undo(first.action_id);
    expect(await actions.listed(id)).toMatchObject({ due_on: DAY, is_counted_in_part: false });
    await box(id, 4);
    await actions.checkIn(id, 8);
    expect(await actions.listed(id)).toMatchObject({ received_count: 12, is_counted_in_part: false });
  });

  test("is overdue five business days after the first box of a batch", async () => {
    const { id } = await addOrder(sql, { num_cards: 12, arrived_at: "2026-11-05T15:00:00Z" });
    await box(id, 4);
    const [due] = await sql`select private.business_date_after(private.business_date(now()), 5)::text as day`;
    expect((await actions.listed(id))?.due_on).toBe(due?.day);
    expect(await actions.listed(id, "overdue")).toBeUndefined();
    await sql`update grading_orders set open_by = '2026-11-12' where id = ${id}`;
    await box(id, 3);
    expect(await actions.listed(id, "overdue")).toMatchObject({ due_on: "2026-11-12" });
    await actions.checkIn(id, 8);
    expect(await actions.listed(id, "overdue")).toBeUndefined();
  });

  const facts = (counted: number) => ({ counted, expected: 12 });
  const emailFactsOf = async (id: string) =>
    (await actions.emailsOf(id)).map(({ kind, payload }) => [kind, payload.facts ?? null]);

  test("sends one email about boxes with the latest count, replaced by the check-in", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    await actions.write("staff_record_arrival", { p_order_id: id });
    const first = await box(id, 4);
    expect(await actions.emailsOf(id)).toMatchObject([
      { kind: "order_arrived", due: false, payload: { facts: facts(4) } },
    ]);
    await actions.undo(first.action_id);
    expect(await emailFactsOf(id)).toEqual([["order_arrived", {}]]);
    await box(id, 4);
    await box(id, 3);
    expect(await emailFactsOf(id)).toEqual([["order_arrived", facts(7)]]);
    await actions.checkIn(id, 5);
    expect((await emailFactsOf(id)).map(([kind]) => kind)).toEqual(["check_in_receipt"]);
  });

  test("shows the owner when a partly counted batch will be opened, and no day once it's set aside", async () => {
    const person = await addSignedInPerson(sql);
    const { id, batch_id } = await addOrder(sql, { user_id: person.id, arrived_at: new Date() });
    const shown = async () => (await getDashboard(person.accessToken, null, batch_id)).batch?.order;
    expect(await shown()).toMatchObject({ open_by: DAY, is_counted_in_part: false });
    await setAside(id);
    expect(await shown()).toMatchObject({ open_by: null, is_counted_in_part: false });
    await box(id, 1);
    expect(await shown()).toMatchObject({ open_by: DAY, is_counted_in_part: true });
  });
});

describe("proposals of counts", () => {
  const sql = connect();
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

  test.each([
    [8, { kind: "short", qty: 2, unit_cents: 2500, amount_cents: -5000 }],
    [0, { kind: "short", qty: 10, unit_cents: 2500, amount_cents: -25_000 }],
    [13, { kind: "extra", qty: 3, unit_cents: 2500, amount_cents: 7500 }],
  ])("proposes an answer to a count of %d of 10", async (count, wanted) => {
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

  test("asks nothing about a complete or unpaid batch, until it is paid", async () => {
    expect((await proposals.counted(10)).proposal).toBeUndefined();
    const { order, proposal } = await proposals.counted(8, {
      payment_status: "unpaid",
      stripe_session_id: null,
    });
    expect(proposal).toBeUndefined();
    await proposals.actions.change(order.id, { payment_status: "paid" }, "Paid in cash");
    expect(await proposals.of(order)).toMatchObject([{ kind: "short", qty: 2, status: "proposed" }]);
  });

  test("doesn't ask about cards that were refunded before", async () => {
    const { proposal } = await proposals.counted(8, { refunded_cents: 5000 });
    expect(proposal).toBeUndefined();
  });

  test("doesn't ask about a refund for another reason", async () => {
    const { order } = await proposals.counted(10);
    await applyRefund(order.stripe_payment_intent_id, 5000);
    expect(await proposals.of(order)).toEqual([]);
  });

  test("ships a batch once the customer has decided, without unpaid extra cards", async () => {
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

  test("waits for missing cards until their deadline", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "send_rest");
    expect(await refusalOf(order.id)).toBe("asked");
    await proposals.expire(proposal);
    expect(await refusalOf(order.id)).toBeNull();
  });

  test("replaces the question after a recount, and ends it when all cards are here", async () => {
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

  test("proposes no refund above the order's own payment", async () => {
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

  test("withdraws a question with a reason, and doesn't ask again about the same count", async () => {
    const { order, proposal } = await proposals.counted(8);
    const args = { p_adjustment_id: proposal.id, p_action: "withdraw", p_note: "They called us" };
    for (const outcome of ["withdrawn", "withdrawn_before"])
      expect((await proposals.actions.write("staff_end_adjustment", args)).outcome).toBe(outcome);
    expect(await refusalOf(order.id)).toBe("count_differs");
    expect(await eventsOf(sql, order.id)).toContainEqual(
      expect.objectContaining({ type: "reason", message: "They called us", public: false }),
    );
    await proposals.actions.checkIn(order.id, 8, { p_is_recount: true });
    expect(await proposals.of(order)).toHaveLength(1);
  });

  test("refuses to withdraw a decided question", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    const args = { p_adjustment_id: proposal.id, p_action: "withdraw", p_note: "x" };
    expect(await proposals.actions.write("staff_end_adjustment", args)).toMatchObject({
      outcome: "adjustment_decided",
    });
  });

  test("closes a refund by hand for an order without a card payment", async () => {
    const { order, proposal } = await proposals.counted(8, { stripe_payment_intent_id: null });
    await proposals.decide(order, proposal, "refund");
    const args = { p_adjustment_id: proposal.id, p_action: "close", p_note: "Sent a check" };
    for (const outcome of ["closed", "adjustment_not_open"])
      expect((await proposals.actions.write("staff_end_adjustment", args)).outcome).toBe(outcome);
    expect(await proposals.one(proposal.id)).toMatchObject({
      status: "refunded",
      closing_note: "Sent a check",
    });
  });

  test("proposes an upcharge for cards that are here, at the version that was seen", async () => {
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

  test("has the same plans in SQL as in plans.ts", async () => {
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
