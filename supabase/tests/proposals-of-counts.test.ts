import { plans } from "@/lib/base/plans";
import { Proposals } from "../../sandbox/builders/proposals";
import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

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
    expect((await proposals.acts.mailsOf(order.id)).map(({ kind, due }) => [kind, due])).toEqual([
      ["check_in_receipt", false],
      ["adjustment_proposed", false],
    ]);
    expect(await proposals.acts.shownTo(order.id)).toContainEqual([
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
    await proposals.acts.change(order.id, { payment_status: "paid" }, "Paid in cash");
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

  test("what is here goes to the grader at once, but what came on top", async () => {
    for (const [count, cards] of [
      [8, 8],
      [13, 10],
    ] as const) {
      const { order } = await proposals.counted(count);
      expect(await refusalOf(order.id)).toBeNull();
      const [row] = await sql`select private.cards_to_grade(o, a) as cards from grading_orders o
        join order_admin a on a.order_id = o.id where o.id = ${order.id}`;
      expect(row?.cards).toBe(cards);
    }
  });

  test("the deadlines: a week, or five business days", async () => {
    const [row] = await sql<{ day: string }[]>`
      select private.business_days_after('2026-11-05T15:00:00Z', 5)::text as day`;
    expect(row?.day).toContain("2026-11-13 15:00");
    const [weekend] = await sql<{ day: string }[]>`
      select private.business_days_after('2026-11-07T15:00:00Z', 5)::text as day`;
    expect(weekend?.day).toContain("2026-11-16 15:00");
    const { proposal } = await proposals.counted(8);
    expect(Math.round((Number(proposal.deadline_at) - Date.now()) / 3_600_000)).toBe(7 * 24);
  });
});

describe("another count", () => {
  test("withdraws the question and asks anew; the rest that came ends it", async () => {
    const { order } = await proposals.counted(8);
    await proposals.acts.checkIn(order.id, 9, { p_is_recount: true });
    expect((await proposals.of(order)).map(({ status, qty }) => [status, qty])).toEqual([
      ["withdrawn", 2],
      ["proposed", 1],
    ]);
    const [, second] = await proposals.of(order);
    expect(await proposals.decide(order, second as never, "send_rest")).toMatchObject({ outcome: "decided" });
    await proposals.acts.checkIn(order.id, 10, { p_is_recount: true });
    expect((await proposals.of(order)).map(({ status }) => status)).toEqual(["withdrawn", "withdrawn"]);
    expect(await refusalOf(order.id)).toBeNull();
  });

  test("after a refund, cards that turn up all the same are cards on top", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    await applyRefund(order.stripe_payment_intent_id, 5000);
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "refunded" });
    await proposals.acts.checkIn(order.id, 10, { p_is_recount: true });
    expect((await proposals.of(order))[1]).toMatchObject({ kind: "extra", qty: 2, status: "proposed" });
  });
});

describe("cards on top that were paid for and are not there, either", () => {
  test("no more is promised back than the order's own payment holds; the rest is staff's to settle", async () => {
    const { order, proposal: extra } = await proposals.counted(12);
    await proposals.apply(extra, await proposals.open(order, extra));
    await proposals.acts.checkIn(order.id, 1, { p_is_recount: true });
    const [, short] = await proposals.of(order);
    expect(short).toMatchObject({ kind: "short", qty: 10, amount_cents: -25_000, status: "proposed" });
    await proposals.acts.checkIn(order.id, 1, { p_is_recount: true });
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
    await proposals.acts.checkIn(order.id, 4, { p_is_recount: true });
    expect((await proposals.of(order))[1]).toMatchObject({ kind: "short", qty: 8, amount_cents: -20_000 });
  });
});

describe("taking a count back", () => {
  test("withdraws what it proposed, without a word to the customer, and its mail", async () => {
    const { order, act, proposal } = await proposals.counted(8);
    expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "withdrawn" });
    expect(await proposals.acts.mailsOf(order.id)).toEqual([]);
    expect((await proposals.acts.shownTo(order.id))?.map(([type]) => type)).toEqual(["undone"]);
  });

  test("is refused once its customer has decided, with the event that did", async () => {
    const { order, act, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    expect(await proposals.acts.undo(act)).toMatchObject([
      { outcome: "changed_since", event: { type: "adjustment", to_value: "short:accepted:refund:2:5000" } },
    ]);
    expect((await storedOrder(sql, order.id)).received_count).toBe(8);
  });
});

describe("staff", () => {
  test("withdraw a question with a reason; the same count does not ask again, and what differs is theirs to settle", async () => {
    const { order, proposal } = await proposals.counted(8);
    const args = { p_adjustment_id: proposal.id, p_reason: "They told us by phone" };
    expect(await proposals.acts.write("staff_withdraw_adjustment", args)).toMatchObject({
      outcome: "withdrawn",
    });
    expect(await proposals.acts.write("staff_withdraw_adjustment", args)).toEqual({
      outcome: "withdrawn_before",
    });
    expect(await refusalOf(order.id)).toBe("count_differs");
    expect(await eventsOf(sql, order.id)).toContainEqual(
      expect.objectContaining({ type: "reason", message: "They told us by phone", public: false }),
    );
    await proposals.acts.checkIn(order.id, 8, { p_is_recount: true });
    expect(await proposals.of(order)).toHaveLength(1);
  });

  test("cannot withdraw what is decided", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "send_rest");
    const args = { p_adjustment_id: proposal.id, p_reason: "x" };
    expect(await proposals.acts.write("staff_withdraw_adjustment", args)).toMatchObject({
      outcome: "decided",
    });
  });

  test("refund by hand what was not paid by card", async () => {
    const { order, proposal } = await proposals.counted(8, { stripe_payment_intent_id: null });
    await proposals.decide(order, proposal, "refund");
    const args = { p_adjustment_id: proposal.id, p_note: "Sent a cheque" };
    expect(await proposals.acts.write("staff_close_adjustment", args)).toMatchObject({ outcome: "closed" });
    expect(await proposals.one(proposal.id)).toMatchObject({
      status: "refunded",
      closing_note: "Sent a cheque",
    });
    expect(await proposals.acts.write("staff_close_adjustment", args)).toEqual({
      outcome: "nothing_to_close",
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
      proposals.acts.write("staff_propose_upcharge", {
        p_order_id: order.id,
        p_version: 1,
        p_qty: 2,
        p_unit_cents: 500,
        p_reason: "x",
        ...changes,
      });
    expect((await ask({})).outcome).toBe("conflict");
    const { version } = await storedOrder(sql, order.id);
    expect(await ask({ p_version: version, p_qty: 11 })).toEqual({ outcome: "too_many" });
    const away = await addOrder(sql);
    expect(await ask({ p_order_id: away.id, p_version: away.version })).toEqual({ outcome: "not_here" });
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
    const [row] = await sql`select private.monthly_limit(${plan}) as most, private.payg_rate_cents() as rate`;
    expect(row).toEqual({ most: monthlyLimit, rate: plans.payg.rateCents });
  }
});
