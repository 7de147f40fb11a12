import { Proposals } from "../../sandbox/builders/proposals";
import { addException, addOrder, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";
import { refused } from "./people-calls";

/* What books a payment or gives money back by another name takes the same right. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let may: Proposals;
let mayNot: StaffActs;
beforeAll(async () => {
  may = await Proposals.begin(sql);
  mayNot = new StaffActs(sql, await signUpStaff(sql, "staff", []));
});
afterEach(() => may.leaveNothing());

test("an amount is accepted for an order with the right to set it paid; without it the entry is settled otherwise", async () => {
  const order = await addOrder(sql, { payment_status: "unpaid" });
  const p_exception_id = await addException(sql, {
    order_id: order.id,
    detail: { amount_cents: 5_000 },
    stripe_session_id: order.stripe_session_id,
  });
  const settle = (p_accepts_amount: boolean) =>
    mayNot.write("staff_resolve_exception", { p_exception_id, p_resolution: "He agreed", p_accepts_amount });
  await expect(settle(true)).rejects.toEqual(refused("set_paid"));
  const stateOf = async () => {
    const [row] = await sql`select resolved_at is null as is_open, accepted_cents
      from payment_exceptions where id = ${p_exception_id}`;
    return row;
  };
  expect(await stateOf()).toEqual({ is_open: true, accepted_cents: null });
  expect(await settle(false)).toMatchObject({ outcome: "resolved" });
  expect(await stateOf()).toEqual({ is_open: false, accepted_cents: null });
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "unpaid" });
});

test("a refund is said to be made by hand, or owed after all, with the right to refund", async () => {
  const { order, proposal } = await may.counted(8);
  await may.decide(order, proposal, "refund");
  const close = { p_adjustment_id: proposal.id, p_note: "A cheque" };
  await expect(mayNot.write("staff_close_adjustment", close)).rejects.toEqual(refused("refunds"));
  expect(await may.one(proposal.id)).toMatchObject({ status: "accepted", closed_at: null });
  const { act_id: act } = await may.acts.write("staff_close_adjustment", close);
  await expect(mayNot.undo(act)).rejects.toEqual(refused("refunds"));
  expect(await may.one(proposal.id)).toMatchObject({ status: "refunded" });
  expect(await may.acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
});

test("an upcharge that was disputed is settled, and opened again, by anybody on the staff", async () => {
  const { order } = await may.counted(10);
  const upcharge = await may.upcharge(order);
  await may.decide(order, upcharge, "dispute", { p_words: "It is not worth that" });
  const close = { p_adjustment_id: upcharge.id, p_note: "We pay it" };
  const { act_id: act } = await mayNot.write("staff_close_adjustment", close);
  expect(await mayNot.undo(act)).toMatchObject([{ outcome: "undone" }]);
});
