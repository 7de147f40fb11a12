import { randomUUID } from "node:crypto";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import type { RefundBody } from "@/lib/staff/refunds/schema";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { type PaidPage, payAndFulfil } from "@/sandbox/builders/paid-page";
import { aRefund, REFUNDED, REFUNDS, refundPress, UNCONFIRMED } from "@/sandbox/builders/refund-press";
import { justBefore } from "@/sandbox/builders/rival";
import { addOrder, addUser } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();

const { press, madeOf, requestOf, refundedOf } = refundPress(sql, payments);

test("gives the money back once, and the order knows of it", async () => {
  const paid = await payAndFulfil(payments);
  const body = aRefund();
  expect(await press(paid, body)).toEqual(REFUNDED);
  const [refund] = (await payments.stripe.refunds.list({ payment_intent: paid.payment })).data;
  expect(refund).toMatchObject({
    amount: 2_500,
    payment_intent: paid.payment,
    reason: "requested_by_customer",
    metadata: { app: "slabrelay", order_id: paid.order.id, refund_request: body.request_id },
  });
  expect(await refundedOf(paid)).toBe(2_500);
  const request = { status: "done", attempt: 1, failure: null, stripe_refund_id: refund?.id };
  expect(await requestOf(body)).toEqual(request);
  expect(logged("refund.made")).toMatchObject([{ order: paid.order.id, refund: refund?.id, cents: 2_500 }]);

  expect(await press(paid, body)).toEqual(REFUNDED);
  expect(await madeOf(paid, body)).toEqual({ amounts: [2_500], attempts: [1] });
  expect(logged("refund.made")).toHaveLength(1);
});

test("a first press does not look for itself in the payment service's list", async () => {
  const paid = await payAndFulfil(payments);
  let lists: number | undefined;
  justBefore("next_read_fence", async () => {
    const asked = await payments.requests("GET", REFUNDS);
    lists = asked.filter(({ params }) => params.payment_intent === paid.payment).length;
  });
  await press(paid, aRefund());
  expect(lists).toBe(0);
});

test("is written down as done only when the order knows of it", async () => {
  const paid = await payAndFulfil(payments);
  let known: unknown;
  justBefore("staff_finish_refund", async () => {
    known = await refundedOf(paid);
  });
  await press(paid, aRefund());
  expect(known).toBe(2_500);
});

describe("refuses before the payment service is asked", () => {
  /** Presses, expects this refusal, and that no money has moved. */
  async function refuses(paid: PaidPage, body: RefundBody, code: string, status = 409) {
    const before = await madeOf(paid, body);
    await expect(press(paid, body)).rejects.toMatchObject({ status, code });
    expect(await madeOf(paid, body)).toEqual(before);
  }

  test("who is not staff", async () => {
    const paid = await payAndFulfil(payments);
    const { id } = await addUser(sql);
    const body = aRefund();
    await expect(refundOrder(id, paid.order.id, body)).rejects.toMatchObject({
      status: 403,
      code: "not_allowed",
    });
    expect(await madeOf(paid, body)).toEqual({ amounts: [], attempts: [] });
  });

  test("an order that does not exist, or was not paid by card", async () => {
    const paid = await payAndFulfil(payments);
    await refuses({ ...paid, order: { ...paid.order, id: randomUUID() } }, aRefund(), "order_not_found", 404);
    const byHand = await addOrder(sql, { stripe_payment_intent_id: null });
    await refuses({ ...paid, order: { ...paid.order, id: byHand.id } }, aRefund(), "refund_not_by_card");
  });

  test("a form that saw another sum, or was used for another refund", async () => {
    const paid = await payAndFulfil(payments);
    await refuses(paid, aRefund({ refunded_cents: 100 }), "refund_outdated");
    const body = aRefund();
    await press(paid, body);
    await refuses(paid, { ...body, amount_cents: 2_600 }, "refund_form_reused");
  });

  test("more than is left, and says how much that is", async () => {
    const paid = await payAndFulfil(payments);
    const body = aRefund({ amount_cents: 10_001 });
    const text = "At most $100.00 can still be refunded.";
    await refuses(paid, body, "refund_too_much", 422);
    await expect(press(paid, body)).rejects.toMatchObject({ message: text, fields: { amount_cents: text } });
  });

  test("a second one while another is under way", async () => {
    const paid = await payAndFulfil(payments);
    await payments.fault({ path: REFUNDS, dropConnection: true, times: null });
    await expect(press(paid, aRefund())).rejects.toMatchObject(UNCONFIRMED);
    await payments.mend();
    await refuses(paid, aRefund(), "refund_under_way");
  });
});

