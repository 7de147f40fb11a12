import { randomUUID } from "node:crypto";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { listStuckRefunds } from "@/lib/staff/refunds/mutations";
import { finishStuckRefund, refundCancellation, refundOrder } from "@/lib/staff/refunds/refund-order";
import type { RefundBody } from "@/lib/staff/refunds/schema";
import { catchLog } from "@/sandbox/builders/caught-log";
import { runBeforeRpc } from "@/sandbox/builders/concurrent-call";
import { type OwnPayments, ownPayments } from "@/sandbox/builders/own-payments";
import { type PaidCheckout, payAndFulfill, payCharge } from "@/sandbox/builders/paid-checkout";
import { Proposals } from "@/sandbox/builders/proposals";
import { addOrder, addUser, type StaffMember, signUpStaff, storedOrder } from "@/sandbox/builders/rows";
import { connect, type Sql } from "@/sandbox/builders/test-database";

const REFUNDS = "/v1/refunds";

const aRefund = (changes: Partial<RefundBody> = {}): RefundBody => ({
  request_id: randomUUID(),
  amount_cents: 2_500,
  refunded_cents: 0,
  reason: "A card was missing",
  ...changes,
});

const REFUNDED = { outcome: "done" };
const UNCONFIRMED = { status: 503, code: "refund_unconfirmed" };

function submitRefund(sql: Sql, payments: OwnPayments) {
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });
  return {
    press: ({ order }: { order: { id: string } }, body: RefundBody) =>
      refundOrder({ userId: member.id, factorUsedAt: new Date() }, order.id, body),

    refundedOf: async ({ order }: PaidCheckout) => (await storedOrder(sql, order.id)).refunded_cents,

    madeOf: async ({ payment }: PaidCheckout, { request_id: id }: RefundBody) => {
      const { data } = await payments.stripe.refunds.list({ payment_intent: payment });
      const keys = (await payments.requests("POST", REFUNDS)).map(
        ({ idempotencyKey }) => idempotencyKey ?? "",
      );
      const attempts = keys
        .filter((key) => key.startsWith(`refund:${id}:`))
        .map((key) => Number(key.slice(-1)));
      return { amounts: data.map(({ amount }) => amount), attempts: [...new Set(attempts)] };
    },

    requestOf: async ({ request_id: id }: RefundBody) => {
      const [row] =
        await sql`select status, attempt, failure, stripe_refund_id from refund_requests where id = ${id}`;
      return row;
    },
  };
}

const sql = connect();
const payments = ownPayments();
const logged = catchLog();

