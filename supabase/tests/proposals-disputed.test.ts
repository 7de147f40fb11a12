import { aPaymentIntentId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { storedOrder } from "../../sandbox/builders/rows";
import { takeFence } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

/* The payment of a proposal is disputed: its order shows it, and what is lost comes before staff. */

const sql = connect();

const dispute = async (payment: string, status: string) =>
  call<{ outcome: string; order: { id: string } | null }>(serverClient(), "apply_dispute", {
    p_payment_intent_id: payment,
    p_fence: await takeFence(),
    p_status: status,
  });

/** An order and its proposal, each paid by card. */
async function paidTwice() {
  const proposals = await Proposals.begin(sql);
  const { order, proposal } = await proposals.counted(12);
  const payment = aPaymentIntentId();
  await proposals.apply(proposal, await proposals.open(order, proposal), { p_payment_intent_id: payment });
  return { order, payment, ownPayment: String(order.stripe_payment_intent_id) };
}

test.each([
  ["lost", "dispute_lost"],
  ["won", null],
])("one that is %s", async (status, review_reason) => {
  const [{ order, payment }, other] = [await paidTwice(), await paidTwice()];
  const before = await storedOrder(sql, other.order.id);
  await dispute(payment, "needs_response");
  expect(await dispute(payment, status)).toMatchObject({ outcome: "noted", order: { id: order.id } });
  expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: status, review_reason });
  expect(await storedOrder(sql, other.order.id)).toEqual(before);
});

test("its end does not hide an open one of the order's own payment; its beginning stands before one", async () => {
  const { order, payment, ownPayment } = await paidTwice();
  await dispute(payment, "needs_response");
  await dispute(ownPayment, "under_review");
  expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: "under_review" });
  await dispute(payment, "won");
  expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: "under_review" });
  await dispute(payment, "needs_response");
  expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: "needs_response" });
});
