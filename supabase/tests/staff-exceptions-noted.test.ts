import { aPaymentIntentId } from "../../sandbox/builders/ids";
import {
  addUser,
  confirmationsOf,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  applyRefund,
  attachCheckout,
  nextFence,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

/* A payment of $90 for an order that asks $100: what becomes of it while it waits for staff, and what is booked then. */

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

/** An order with such a payment, which is an exception. */
async function waiting() {
  const order = await attachCheckout((await addUser(sql)).id);
  const payment = aPaymentIntentId();
  const delivery = aPaidSession(order, { p_amount_cents: 9_000, p_payment_intent_id: payment });
  expect(await applyCheckout(delivery)).toMatchObject({ reason: "amount_mismatch" });
  const [entry] = await sql<{ id: string }[]>`select id from payment_exceptions where order_id = ${order.id}`;
  const exception = Number(entry?.id);
  const accept = () =>
    call<{ outcome: string }>(serverClient(), "staff_resolve_exception", {
      p_actor: member.id,
      p_exception_id: exception,
      p_resolution: "He agreed",
      p_accepts_amount: true,
    });
  return { order, payment, delivery, accept };
}
const dispute = async (p_payment_intent_id: string, p_status: string) =>
  call(serverClient(), "apply_dispute", { p_payment_intent_id, p_fence: await nextFence(), p_status });
const setPaid = ({ id }: { id: string }) =>
  sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = 100,
    reservation_expires_at = null where id = ${id}`;

test("a part that went back before its amount is accepted is booked with it", async () => {
  const { order, payment, delivery, accept } = await waiting();
  expect(await applyRefund(payment, 4_000)).toMatchObject({ outcome: "noted" });
  expect(await accept()).toMatchObject({ outcome: "resolved" });
  const booked = { payment_status: "paid", refunded_cents: 4_000 };
  expect(await applyCheckout(delivery)).toMatchObject({ outcome: "fulfilled", order: booked });
  expect(await storedOrder(sql, order.id)).toMatchObject({ ...booked, total_paid: "90.00" });
  expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
});

test("an amount that went back in full is not accepted any more, and its entry stays", async () => {
  const { order, payment, accept } = await waiting();
  await applyRefund(payment, 9_000);
  expect(await accept()).toEqual({ outcome: "all_refunded" });
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "unpaid", open_exceptions: 1 });
  // The refund has failed: the money is here again.
  await applyRefund(payment, 8_999);
  expect(await accept()).toMatchObject({ outcome: "resolved" });
});

test("what is settled before staff were told of it is not told any more, unless it is disputed", async () => {
  const { order, payment, accept } = await waiting();
  await accept();
  const isNew = async () =>
    (await sql`select told_at is null as is_new from payment_exceptions where order_id = ${order.id}`)[0]
      ?.is_new;
  expect(await isNew()).toBe(false);
  await dispute(payment, "needs_response");
  expect(await isNew()).toBe(true);
});

test("all that went back after its amount was accepted cancels the order as it is booked, and confirms nothing", async () => {
  const { order, payment, delivery, accept } = await waiting();
  await accept();
  await applyRefund(payment, 9_000);
  await applyCheckout(delivery);
  expect(await storedOrder(sql, order.id)).toMatchObject({
    payment_status: "canceled",
    refunded_cents: 9_000,
  });
  expect(await confirmationsOf(sql, order.id)).toHaveLength(0);
});

test("all that went back before an order that was set to paid by hand takes its payment over cancels it", async () => {
  const { order, payment, delivery } = await waiting();
  await setPaid(order);
  await applyRefund(payment, 9_000);
  await applyCheckout(delivery);
  expect(await storedOrder(sql, order.id)).toMatchObject({
    payment_status: "canceled",
    total_paid: "90.00",
    refunded_cents: 9_000,
  });
});

test.each([
  ["needs_response", null],
  ["lost", "dispute_lost"],
])("a dispute about it (%s) is the order's once it is booked", async (dispute_status, review_reason) => {
  for (const isSetPaid of [false, true]) {
    const { order, payment, delivery, accept } = await waiting();
    await dispute(payment, dispute_status);
    if (isSetPaid) await setPaid(order);
    else await accept();
    await applyCheckout(delivery);
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "paid",
      stripe_payment_intent_id: payment,
      dispute_status,
      review_reason,
    });
  }
});
