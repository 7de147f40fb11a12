import { fulfilSession } from "@/lib/orders/checkout/fulfil-session";
import { listStuckRefunds } from "@/lib/staff/refunds/data";
import { finishStuckRefund } from "@/lib/staff/refunds/finish-stuck-refund";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payCharge } from "@/sandbox/builders/paid-charge";
import { Proposals } from "@/sandbox/builders/proposals";
import { aRefund, REFUNDED, REFUNDS, refundPress, UNCONFIRMED } from "@/sandbox/builders/refund-press";
import { connect } from "@/sandbox/builders/test-database";

/* Two cards on top of four, paid on a page of their own, whose money staff give back. */

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

const { press, madeOf, requestOf, refundedOf } = refundPress(sql, payments);

/** An order whose cards on top were paid, and that payment. */
async function paid() {
  const { own: first, asked: proposal, session, payment } = await payCharge(proposals, payments);
  await fulfilSession(session);
  return { first, proposal, extra: { ...first, payment }, body: aRefund({ adjustment_id: proposal.id }) };
}

test("gives it back of the proposal's payment, once, and the order's stays as it was", async () => {
  const { first, proposal, extra, body } = await paid();
  expect(await press(extra, body)).toEqual(REFUNDED);
  expect(await press(extra, body)).toEqual(REFUNDED);
  expect(await madeOf(extra, body)).toEqual({ amounts: [2_500], attempts: [1] });
  expect((await madeOf(first, body)).amounts).toEqual([]);
  expect(logged("refund.made")).toMatchObject([{ order: first.order.id, cents: 2_500 }]);
  expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", refunded_cents: 2_500 });
  expect(await refundedOf(first)).toBe(0);
  const rest = aRefund({ adjustment_id: proposal.id, refunded_cents: 2_500 });
  expect(await press(extra, rest)).toEqual(REFUNDED);
  expect((await proposals.one(proposal.id)).status).toBe("refunded");
});

test("more than is left of it is refused, though the order was paid with more", async () => {
  const { extra, body } = await paid();
  await expect(press(extra, { ...body, amount_cents: 5_001 })).rejects.toMatchObject({
    code: "refund_too_much",
    message: "At most $50.00 can still be refunded.",
  });
});

test("a refusal of the payment service is told and kept, and the same press tries again", async () => {
  const { extra, body, proposal } = await paid();
  await payments.fault({ path: REFUNDS, method: "POST", status: 400, message: "no" });
  await expect(press(extra, body)).rejects.toMatchObject({ code: "refund_refused" });
  expect(await requestOf(body)).toMatchObject({ status: "failed" });
  await payments.mend();
  expect(await press(extra, body)).toEqual(REFUNDED);
  expect(await proposals.one(proposal.id)).toMatchObject({ refunded_cents: 2_500 });
});

test("one that nobody came back to is finished by what the payment service has", async () => {
  const { extra, body, proposal } = await paid();
  await payments.fault({ method: "POST", path: REFUNDS, when: "after", dropConnection: true, times: 2 });
  await expect(press(extra, body)).rejects.toMatchObject(UNCONFIRMED);
  await payments.mend();
  await sql`update refund_requests set updated_at = now() - interval '5 minutes' where id = ${body.request_id}`;
  const stuck = await listStuckRefunds(extra.order.id);
  for (const refund of stuck) await finishStuckRefund(refund);
  expect(stuck).toHaveLength(1);
  expect(await requestOf(body)).toMatchObject({ status: "done" });
  expect(await proposals.one(proposal.id)).toMatchObject({ refunded_cents: 2_500 });
  expect((await madeOf(extra, body)).amounts).toEqual([2_500]);
});
