import { listStuckRefunds } from "@/lib/staff/refunds/data";
import { finishStuckRefund } from "@/lib/staff/refunds/finish-stuck-refund";
import { refundCancellation } from "@/lib/staff/refunds/refund-cancellation";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { type PaidPage, payAndFulfil } from "@/sandbox/builders/paid-page";
import { REFUNDS } from "@/sandbox/builders/refund-press";
import { justBefore } from "@/sandbox/builders/rival";
import { storedOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
catchLog();

const press = async ({ order }: PaidPage, cents = 10_000) => {
  const { guest_key } = await storedOrder(sql, order.id);
  return refundCancellation(order.id, { userId: null, guestKey: String(guest_key), tokenHash: null }, cents);
};
const madeOf = async ({ payment }: PaidPage) =>
  (await payments.stripe.refunds.list({ payment_intent: payment })).data.map(({ amount }) => amount);
const mailsOf = async ({ order }: PaidPage) =>
  (await sql`select 1 from outbox where kind = 'order_refunded' and payload ->> 'order_id' = ${order.id}`)
    .length;

test("the money goes back once, the order is canceled, and its customer is told", async () => {
  const paid = await payAndFulfil(payments);
  let between: unknown;
  justBefore("apply_refund", async () => {
    between = await press(paid);
  });
  expect(await press(paid)).toEqual({ outcome: "canceled" });
  expect(between).toEqual({ outcome: "under_way" });
  expect(await press(paid)).toEqual({ outcome: "canceled" });
  expect(await madeOf(paid)).toEqual([10_000]);
  const order = await storedOrder(sql, paid.order.id);
  expect(order).toMatchObject({ payment_status: "canceled", refunded_cents: 10_000 });
  expect(await mailsOf(paid)).toBe(1);
});

test("many presses at once give the money back once", async () => {
  const paid = await payAndFulfil(payments);
  const outcomes = (await Promise.all(Array.from({ length: 5 }, () => press(paid)))).map(
    ({ outcome }) => outcome,
  );
  // Who comes late hears that it is done, who comes between that it is being done.
  expect(outcomes).toContain("canceled");
  expect(outcomes.filter((outcome) => outcome !== "canceled" && outcome !== "under_way")).toEqual([]);
  expect(await madeOf(paid)).toEqual([10_000]);
  expect(await mailsOf(paid)).toBe(1);
});

test("what the payment service does not answer stays as a request, and the job ends it", async () => {
  const paid = await payAndFulfil(payments);
  await payments.fault({ method: "POST", path: REFUNDS, dropConnection: true, times: null });
  expect(await press(paid)).toEqual({ outcome: "under_way" });
  const order = await storedOrder(sql, paid.order.id);
  expect(order.payment_status).toBe("paid");
  expect(order.cancel_requested_at).not.toBeNull();
  await payments.mend();
  await sql`update refund_requests set updated_at = now() - interval '6 minutes', status = 'started'
    where id = ${paid.order.id}`;
  const [stuck] = await listStuckRefunds(paid.order.id);
  if (!stuck) throw new Error("nothing is stuck");
  await finishStuckRefund(stuck);
  expect(await press(paid)).toEqual({ outcome: "canceled" });
  expect(await madeOf(paid)).toEqual([10_000]);
});

test("another amount than goes back, and somebody else's batch, are refused", async () => {
  const paid = await payAndFulfil(payments);
  await expect(press(paid, 1)).rejects.toMatchObject({ status: 409, code: "cancel_changed" });
  const stranger = { userId: null, guestKey: null, tokenHash: null };
  await expect(refundCancellation(paid.order.id, stranger, 10_000)).rejects.toMatchObject({
    code: "not_found",
  });
  await sql`update grading_orders set arrived_at = now() where id = ${paid.order.id}`;
  await expect(press(paid)).rejects.toMatchObject({ status: 409, code: "cancel_arrived" });
  expect(await madeOf(paid)).toEqual([]);
});