describe("refund order", () => {
  const { press, madeOf, requestOf, refundedOf } = submitRefund(sql, payments);

  test("refunds once and updates the order", async () => {
    const paid = await payAndFulfill(payments);
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

  test("doesn't search Stripe's list on the first attempt", async () => {
    const paid = await payAndFulfill(payments);
    let lists: number | undefined;
    runBeforeRpc("next_read_fence", async () => {
      const asked = await payments.requests("GET", REFUNDS);
      lists = asked.filter(({ params }) => params.payment_intent === paid.payment).length;
    });
    await press(paid, aRefund());
    expect(lists).toBe(0);
  });

  test("closes the request only after the order is updated", async () => {
    const paid = await payAndFulfill(payments);
    let known: unknown;
    runBeforeRpc("staff_finish_refund", async () => {
      known = await refundedOf(paid);
    });
    await press(paid, aRefund());
    expect(known).toBe(2_500);
  });

  describe("before calling Stripe", () => {
    /** Expects the refund to be refused with this code and no money to be refunded. */
    async function refuses(paid: PaidCheckout, body: RefundBody, code: string, status = 409) {
      const before = await madeOf(paid, body);
      await expect(press(paid, body)).rejects.toMatchObject({ status, code });
      expect(await madeOf(paid, body)).toEqual(before);
    }

    test("refuses anyone who isn't staff", async () => {
      const paid = await payAndFulfill(payments);
      const { id } = await addUser(sql);
      const body = aRefund();
      await expect(
        refundOrder({ userId: id, factorUsedAt: null }, paid.order.id, body),
      ).rejects.toMatchObject({
        status: 403,
        code: "not_allowed",
      });
      expect(await madeOf(paid, body)).toEqual({ amounts: [], attempts: [] });
    });

    test("refuses an unknown order and an order that wasn't paid by card", async () => {
      const paid = await payAndFulfill(payments);
      await refuses(
        { ...paid, order: { ...paid.order, id: randomUUID() } },
        aRefund(),
        "order_not_found",
        404,
      );
      const byHand = await addOrder(sql, { stripe_payment_intent_id: null });
      await refuses({ ...paid, order: { ...paid.order, id: byHand.id } }, aRefund(), "refund_not_by_card");
    });

    test("refuses an outdated form and a reused one", async () => {
      const paid = await payAndFulfill(payments);
      await refuses(paid, aRefund({ refunded_cents: 100 }), "refund_outdated");
      const body = aRefund();
      await press(paid, body);
      await refuses(paid, { ...body, amount_cents: 2_600 }, "refund_form_reused");
    });

    test("refuses more than the remaining amount and returns that amount", async () => {
      const paid = await payAndFulfill(payments);
      const body = aRefund({ amount_cents: 10_001 });
      const text = "You can refund up to $100.00.";
      await refuses(paid, body, "refund_too_much", 422);
      await expect(press(paid, body)).rejects.toMatchObject({
        message: text,
        reply: { left_cents: 10_000 },
      });
    });

    test("refuses a second refund while another is in progress", async () => {
      const paid = await payAndFulfill(payments);
      await payments.fault({ path: REFUNDS, dropConnection: true, times: null });
      await expect(press(paid, aRefund())).rejects.toMatchObject(UNCONFIRMED);
      await payments.mend();
      await refuses(paid, aRefund(), "refund_in_progress");
    });
  });

  describe("while Stripe is down", () => {
    test("keeps a refund with a lost response unconfirmed and retries with the same key", async () => {
      const paid = await payAndFulfill(payments);
      const body = aRefund();
      await payments.fault({ method: "POST", path: REFUNDS, dropConnection: true, times: null });
      await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
      expect(await requestOf(body)).toMatchObject({ status: "started", attempt: 1 });
      expect(logged("refund.unconfirmed")).toMatchObject([{ order: paid.order.id }]);
      await payments.mend();
      expect(await press(paid, body)).toEqual(REFUNDED);
      expect(await madeOf(paid, body)).toEqual({ amounts: [2_500], attempts: [1] });
    });

    test("uses a new key after a stored failure", async () => {
      const paid = await payAndFulfill(payments);
      const body = aRefund();
      await payments.fault({ method: "POST", path: REFUNDS, status: 500, stored: true });
      await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
      expect(await requestOf(body)).toMatchObject({
        status: "failed",
        failure: "Stripe had an error.",
      });
      expect(await press(paid, body)).toEqual(REFUNDED);
      expect(await madeOf(paid, body)).toEqual({ amounts: [2_500], attempts: [1, 2] });
      expect(await requestOf(body)).toMatchObject({ status: "done", attempt: 2, failure: null });
    });

    test("finds a refund with a lost response, even after its key expired", async () => {
      const paid = await payAndFulfill(payments);
      const body = aRefund();
      await payments.fault({ method: "POST", path: REFUNDS, when: "after", dropConnection: true, times: 2 });
      await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
      // After a day, the key has expired.
      await payments.control("/clock", { advance: 90_000 });
      expect(await press(paid, body)).toEqual(REFUNDED);
      await payments.control("/clock", { reset: true });
      expect((await madeOf(paid, body)).amounts).toEqual([2_500]);
      expect(await refundedOf(paid)).toBe(2_500);
      for (const { params } of await payments.requests("GET", REFUNDS))
        expect(params.payment_intent).toMatch(/^pi_/);
    });

    test("logs a failure that can't be checked and keeps the attempt open", async () => {
      const paid = await payAndFulfill(payments);
      const body = aRefund();
      await payments.fault({ method: "POST", path: REFUNDS, status: 500, stored: true });
      await payments.fault({ method: "GET", path: REFUNDS, status: 500, times: null });
      await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
      expect(logged("refund.not_closed")).toMatchObject([{ order: paid.order.id }]);
      expect(await requestOf(body)).toMatchObject({ status: "started", attempt: 1 });
      await payments.mend();
      // The old key still returns the stored failure. The list can now be read, so the next attempt uses another key.
      await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
      expect(await press(paid, body)).toEqual(REFUNDED);
      expect(await refundedOf(paid)).toBe(2_500);
    });

    test("keeps a refund open until its read succeeds on retry", async () => {
      const paid = await payAndFulfill(payments);
      const body = aRefund();
      await payments.fault({ method: "GET", path: REFUNDS, status: 500, times: null });
      await expect(press(paid, body)).rejects.toMatchObject({ status: 503, code: "payments_unavailable" });
      expect(await requestOf(body)).toMatchObject({ status: "started" });
      await payments.mend();
      expect(await press(paid, body)).toEqual(REFUNDED);
      expect((await madeOf(paid, body)).amounts).toEqual([2_500]);
    });
  });
});

describe("refund refusals", () => {
  const { press, madeOf, requestOf, refundedOf } = submitRefund(sql, payments);

  describe("refused refunds", () => {
    test("reports Stripe's refusal and allows a retry", async () => {
      const paid = await payAndFulfill(payments);
      const body = aRefund();
      await payments.control("/disputes", { payment_intent: paid.payment });
      const why = expect.stringMatching(/^Stripe refused this refund: .*charged back/);
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
    ])("reports a key refused with %s and closes the attempt", async (status, message) => {
      const paid = await payAndFulfill(payments);
      await payments.fault({ method: "POST", path: REFUNDS, status, message, times: null });
      const body = aRefund();
      const text = `Stripe refused this refund: ${message}`;
      await expect(press(paid, body)).rejects.toMatchObject({
        status: 422,
        code: "refund_refused",
        message: text,
      });
      expect(await requestOf(body)).toMatchObject({ status: "failed", failure: text });
      // A key without permission to refund may not be able to list refunds either.
      const reads = await payments.requests("GET", REFUNDS);
      expect(reads.filter(({ params }) => params.payment_intent === paid.payment)).toEqual([]);
      await payments.mend();
      expect(await press(paid, aRefund())).toEqual(REFUNDED);
    });

    test("keeps an unconfirmed attempt open when Stripe can't be read", async () => {
      const paid = await payAndFulfill(payments);
      const body = aRefund();
      await payments.fault({ method: "POST", path: REFUNDS, when: "after", dropConnection: true, times: 2 });
      await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
      await payments.mend();
      await payments.fault({ method: "GET", path: REFUNDS, status: 403, times: null });
      await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
      expect(await requestOf(body)).toMatchObject({ status: "started", attempt: 1 });
    });

    test("updates the order when other refunds caused the refusal", async () => {
      const paid = await payAndFulfill(payments);
      await payments.stripe.refunds.create({ payment_intent: paid.payment, amount: 9_000 });
      await expect(press(paid, aRefund())).rejects.toMatchObject({ code: "refund_refused" });
      expect(await refundedOf(paid)).toBe(9_000);
    });

    test.each([
      ["failed", "expired_or_canceled_card", "expired_or_canceled_card"],
      ["canceled", null, "canceled"],
    ])(
      "reports a refund that Stripe returned as %s and creates another",
      async (status, failure_reason, why) => {
        const paid = await payAndFulfill(payments);
        const body = aRefund();
        const refund = { id: `re_${randomUUID()}`, object: "refund", amount: 2_500, status, failure_reason };
        await payments.fault({ method: "POST", path: REFUNDS, body: JSON.stringify(refund) });
        const message = `Stripe couldn't refund this: ${why}.`;
        await expect(press(paid, body)).rejects.toMatchObject({
          status: 422,
          code: "refund_refused",
          message,
        });
        expect(await requestOf(body)).toMatchObject({
          status: "failed",
          failure: message,
          stripe_refund_id: refund.id,
        });
        expect(logged("refund.made")).toEqual([]);

        // The list contains this request's failed refund and an unrelated refund. Neither counts as this refund.
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
});

describe("refund cancellation", () => {
  catchLog();

  const press = async ({ order }: PaidCheckout, cents = 10_000) => {
    const { guest_key } = await storedOrder(sql, order.id);
    return refundCancellation(
      order.id,
      { userId: null, guestKey: String(guest_key), tokenHash: null },
      cents,
    );
  };
  const madeOf = async ({ payment }: PaidCheckout) =>
    (await payments.stripe.refunds.list({ payment_intent: payment })).data.map(({ amount }) => amount);
  const emailsOf = async ({ order }: PaidCheckout) =>
    (await sql`select 1 from outbox where kind = 'order_refunded' and payload ->> 'order_id' = ${order.id}`)
      .length;

  test("refunds once, cancels the order and emails the customer", async () => {
    const paid = await payAndFulfill(payments);
    let between: unknown;
    runBeforeRpc("apply_refund", async () => {
      between = await press(paid);
    });
    expect(await press(paid)).toEqual({ outcome: "canceled" });
    expect(between).toEqual({ outcome: "in_progress" });
    expect(await press(paid)).toEqual({ outcome: "canceled" });
    expect(await madeOf(paid)).toEqual([10_000]);
    const order = await storedOrder(sql, paid.order.id);
    expect(order).toMatchObject({ payment_status: "canceled", refunded_cents: 10_000 });
    expect(await emailsOf(paid)).toBe(1);
  });

  test("refunds once when many calls arrive at the same time", async () => {
    const paid = await payAndFulfill(payments);
    const outcomes = (await Promise.all(Array.from({ length: 5 }, () => press(paid)))).map(
      ({ outcome }) => outcome,
    );
    expect(outcomes).toContain("canceled");
    expect(outcomes.filter((outcome) => outcome !== "canceled" && outcome !== "in_progress")).toEqual([]);
    expect(await madeOf(paid)).toEqual([10_000]);
    expect(await emailsOf(paid)).toBe(1);
  });

  test("keeps a refund without a response as a request that the job finishes", async () => {
    const paid = await payAndFulfill(payments);
    await payments.fault({ method: "POST", path: REFUNDS, dropConnection: true, times: null });
    expect(await press(paid)).toEqual({ outcome: "in_progress" });
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

  test("refuses another amount, another owner and an arrived batch", async () => {
    const paid = await payAndFulfill(payments);
    await expect(press(paid, 1)).rejects.toMatchObject({ status: 409, code: "cancel_changed" });
    const stranger = { userId: null, guestKey: null, tokenHash: null };
    await expect(refundCancellation(paid.order.id, stranger, 10_000)).rejects.toMatchObject({
      code: "not_found",
    });
    await sql`update grading_orders set arrived_at = now() where id = ${paid.order.id}`;
    await expect(press(paid)).rejects.toMatchObject({ status: 409, code: "cancel_arrived" });
    expect(await madeOf(paid)).toEqual([]);
  });
});

describe("refund proposal", () => {
  const sql = connect();
  let proposals: Proposals;
  beforeAll(async () => {
    proposals = await Proposals.begin(sql);
  });
  afterEach(() => proposals.leaveNothing());

  const { press, madeOf, requestOf, refundedOf } = submitRefund(sql, payments);

  /** Pays an extra charge of an order. */
  async function paid() {
    const { own: first, asked: proposal, session, payment } = await payCharge(proposals, payments);
    await fulfillSession(session);
    return { first, proposal, extra: { ...first, payment }, body: aRefund({ adjustment_id: proposal.id }) };
  }

  test("refunds the extra charge's payment once and leaves the order's payment unchanged", async () => {
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

  test("refuses more than the remaining amount of the charge", async () => {
    const { extra, body } = await paid();
    await expect(press(extra, { ...body, amount_cents: 5_001 })).rejects.toMatchObject({
      code: "refund_too_much",
      message: "You can refund up to $50.00.",
    });
  });

  test("stores a refusal by Stripe and refunds when retried", async () => {
    const { extra, body, proposal } = await paid();
    await payments.fault({ path: REFUNDS, method: "POST", status: 400, message: "no" });
    await expect(press(extra, body)).rejects.toMatchObject({ code: "refund_refused" });
    expect(await requestOf(body)).toMatchObject({ status: "failed" });
    await payments.mend();
    expect(await press(extra, body)).toEqual(REFUNDED);
    expect(await proposals.one(proposal.id)).toMatchObject({ refunded_cents: 2_500 });
  });

  test("finishes an abandoned refund of a charge from Stripe's list", async () => {
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
});

describe("finish stuck refund", () => {
  const { press, madeOf, requestOf } = submitRefund(sql, payments);

  /** Starts a refund whose response is lost, this many minutes ago. */
  async function broken(when: "before" | "after", minutes: number) {
    const paid = await payAndFulfill(payments);
    const body = aRefund();
    await payments.fault({ method: "POST", path: REFUNDS, when, dropConnection: true, times: 2 });
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    await sql`update refund_requests set updated_at = now() - make_interval(mins => ${minutes})
            where id = ${body.request_id}`;
    return { paid, body };
  }

  const finishAll = async ({ order }: PaidCheckout) => {
    const stuck = await listStuckRefunds(order.id);
    for (const refund of stuck) await finishStuckRefund(refund);
    return stuck.length;
  };

  test("closes a refund that Stripe created and updates its order", async () => {
    const { paid, body } = await broken("after", 5);
    expect(await finishAll(paid)).toBe(1);
    expect(await requestOf(body)).toMatchObject({ status: "done", failure: null });
    expect(await storedOrder(sql, paid.order.id)).toMatchObject({ refunded_cents: 2_500 });
    expect(logged("refund.finished")).toMatchObject([{ order: paid.order.id, is_made: true }]);
    expect(await finishAll(paid)).toBe(0);
  });

  test("closes a refund that Stripe never created so that it can restart", async () => {
    const { paid, body } = await broken("before", 5);
    expect(await finishAll(paid)).toBe(1);
    expect(await requestOf(body)).toMatchObject({
      status: "failed",
      failure: "Stripe has no record of this refund, so no money was sent.",
    });
    expect((await madeOf(paid, body)).amounts).toEqual([]);
    expect(await press(paid, body)).toEqual({ outcome: "done" });
    expect((await madeOf(paid, body)).amounts).toEqual([2_500]);
  });

  test("skips a refund that was changed in the last five minutes", async () => {
    const { paid } = await broken("before", 4);
    expect(await finishAll(paid)).toBe(0);
    const again = await broken("before", 60);
    await payments.fault({ method: "GET", path: REFUNDS, status: 500, times: null });
    await expect(press(again.paid, again.body)).rejects.toMatchObject({ status: 503 });
    await payments.mend();
    expect(await finishAll(again.paid)).toBe(0);
  });

  test("keeps a refund open while Stripe is unavailable", async () => {
    const { paid, body } = await broken("after", 5);
    await payments.fault({ method: "GET", path: REFUNDS, status: 500, times: null });
    await expect(finishAll(paid)).rejects.toMatchObject({ status: 503, code: "payments_unavailable" });
    expect(await requestOf(body)).toMatchObject({ status: "started" });
  });

  test("never refunds again when a failed call created the refund anyway", async () => {
    const paid = await payAndFulfill(payments);
    const body = aRefund();
    await payments.fault({ method: "POST", path: REFUNDS, when: "after", status: 500, times: 2 });
    await expect(press(paid, body)).rejects.toMatchObject(UNCONFIRMED);
    expect(await requestOf(body)).toMatchObject({ status: "failed" });
    await expect(press(paid, aRefund())).rejects.toMatchObject({ status: 409, code: "refund_outdated" });
    expect((await madeOf(paid, body)).amounts).toEqual([2_500]);
    expect(await press(paid, body)).toEqual({ outcome: "done" });
    expect((await madeOf(paid, body)).amounts).toEqual([2_500]);
  });
});
