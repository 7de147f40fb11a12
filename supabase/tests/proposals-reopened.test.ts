import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { eventsOf } from "../../sandbox/builders/rows";
import { applyRefund, nextFence } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

/* What staff have settled by mistake waits for them again, unless money has moved since. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

type Proposal = Awaited<ReturnType<Proposals["one"]>>;
const OPEN = { closed_at: null, closed_by: null, closing_note: null };

const settle = async ({ id }: Pick<Proposal, "id">) =>
  (await proposals.acts.write("staff_close_adjustment", { p_adjustment_id: id, p_note: "A cheque" })).act_id;

/** Cards that did not come, whose customer has chosen the refund. */
async function owed(columns: Parameters<Proposals["counted"]>[1] = {}) {
  const { order, proposal } = await proposals.counted(8, columns);
  await proposals.decide(order, proposal, "refund");
  return { order, short: await proposals.one(proposal.id) };
}

/** An upcharge that was disputed, or not answered. */
async function unsettled(how: "dispute" | "silence" = "dispute") {
  const { order } = await proposals.counted(10);
  const upcharge = await proposals.upcharge(order);
  if (how === "silence") await proposals.expire(upcharge);
  else await proposals.decide(order, upcharge, "dispute", { p_words: "It is not worth that" });
  return { order, upcharge: await proposals.one(upcharge.id) };
}

const unsettledSince = async ({ id }: { id: string }) =>
  (await sql`select upcharge_since from order_admin where order_id = ${id}`)[0]?.upcharge_since;
/** What its questions have come to, step by step. */
const steps = async (order: { id: string }) =>
  (await eventsOf(sql, order.id)).flatMap(({ type, to_value }) => (type === "adjustment" ? [to_value] : []));
const shownAct = async (order: { id: string }) =>
  (await sql`select private.staff_adjustments(${order.id}) as asked`)[0]?.asked.at(-1).ending_act_id;

describe("one press has it open again", () => {
  test.each(["dispute", "silence"] as const)(
    "an upcharge after %s, without a word to the customer or a step",
    async (how) => {
      const { order, upcharge } = await unsettled(how);
      const before = [await proposals.acts.shownTo(order.id), await steps(order)];
      const act = await settle(upcharge);
      expect([await shownAct(order), await unsettledSince(order)]).toEqual([act, null]);
      expect(await proposals.acts.undo(act)).toMatchObject([{ id: order.id, outcome: "undone" }]);
      expect(await proposals.one(upcharge.id)).toEqual(upcharge);
      expect([await shownAct(order), await unsettledSince(order)]).toEqual([
        null,
        upcharge.decided_at ?? upcharge.deadline_at,
      ]);
      expect([await proposals.acts.shownTo(order.id), await steps(order)]).toEqual(before);
    },
  );

  test("a refund that is not made by hand after all: its customer reads so, and the job makes it", async () => {
    const { order, short } = await owed();
    const shown = await proposals.acts.shownTo(order.id);
    const act = await settle(short);
    expect(await proposals.one(short.id)).toMatchObject({ status: "refunded", next_look_at: null });
    await proposals.acts.undo(act);
    const { next_look_at, ...open } = await proposals.one(short.id);
    expect(short).toMatchObject(open);
    // Who pressed by mistake can still settle it again before money leaves.
    const minutes = Math.round((Number(next_look_at) - Date.now()) / 60_000);
    expect(minutes).toBe(10);
    expect(await proposals.acts.shownTo(order.id)).toEqual([
      ...(shown ?? []),
      ["undone", "settled_question"],
    ]);
    const args = { p_adjustment_id: short.id };
    expect(await call(serverClient(), "begin_adjustment_refund", args)).toMatchObject({ outcome: "started" });
  });

  test("of another question nothing changes, also where that was settled later", async () => {
    const { order, upcharge } = await unsettled();
    const other = await proposals.upcharge(order);
    await proposals.expire(other);
    const act = await settle(upcharge);
    await settle(other);
    await proposals.acts.undo(act);
    expect(await proposals.one(upcharge.id)).toMatchObject({ status: "declined", ...OPEN });
    expect(await proposals.one(other.id)).toMatchObject({ status: "expired", closing_note: "A cheque" });
  });

  test("and it can be settled again", async () => {
    const { order, short } = await owed({ stripe_payment_intent_id: null });
    await proposals.acts.undo(await settle(short));
    const again = await settle(short);
    expect(await proposals.one(short.id)).toMatchObject({ status: "refunded" });
    expect(await shownAct(order)).toBe(again);
  });

  test("what no job was to look at waits for staff alone", async () => {
    const { short } = await owed({ stripe_payment_intent_id: null });
    await call(serverClient(), "begin_adjustment_refund", { p_adjustment_id: short.id });
    await proposals.acts.undo(await settle(short));
    expect(await proposals.one(short.id)).toMatchObject({ status: "accepted", next_look_at: null });
  });
});

