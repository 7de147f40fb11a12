import { syncDispute } from "@/lib/orders/charges/sync-charge";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { catchLog } from "@/sandbox/builders/caught-log";
import { runBeforeRpc } from "@/sandbox/builders/concurrent-call";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { type PaidCheckout, payAndFulfill, payCheckout } from "@/sandbox/builders/paid-checkout";
import { exceptionsOf, storedOrder } from "@/sandbox/builders/rows";
import { addCustomer, subscribe } from "@/sandbox/builders/subscriber";
import { connect } from "@/sandbox/builders/test-database";

const payments = ownPayments();

describe("sync charge", () => {
  /* Covers refunds and disputes from before the payment was recorded. Stripe doesn't send their events again. */

  const sql = connect();

  const stored = ({ order }: PaidCheckout) => storedOrder(sql, order.id);
  const giveBack = ({ payment }: PaidCheckout, amount: number) =>
    payments.stripe.refunds.create({ payment_intent: payment, amount });
  const dispute = ({ payment }: PaidCheckout) => payments.control("/disputes", { payment_intent: payment });

  test.each([
    [2_500, "paid"],
    [10_000, "canceled"],
  ])("applies %i cents refunded before the payment was recorded: %s", async (cents, status) => {
    const paid = await payCheckout(payments);
    await giveBack(paid, cents);
    expect((await fulfillCheckout(paid.session)).outcome).toBe("fulfilled");
    expect(await stored(paid)).toMatchObject({ payment_status: status, refunded_cents: cents });
  });

  test("stores the payment and refund of an order that was marked paid manually", async () => {
    const paid = await payCheckout(payments);
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = 100,
    stripe_session_id = ${paid.session}, reservation_expires_at = null where id = ${paid.order.id}`;
    await giveBack(paid, 10_000);
    await fulfillCheckout(paid.session);
    expect(await stored(paid)).toMatchObject({
      payment_status: "canceled",
      stripe_payment_intent_id: paid.payment,
      refunded_cents: 10_000,
    });
  });

  test("applies a dispute that precedes the payment to its own order only", async () => {
    const [paid, other] = [await payCheckout(payments), await payCheckout(payments)];
    await dispute(paid);
    await dispute(other);
    await fulfillCheckout(paid.session);
    expect(await stored(paid)).toMatchObject({ payment_status: "paid", dispute_status: "needs_response" });
    expect(await stored(other)).toMatchObject({ payment_status: "unpaid", dispute_status: null });
  });

  test("reads a recorded payment's refunds again when the event is retried after an outage", async () => {
    const paid = await payCheckout(payments);
    await giveBack(paid, 10_000);
    const event = `evt_${paid.payment}`;
    await sql`insert into stripe_events (event_id, type, livemode) values (${event}, 'checkout.session.completed', false)`;
    const isProcessed = async () =>
      (await sql`select processed_at from stripe_events where event_id = ${event}`)[0]?.processed_at !== null;
    await payments.fault({ path: "/v1/refunds", status: 500, times: null });
    await expect(fulfillCheckout(paid.session, event)).rejects.toMatchObject({ status: 503 });
    expect(await stored(paid)).toMatchObject({ payment_status: "paid" });
    expect(await isProcessed()).toBe(false);
    await payments.mend();
    expect(await fulfillCheckout(paid.session, event)).toMatchObject({ outcome: "duplicate" });
    expect(await stored(paid)).toMatchObject({ payment_status: "canceled", refunded_cents: 10_000 });
  });
});

describe("sync dispute", () => {
  const sql = connect();
  const logged = catchLog();
  const away = { status: 503, code: "payments_unavailable" };

  const stored = ({ id }: { id: string }) => storedOrder(sql, id);

  describe("disputes", () => {
    const open = async (payment: string): Promise<string> =>
      (await payments.control("/disputes", { payment_intent: payment })).body.id;

    test("are stored for staff with their current status only", async () => {
      const { order, payment } = await payAndFulfill(payments);
      const dispute = await open(payment);
      const { status } = await payments.stripe.disputes.retrieve(dispute);
      expect(await syncDispute(dispute)).toBe("noted");
      expect(await stored(order)).toMatchObject({ dispute_status: status, payment_status: "paid" });
      expect(await syncDispute(dispute)).toBe("duplicate");
      await payments.control(`/disputes/${dispute}/close`, { outcome: "lost" });
      expect(await syncDispute(dispute)).toBe("noted");
      expect(await stored(order)).toMatchObject({ dispute_status: "lost", payment_status: "paid" });
      expect(logged("dispute.applied")).toMatchObject([
        { level: "warn", payment, status, outcome: "noted" },
        { outcome: "duplicate" },
        { status: "lost", outcome: "noted" },
      ]);
    });

    test("are read after the fence is taken, so the later read wins", async () => {
      const { order, payment } = await payAndFulfill(payments);
      const dispute = await open(payment);
      const path = `/v1/disputes/${dispute}`;
      let read: number | undefined;
      runBeforeRpc("next_read_fence", async () => {
        read = (await payments.requests("GET", path)).length;
      });
      runBeforeRpc("apply_dispute", async () => {
        await payments.control(`/disputes/${dispute}/close`, { outcome: "won" });
        expect(await syncDispute(dispute)).toBe("noted");
      });
      expect(await syncDispute(dispute)).toBe("stale");
      expect(read).toBe(0);
      expect(await stored(order)).toMatchObject({ dispute_status: "won" });
    });

    test("fail with 503 when Stripe doesn't find them", async () => {
      await expect(syncDispute("dp_none")).rejects.toMatchObject(away);
      expect(logged("dispute.applied")).toEqual([]);
    });

    test("return unknown without an order of ours and missing without a payment", async () => {
      const { payment } = await payCheckout(payments);
      const dispute = await open(payment);
      expect(await syncDispute(dispute)).toBe("unknown");
      const about = await payments.stripe.disputes.retrieve(dispute);
      const body = JSON.stringify({ ...about, payment_intent: null });
      await payments.fault({ path: `/v1/disputes/${dispute}`, body });
      expect(await syncDispute(dispute)).toBe("missing");
      expect(logged("dispute.applied")).toHaveLength(1);
    });

    test("become a payment exception with the customer when they're about a membership", async () => {
      const { customer } = await addCustomer(sql, payments);
      await subscribe(payments, customer);
      const { data: charges } = await payments.stripe.charges.list({ customer });
      const dispute = (await payments.control("/disputes", { charge: charges[0]?.id })).body.id;
      expect(await syncDispute(dispute)).toBe("noted");
      expect(await exceptionsOf(sql, String(charges[0]?.payment_intent))).toMatchObject([
        {
          reason: "membership_disputed",
          detail: { customer_id: customer, dispute_status: "needs_response" },
        },
      ]);
    });

    test("fail with 503 while Stripe is down", async () => {
      await payments.fault({ path: "/v1/disputes/*", status: 500, times: null });
      await expect(syncDispute("dp_1")).rejects.toMatchObject(away);
    });
  });
});
