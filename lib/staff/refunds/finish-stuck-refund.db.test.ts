import { randomUUID } from "node:crypto";
import { listStuckRefunds } from "@/lib/staff/refunds/data";
import { finishStuckRefund } from "@/lib/staff/refunds/finish-stuck-refund";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { type PaidPage, payAndFulfil } from "@/sandbox/builders/paid-page";
import { type StaffMember, signUpStaff, storedOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const REFUNDS = "/v1/refunds";

let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

const aRefund = () => ({
  request_id: randomUUID(),
  amount_cents: 2_500,
  refunded_cents: 0,
  reason: "Missing",
});
const press = ({ order }: PaidPage, body: ReturnType<typeof aRefund>) =>
  refundOrder(member.id, order.id, body);
const madeOf = async ({ payment }: PaidPage) =>
  (await payments.stripe.refunds.list({ payment_intent: payment })).data.map(({ amount }) => amount);
const requestOf = async (id: string) =>
  (await sql`select status, attempt, failure from refund_requests where id = ${id}`)[0];

/** Begins a refund whose answer gets lost, and lets so many minutes go by. */
async function broken(when: "before" | "after", minutes: number) {
  const paid = await payAndFulfil(payments);
  const body = aRefund();
  await payments.fault({ method: "POST", path: REFUNDS, when, dropConnection: true, times: 2 });
  await expect(press(paid, body)).rejects.toMatchObject({ code: "refund_unconfirmed" });
  await sql`update refund_requests set updated_at = now() - make_interval(mins => ${minutes})
            where id = ${body.request_id}`;
  return { paid, body };
}

const finishAll = async ({ order }: PaidPage) => {
  const stuck = await listStuckRefunds(order.id);
  for (const refund of stuck) await finishStuckRefund(refund);
  return stuck.length;
};

test("one that was made is done, and its order knows of it", async () => {
  const { paid, body } = await broken("after", 5);
  expect(await finishAll(paid)).toBe(1);
  expect(await requestOf(body.request_id)).toMatchObject({ status: "done", failure: null });
  expect(await storedOrder(sql, paid.order.id)).toMatchObject({ refunded_cents: 2_500 });
  expect(logged("refund.finished")).toMatchObject([{ order: paid.order.id, is_made: true }]);
  expect(await finishAll(paid)).toBe(0);
});

test("one that was not is closed, moves no money, and can be begun again", async () => {
  const { paid, body } = await broken("before", 5);
  expect(await finishAll(paid)).toBe(1);
  expect(await requestOf(body.request_id)).toMatchObject({
    status: "failed",
    failure: "The payment service has no such refund: it was never made.",
  });
  expect(await madeOf(paid)).toEqual([]);
  expect(await press(paid, body)).toEqual({ outcome: "done" });
  expect(await madeOf(paid)).toEqual([2_500]);
});

test("one that somebody touched in the last five minutes is left alone, a second press counts as that", async () => {
  const { paid } = await broken("before", 4);
  expect(await finishAll(paid)).toBe(0);
  const again = await broken("before", 60);
  await payments.fault({ method: "GET", path: REFUNDS, status: 500, times: null });
  await expect(press(again.paid, again.body)).rejects.toMatchObject({ status: 503 });
  await payments.mend();
  expect(await finishAll(again.paid)).toBe(0);
});

test("stays open while the payment service cannot be asked", async () => {
  const { paid, body } = await broken("after", 5);
  await payments.fault({ method: "GET", path: REFUNDS, status: 500, times: null });
  await expect(finishAll(paid)).rejects.toMatchObject({ status: 503, code: "payments_unavailable" });
  expect(await requestOf(body.request_id)).toMatchObject({ status: "started" });
});

test("a failure after which the refund was made all the same lets no second form refund it again", async () => {
  const paid = await payAndFulfil(payments);
  const body = aRefund();
  await payments.fault({ method: "POST", path: REFUNDS, when: "after", status: 500, times: 2 });
  await expect(press(paid, body)).rejects.toMatchObject({ code: "refund_unconfirmed" });
  expect(await requestOf(body.request_id)).toMatchObject({ status: "failed" });
  await expect(press(paid, aRefund())).rejects.toMatchObject({ status: 409, code: "refund_outdated" });
  expect(await madeOf(paid)).toEqual([2_500]);
  expect(await press(paid, body)).toEqual({ outcome: "done" });
  expect(await madeOf(paid)).toEqual([2_500]);
});