describe("it is refused", () => {
  test("ten minutes later without a reason, and twice", async () => {
    const { order, upcharge } = await unsettled();
    const act = await settle(upcharge);
    await proposals.acts.age(act);
    expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "reason_required" }]);
    await proposals.acts.undo(act, { p_reason: "The wrong batch" });
    expect(await proposals.acts.undo(act, { p_reason: "Again" })).toMatchObject([
      { outcome: "already_undone" },
    ]);
    expect(await eventsOf(sql, order.id)).toContainEqual(
      expect.objectContaining({ type: "reason", message: "The wrong batch", public: false }),
    );
  });

  test("when it was paid all the same, which is shown", async () => {
    const { order, upcharge } = await unsettled();
    const act = await settle(upcharge);
    await proposals.apply(upcharge, aSessionId());
    expect(await proposals.acts.undo(act)).toMatchObject([
      { outcome: "changed_since", event: { type: "adjustment", to_value: "upcharge:paid:pay:2:1000" } },
    ]);
    expect(await proposals.one(upcharge.id)).toMatchObject({ status: "paid", closing_note: "A cheque" });
    expect(await shownAct(order)).toBeNull();
  });

  test.each([
    ["a part of the order's money", 5000, { type: "refunded", to_value: "$50.00" }],
    ["all of it", 25_000, { type: "refunded", to_value: "$250.00" }],
  ])("when %s went back since: it would be given twice", async (_, cents, event) => {
    const { order, short } = await owed();
    const act = await settle(short);
    await applyRefund(order.stripe_payment_intent_id, cents);
    expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "changed_since", event }]);
    expect(await proposals.one(short.id)).toMatchObject({ status: "refunded", closing_note: "A cheque" });
  });

  /** Cards that did not come, and an upcharge of the same order that was paid. */
  async function owedBesidePaid() {
    const { order, short } = await owed();
    const payment = aPaymentIntentId();
    await proposals.apply(await proposals.upcharge(order), aSessionId(), { p_payment_intent_id: payment });
    return { order, short, payment };
  }
  const dispute = async (payment: string, status: string) => {
    const args = { p_payment_intent_id: payment, p_fence: await nextFence(), p_status: status };
    return call(serverClient(), "apply_dispute", args);
  };

  test("when staff gave it back out of what was paid for another question", async () => {
    const { short, payment } = await owedBesidePaid();
    const act = await settle(short);
    await applyRefund(payment, 1000);
    expect(await proposals.acts.undo(act)).toMatchObject([
      { outcome: "changed_since", event: { type: "refunded", to_value: "$10.00" } },
    ]);
    expect(await proposals.one(short.id)).toMatchObject({ status: "refunded", closing_note: "A cheque" });
  });

  test.each(["the order", "a question"])("when the payment of %s was disputed since", async (whose) => {
    const { order, short, payment } = await owedBesidePaid();
    const act = await settle(short);
    await dispute(whose === "the order" ? String(order.stripe_payment_intent_id) : payment, "needs_response");
    expect(await proposals.acts.undo(act)).toMatchObject([
      { outcome: "changed_since", event: { type: "dispute_status", to_value: "needs_response" } },
    ]);
    expect(await proposals.one(short.id)).toMatchObject({ status: "refunded" });
  });

  test("when a dispute was lost since, also where the order shows another", async () => {
    const { order, short, payment } = await owedBesidePaid();
    await dispute(payment, "needs_response");
    await dispute(String(order.stripe_payment_intent_id), "needs_response");
    const act = await settle(short);
    await dispute(payment, "lost");
    expect(await proposals.acts.undo(act)).toMatchObject([
      { outcome: "changed_since", event: { type: "dispute_status", to_value: "lost" } },
    ]);
  });

  test("when another refund of the order is on its way", async () => {
    const { order, short } = await owed();
    const act = await settle(short);
    await sql`insert into refund_requests (id, order_id, amount_cents, reason)
      values (gen_random_uuid(), ${order.id}, 2500, 'One more')`;
    await sql`select private.add_order_event(${order.id}, 'refund_started', null, '25.00', false)`;
    expect(await proposals.acts.undo(act)).toMatchObject([
      { outcome: "changed_since", event: { type: "refund_started", to_value: "25.00" } },
    ]);
    expect(await proposals.one(short.id)).toMatchObject({ status: "refunded" });
  });

  test("not by what went back before it was settled", async () => {
    const { order, short } = await owed();
    await applyRefund(order.stripe_payment_intent_id, 2500);
    const act = await settle(short);
    expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
    expect(await proposals.one(short.id)).toMatchObject({ status: "accepted", ...OPEN });
  });

  test("not by a refund that has ended before, nor by what moved of another order", async () => {
    const { order, short } = await owed();
    await sql`insert into refund_requests (id, order_id, amount_cents, reason, status)
      values (gen_random_uuid(), ${order.id}, 2500, 'One', 'failed')`;
    const before = await steps(order);
    const act = await settle(short);
    const other = await owedBesidePaid();
    await dispute(other.payment, "needs_response");
    await applyRefund(other.payment, 1000);
    expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
    expect((await steps(order)).slice(before.length)).toEqual([
      expect.stringMatching("^short:refunded:"),
      expect.stringMatching("^short:accepted:"),
    ]);
  });
});

test("what has moved of an order's money is its own, and that of its own questions", async () => {
  const { order } = await proposals.counted(10);
  const other = await proposals.counted(10);
  for (const [of, refunded, disputed] of [
    [order, 300, "lost"],
    [order, 200, null],
    [other.order, 100, "needs_response"],
  ] as const) {
    const upcharge = await proposals.upcharge(of);
    await proposals.apply(upcharge, aSessionId());
    await sql`update order_adjustments set refunded_cents = ${refunded}, dispute_status = ${disputed}
      where id = ${upcharge.id}`;
  }
  const [row] = await sql`select private.money_moved(${order.id}) as money`;
  expect(row?.money).toEqual({
    payment_status: "paid",
    refunded_cents: 0,
    of_questions: 500,
    disputes: [null, "lost"],
  });
});
