import { aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { storedOrder } from "../../sandbox/builders/rows";
import { applyRefund, sessions } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

/* What a count asks beside what is settled by then: what stays, what is asked anew, and what is left to staff. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

type Order = { id: string };
const recount = ({ id }: Order, count: number) => proposals.acts.checkIn(id, count, { p_is_recount: true });
/** All proposals about an order, oldest first, as "kind quantity status". */
const standing = async (order: Order) =>
  (await proposals.of(order)).map(({ kind, qty, status }) => `${kind} ${qty} ${status}`);
const askedCount = async ({ id }: Order) =>
  (await sql`select proposed_count from grading_orders where id = ${id}`)[0]?.proposed_count;

describe("what is decided stays as it is, and is counted in", () => {
  test("cards on top that go back, and another one", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.decide(order, proposal, "return");
    await recount(order, 13);
    expect(await standing(order)).toEqual(["extra 2 declined", "extra 1 proposed"]);
  });

  test("cards on top that nobody answered about, and another one", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.expire(proposal);
    await recount(order, 13);
    expect(await standing(order)).toEqual(["extra 2 expired", "extra 1 proposed"]);
  });

  test("a refund that is chosen and not made yet: those cards would be on top", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    await recount(order, 8);
    expect(await standing(order)).toEqual(["short 2 accepted"]);
    await recount(order, 10);
    expect(await standing(order)).toEqual(["short 2 accepted", "extra 2 proposed"]);
  });

  test("a debit that is on its way", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.apply(proposal, await proposals.open(order, proposal), sessions.delayed);
    await recount(order, 12);
    expect(await standing(order)).toEqual(["extra 2 accepted"]);
    await recount(order, 13);
    expect(await standing(order)).toEqual(["extra 2 accepted", "extra 1 proposed"]);
  });

  test("cards on top that were paid, also when their money went back: nothing is asked about them", async () => {
    const { order, proposal } = await proposals.counted(12);
    const payment = `pi_${proposal.id}`;
    const session = await proposals.open(order, proposal);
    await proposals.apply(proposal, session, { p_payment_intent_id: payment });
    await recount(order, 12);
    expect([await standing(order), await askedCount(order)]).toEqual([["extra 2 paid"], 12]);
    await applyRefund(payment, 5000);
    await recount(order, 12);
    expect(await standing(order)).toEqual(["extra 2 refunded"]);
  });

  test("an upcharge, whatever is counted", async () => {
    const { order } = await proposals.counted(10);
    const upcharge = await proposals.upcharge(order);
    await recount(order, 12);
    expect(await standing(order)).toEqual(["upcharge 2 proposed", "extra 2 proposed"]);
    await proposals.apply(upcharge, await proposals.open(order, upcharge));
    await recount(order, 11);
    expect(await standing(order)).toEqual(["upcharge 2 paid", "extra 2 withdrawn", "extra 1 proposed"]);
  });
});

describe("a question that fits", () => {
  test("stays, and is of the count that was made last", async () => {
    const { order, proposal } = await proposals.counted(8);
    const other = await proposals.counted(6);
    // One card less came, and the money of one went back for another reason.
    await sql`update grading_orders set refunded_cents = 2500 where id = ${order.id}`;
    await recount(order, 7);
    expect(await standing(order)).toEqual(["short 2 proposed"]);
    expect(await proposals.one(proposal.id)).toMatchObject({ counted: 7 });
    await recount(order, 7);
    expect([await standing(order), await askedCount(order)]).toEqual([["short 2 proposed"], 7]);
    expect(await proposals.one(other.proposal.id)).toEqual(other.proposal);
  });

  test("is the oldest of two: a page that was left, and what was asked meanwhile", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.open(order, proposal);
    await recount(order, 14);
    expect(await standing(order)).toEqual(["extra 2 accepted", "extra 2 proposed"]);
    await sql`update order_adjustments set reservation_expires_at = now() where id = ${proposal.id}`;
    await recount(order, 12);
    expect(await standing(order)).toEqual(["extra 2 accepted", "extra 2 withdrawn"]);
  });

  test("is asked anew after another count", async () => {
    const { order } = await proposals.counted(8);
    await recount(order, 9);
    await recount(order, 8);
    expect(await standing(order)).toEqual(["short 2 withdrawn", "short 1 withdrawn", "short 2 proposed"]);
  });
});

test("a page holds its cards until the very moment in which it has run out", async () => {
  const { order, proposal } = await proposals.counted(12);
  await proposals.open(order, proposal);
  await sql`update grading_orders set received_count = 13 where id = ${order.id}`;
  const settle = (earlier: string) => sql`
    select private.settle_count(a.order_id, a.reservation_expires_at - ${earlier}::interval)
    from order_adjustments a where a.id = ${proposal.id}`;
  await settle("1 microsecond");
  expect(await standing(order)).toEqual(["extra 2 accepted", "extra 1 proposed"]);
  await settle("0");
  expect(await standing(order)).toEqual(["extra 2 withdrawn", "extra 1 withdrawn", "extra 3 proposed"]);
});

describe("what staff have withdrawn", () => {
  test("is not asked again for that count, which stays one that differs; for another one it is", async () => {
    const { order, proposal } = await proposals.counted(8);
    const other = await proposals.counted(8);
    const args = { p_adjustment_id: proposal.id, p_reason: "They told us by phone" };
    await proposals.acts.write("staff_withdraw_adjustment", args);
    await recount(order, 8);
    expect([await standing(order), await askedCount(order)]).toEqual([["short 2 withdrawn"], null]);
    await recount(order, 7);
    expect(await standing(order)).toEqual(["short 2 withdrawn", "short 3 proposed"]);
    // Of another order it says nothing.
    await recount(other.order, 9);
    await recount(other.order, 8);
    expect((await standing(other.order)).at(-1)).toBe("short 2 proposed");
  });

  test("is something else than what they have refunded by hand: a payment that came late is asked about", async () => {
    const { order, proposal: extra } = await proposals.counted(12, { stripe_payment_intent_id: null });
    await recount(order, 8);
    const [, short] = await proposals.of(order);
    if (!short) throw new Error("nothing was asked");
    await proposals.decide(order, short, "refund");
    await proposals.acts.write("staff_close_adjustment", { p_adjustment_id: short.id, p_note: "A cheque" });
    await proposals.apply(extra, aSessionId());
    await recount(order, 8);
    expect(await standing(order)).toEqual(["extra 2 paid", "short 2 refunded", "short 2 proposed"]);
  });
});

describe("an order that is not paid any more", () => {
  test("has no question, and what was paid on top stays paid; of another order nothing changes", async () => {
    const { order, proposal } = await proposals.counted(12);
    const other = await proposals.counted(8);
    const upcharge = await proposals.upcharge(order);
    await proposals.apply(proposal, await proposals.open(order, proposal));
    await applyRefund(order.stripe_payment_intent_id, 25_000);
    expect(await standing(order)).toEqual(["extra 2 paid", "upcharge 2 withdrawn"]);
    expect(await proposals.one(upcharge.id)).toMatchObject({ closed_by: null });
    expect(await askedCount(order)).toBeNull();
    expect(await proposals.one(other.proposal.id)).toEqual(other.proposal);
    expect(await askedCount(other.order)).toBe(8);
  });

  test("and was counted without a question has none afterwards", async () => {
    const { order } = await proposals.counted(10);
    await sql`select private.settle_count(${order.id})`;
    expect([await standing(order), await askedCount(order)]).toEqual([[], null]);
    expect(await storedOrder(sql, order.id)).toMatchObject({ received_count: 10 });
  });
});
