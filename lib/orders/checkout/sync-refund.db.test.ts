import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import { catchLog } from "@/sandbox/builders/caught-log";
import { runBeforeRpc } from "@/sandbox/builders/concurrent-call";
import { aPaymentIntentId } from "@/sandbox/builders/ids";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payAndFulfill, payCheckout } from "@/sandbox/builders/paid-checkout";
import { addException, addOrder, exceptionsOf, storedOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const away = { status: 503, code: "payments_unavailable" };

let mockIsLive = false;
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, isLivemode: () => mockIsLive };
});
beforeEach(() => {
  mockIsLive = false;
});

const refund = (payment: string, amount: number) =>
  payments.stripe.refunds.create({ payment_intent: payment, amount });
const PAGES = "/v1/checkout/sessions";
const pagesAsked = async (payment: string) =>
  (await payments.requests("GET", PAGES)).filter(({ params }) => params.payment_intent === payment);
const stored = ({ id }: { id: string }) => storedOrder(sql, id);
const line = (payment: string, outcome: string) => ({ level: "info", payment, outcome });

test("adds up refunds and cancels the order once it's fully refunded", async () => {
  const { order, payment } = await payAndFulfill(payments);
  await refund(payment, 1_000);
  await refund(payment, 500);
  expect(await syncRefund(payment)).toBe("partial");
  expect(await stored(order)).toMatchObject({ refunded_cents: 1_500, payment_status: "paid" });
  expect(await syncRefund(payment)).toBe("duplicate");
  await refund(payment, 8_500);
  expect(await syncRefund(payment)).toBe("refunded");
  expect(await stored(order)).toMatchObject({ refunded_cents: 10_000, payment_status: "canceled" });
  expect(logged("refund.applied")).toMatchObject([
    line(payment, "partial"),
    line(payment, "duplicate"),
    line(payment, "refunded"),
  ]);
});

test("counts pending refunds, but not failed or canceled ones", async () => {
  const { order, payment } = await payAndFulfill(payments);
  for (const amount of [100, 200, 400, 800]) await refund(payment, amount);
  const statuses: Record<number, string> = { 100: "failed", 200: "canceled", 400: "pending" };
  const { data, ...list } = await payments.stripe.refunds.list({ payment_intent: payment });
  const told = data.map((item) => ({ ...item, status: statuses[item.amount] ?? item.status }));
  await payments.fault({
    method: "GET",
    path: "/v1/refunds",
    body: JSON.stringify({ ...list, data: told }),
  });
  expect(await syncRefund(payment)).toBe("partial");
  expect(await stored(order)).toMatchObject({ refunded_cents: 1_200 });
});

test("fulfills the order first when a refund arrives before its payment", async () => {
  const { order, payment, session } = await payCheckout(payments);
  await refund(payment, 10_000);
  // The refund was applied with the session.
  expect(await syncRefund(payment)).toBe("duplicate");
  expect(await stored(order)).toMatchObject({
    payment_status: "canceled",
    paid_at: expect.any(Date),
    stripe_session_id: session,
    refunded_cents: 10_000,
  });
  expect(logged("refund.applied")).toMatchObject([line(payment, "refunded"), line(payment, "duplicate")]);
  expect(await pagesAsked(payment)).toMatchObject([{ params: { payment_intent: payment } }]);
});

test("returns unknown for a payment without a session, or not ours", async () => {
  const { order, payment } = await payCheckout(payments);
  const none = { object: "list", url: PAGES, has_more: false, data: [] };
  await payments.fault({ path: PAGES, body: JSON.stringify(none) });
  expect(await syncRefund(payment)).toBe("unknown");

  const asked = (await payments.requests("GET", PAGES)).length;
  const intent = await payments.stripe.paymentIntents.retrieve(payment);
  const foreign = JSON.stringify({ ...intent, metadata: { app: "other", order_id: order.id } });
  await payments.fault({ path: `/v1/payment_intents/${payment}`, body: foreign });
  expect(await syncRefund(payment)).toBe("unknown");
  expect(await payments.requests("GET", PAGES)).toHaveLength(asked);
  expect(await stored(order)).toMatchObject({ payment_status: "unpaid", refunded_cents: 0 });
});

test("stores the refunds of a payment exception with it", async () => {
  const { order, payment, session } = await payCheckout(payments);
  await sql`update grading_orders set num_cards = 5, grading_fee = 125 where id = ${order.id}`;
  await addException(sql, { stripe_session_id: session });
  await sql`update payment_exceptions set detail = ${sql.json({ payment_intent_id: payment })}
              where stripe_session_id = ${session}`;
  await refund(payment, 700);
  expect(await syncRefund(payment)).toBe("noted");
  expect(await exceptionsOf(sql, session)).toMatchObject([{ detail: { refunded_cents: 700 } }]);
});

test("creates a payment exception for refunds of the other mode, live or test", async () => {
  const { order, payment, session } = await payAndFulfill(payments);
  await refund(payment, 700);
  mockIsLive = true;
  expect(await syncRefund(payment)).toBe("exception");
  expect(await exceptionsOf(sql, session)).toMatchObject([{ reason: "livemode_mismatch" }]);
  expect(await stored(order)).toMatchObject({ refunded_cents: 0 });
});

test("reads refunds after taking the fence, so the later read wins", async () => {
  const { order, payment } = await payAndFulfill(payments);
  await refund(payment, 100);
  let listed: number | undefined;
  const lists = async () =>
    (await payments.requests("GET", "/v1/refunds")).filter(({ params }) => params.payment_intent === payment);
  runBeforeRpc("next_read_fence", async () => {
    listed = (await lists()).length;
  });
  runBeforeRpc("apply_refund", async () => {
    await refund(payment, 300);
    expect(await syncRefund(payment)).toBe("partial");
  });
  expect(await syncRefund(payment)).toBe("stale");
  expect(listed).toBe(0);
  expect(await stored(order)).toMatchObject({ refunded_cents: 400 });
});

test("returns missing for a payment that doesn't exist", async () => {
  expect(await syncRefund(aPaymentIntentId())).toBe("missing");
  expect(logged("refund.applied")).toEqual([]);
});

test.each(["an order", "a proposal", "money that fits no order"])(
  "throws 503 when Stripe can't find the payment of %s",
  async (of) => {
    const payment = aPaymentIntentId();
    const order = await addOrder(sql, of === "an order" ? { stripe_payment_intent_id: payment } : {});
    if (of === "a proposal")
      await sql`insert into order_adjustments (order_id, kind, qty, unit_cents, amount_cents, status, deadline_at, paid_at, paid_cents,
            stripe_payment_intent_id) values (${order.id}, 'extra', 1, 500, 500, 'paid', now(), now(), 500, ${payment})`;
    if (of === "money that fits no order") {
      const id = await addException(sql, {});
      await sql`update payment_exceptions set detail = ${sql.json({ payment_intent_id: payment })} where id = ${id}`;
    }
    await expect(syncRefund(payment)).rejects.toMatchObject(away);
  },
);

test.each(["/v1/payment_intents/*", "/v1/refunds", "/v1/checkout/sessions"])(
  "throws 503 while %s is down",
  async (path) => {
    const { order, payment } = await payCheckout(payments);
    await payments.fault({ path, status: 500, times: null });
    await expect(syncRefund(payment)).rejects.toMatchObject(away);
    expect(await stored(order)).toMatchObject({ payment_status: "unpaid" });
  },
);