describe("while the payment service is away", () => {
  test("nobody knows, and the same press goes on under the same key", async () => {
    const paid = await payAndFulfil(payments);
    const body = aRefund();
    await payments.fault({ method: "POST", path: REFUNDS, dropConnection: true, times: null });
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    expect(await requestOf(body)).toMatchObject({ status: "started", attempt: 1 });
    expect(logged("refund.unconfirmed")).toMatchObject([{ order: paid.order.id }]);
    await payments.mend();
    expect(await press(paid, body)).toEqual(REFUNDED);
    expect(await madeOf(paid, body)).toEqual({ amounts: [2_500], attempts: [1] });
  });

  test("a failure that it keeps under the key is passed by with the next one", async () => {
    const paid = await payAndFulfil(payments);
    const body = aRefund();
    await payments.fault({ method: "POST", path: REFUNDS, status: 500, stored: true });
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    expect(await requestOf(body)).toMatchObject({ status: "failed", failure: "The payment service failed." });
    expect(await press(paid, body)).toEqual(REFUNDED);
    expect(await madeOf(paid, body)).toEqual({ amounts: [2_500], attempts: [1, 2] });
    expect(await requestOf(body)).toMatchObject({ status: "done", attempt: 2, failure: null });
  });

  test("a refund that was made behind a failure is known to the order before another may begin", async () => {
    const paid = await payAndFulfil(payments);
    await payments.fault({ method: "POST", path: REFUNDS, when: "after", status: 500, stored: true });
    await expect(press(paid, aRefund())).rejects.toMatchObject(UNCONFIRMED);
    expect(await refundedOf(paid)).toBe(2_500);
    await expect(press(paid, aRefund())).rejects.toMatchObject({ code: "refund_outdated" });
  });

  test("a refund that came through unheard is found again, even when its key is forgotten", async () => {
    const paid = await payAndFulfil(payments);
    const body = aRefund();
    await payments.fault({ method: "POST", path: REFUNDS, when: "after", dropConnection: true, times: 2 });
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    // A day on, when the payment service has forgotten the key.
    await payments.control("/clock", { advance: 90_000 });
    expect(await press(paid, body)).toEqual(REFUNDED);
    await payments.control("/clock", { reset: true });
    expect((await madeOf(paid, body)).amounts).toEqual([2_500]);
    expect(await refundedOf(paid)).toBe(2_500);
    for (const { params } of await payments.requests("GET", REFUNDS))
      expect(params.payment_intent).toMatch(/^pi_/);
  });

  test("a failure behind which nobody can look is named, and the attempt stays open", async () => {
    const paid = await payAndFulfil(payments);
    const body = aRefund();
    await payments.fault({ method: "POST", path: REFUNDS, status: 500, stored: true });
    await payments.fault({ method: "GET", path: REFUNDS, status: 500, times: null });
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    expect(logged("refund.not_closed")).toMatchObject([{ order: paid.order.id }]);
    expect(await requestOf(body)).toMatchObject({ status: "started", attempt: 1 });
    await payments.mend();
    // The failure is still what that key answers; now it can be looked behind, and the next press has another key.
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    expect(await press(paid, body)).toEqual(REFUNDED);
    expect(await refundedOf(paid)).toBe(2_500);
  });

  test("a refund that was made and not yet read stays open, and the next press ends it", async () => {
    const paid = await payAndFulfil(payments);
    const body = aRefund();
    await payments.fault({ method: "GET", path: REFUNDS, status: 500, times: null });
    await expect(press(paid, body)).rejects.toMatchObject({ status: 503, code: "payments_unavailable" });
    expect(await requestOf(body)).toMatchObject({ status: "started" });
    await payments.mend();
    expect(await press(paid, body)).toEqual(REFUNDED);
    expect((await madeOf(paid, body)).amounts).toEqual([2_500]);
  });
});
