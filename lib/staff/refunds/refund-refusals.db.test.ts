import { randomUUID } from "node:crypto";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payAndFulfil } from "@/sandbox/builders/paid-page";
import { aRefund, REFUNDED, REFUNDS, refundPress, UNCONFIRMED } from "@/sandbox/builders/refund-press";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();

const { press, madeOf, requestOf, refundedOf } = refundPress(sql, payments);

describe("the payment service", () => {
  test("refuses: no money has moved, staff read why, and may press again", async () => {
    const paid = await payAndFulfil(payments);
    const body = aRefund();
    await payments.control("/disputes", { payment_intent: paid.payment });
    const why = expect.stringMatching(/^The payment service refused: .*charged back/);
    await expect(press(paid, body)).rejects.toMatchObject({
      status: 422,
      code: "refund_refused",
      message: why,
    });
    expect(await requestOf(body)).toMatchObject({ status: "failed", failure: why, attempt: 1 });
    await expect(press(paid, body)).rejects.toMatchObject({ code: "refund_refused" });
    expect(await madeOf(paid, body)).toEqual({ amounts: [], attempts: [1, 2] });
  });

  test.each([
    [401, "Invalid API Key provided: rk_live_****"],
    [403, "The provided key does not have the required permissions: 'rak_charge_write'."],
  ])(
    "refuses our key with %s: staff read what it lacks, and nothing stays under way",
    async (status, message) => {
      const paid = await payAndFulfil(payments);
      await payments.fault({ method: "POST", path: REFUNDS, status, message, times: null });
      const body = aRefund();
      const text = `The payment service refused: ${message}`;
      await expect(press(paid, body)).rejects.toMatchObject({
        status: 422,
        code: "refund_refused",
        message: text,
      });
      expect(await requestOf(body)).toMatchObject({ status: "failed", failure: text });
      // A key that may not refund may not be able to list refunds either.
      const reads = await payments.requests("GET", REFUNDS);
      expect(reads.filter(({ params }) => params.payment_intent === paid.payment)).toEqual([]);
      await payments.mend();
      expect(await press(paid, aRefund())).toEqual(REFUNDED);
    },
  );

  test("does not let us look: whether money moved before stays open", async () => {
    const paid = await payAndFulfil(payments);
    const body = aRefund();
    await payments.fault({ method: "POST", path: REFUNDS, when: "after", dropConnection: true, times: 2 });
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    await payments.mend();
    await payments.fault({ method: "GET", path: REFUNDS, status: 403, times: null });
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    expect(await requestOf(body)).toMatchObject({ status: "started", attempt: 1 });
  });

  test("refuses because more went back elsewhere: the order learns of that", async () => {
    const paid = await payAndFulfil(payments);
    await payments.stripe.refunds.create({ payment_intent: paid.payment, amount: 9_000 });
    await expect(press(paid, aRefund())).rejects.toMatchObject({ code: "refund_refused" });
    expect(await refundedOf(paid)).toBe(9_000);
  });

  test.each([
    ["failed", "expired_or_canceled_card", "expired_or_canceled_card"],
    ["canceled", null, "canceled"],
  ])(
    "makes one that is %s at once: staff read why, and the next press makes another",
    async (status, failure_reason, why) => {
      const paid = await payAndFulfil(payments);
      const body = aRefund();
      const refund = { id: `re_${randomUUID()}`, object: "refund", amount: 2_500, status, failure_reason };
      await payments.fault({ method: "POST", path: REFUNDS, body: JSON.stringify(refund) });
      const message = `The payment service could not refund: ${why}.`;
      await expect(press(paid, body)).rejects.toMatchObject({ status: 422, code: "refund_refused", message });
      expect(await requestOf(body)).toMatchObject({
        status: "failed",
        failure: message,
        stripe_refund_id: refund.id,
      });
      expect(logged("refund.made")).toEqual([]);

      // The list holds the failed one of this request, and another's of this payment: neither is taken for it.
      const metadata = { refund_request: body.request_id };
      const listed = [
        { ...refund, metadata },
        { ...refund, status: "succeeded", amount: 100, metadata: {} },
      ];
      const list = { object: "list", url: REFUNDS, has_more: false, data: listed };
      await payments.fault({ method: "GET", path: REFUNDS, body: JSON.stringify(list) });
      expect(await press(paid, body)).toEqual(REFUNDED);
      expect(await madeOf(paid, body)).toEqual({ amounts: [2_500], attempts: [1, 2] });
    },
  );
});
