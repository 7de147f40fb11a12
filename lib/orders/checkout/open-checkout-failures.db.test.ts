import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { openCheckout } from "@/lib/orders/checkout/open-checkout";
import type { CheckoutRequest } from "@/lib/orders/schema";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aCheckoutRequest, aGuestPayer } from "@/sandbox/builders/checkout";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { eventsOf, orderOfBatch, storedOrder } from "@/sandbox/builders/rows";
import { reserveOrder } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const PAGES = "/v1/checkout/sessions";
const away = { status: 503, code: "payments_unavailable" };

let mockSettings: Record<string, string> = {};
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, env: () => ({ ...actual.env(), ...mockSettings }) };
});
beforeEach(() => {
  mockSettings = {};
});

/** What the payment service has of an order: its pages, and the keys under which they were asked for. */
async function madeFor(orderId: string) {
  const { data } = await payments.stripe.checkout.sessions.list({ limit: 100 });
  const calls = await payments.requests("POST", PAGES);
  const keys = calls.flatMap(({ idempotencyKey: key }) => (key?.includes(orderId) ? [key] : []));
  return {
    pages: data
      .filter(({ metadata }) => metadata?.order_id === orderId)
      .map(({ id, status }) => ({ id, status })),
    attempts: [...new Set(keys)].map((key) => Number(key.split(":")[2])),
  };
}

const orderOf = async ({ batch_id: batchId }: CheckoutRequest) => {
  const order = await orderOfBatch(sql, batchId);
  if (!order) throw new Error("no order");
  return order;
};

describe("the payment service fails", () => {
  test("and keeps that answer under the key: the next key opens the page", async () => {
    await payments.fault({ method: "POST", path: PAGES, status: 500, stored: true });
    const request = aCheckoutRequest();
    const opened = await openCheckout(aGuestPayer(), request);
    expect(await storedOrder(sql, opened.orderId)).toMatchObject({
      checkout_attempt: 2,
      stripe_session_id: opened.sessionId,
      batch_id: request.batch_id,
    });
    expect(await madeFor(opened.orderId)).toEqual({
      pages: [{ id: opened.sessionId, status: "open" }],
      attempts: [1, 2],
    });
  });

  test("under the next key, too: nobody knows, and the same request goes on later", async () => {
    await payments.fault({ method: "POST", path: PAGES, status: 500, stored: true, times: null });
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    await expect(openCheckout(payer, request)).rejects.toMatchObject(away);
    const order = await orderOf(request);
    expect(order).toMatchObject({ payment_status: "unpaid", stripe_session_id: null, checkout_attempt: 2 });
    await payments.mend();
    const { orderId } = await openCheckout(payer, request);
    expect(orderId).toBe(order.id);
    expect((await madeFor(orderId)).attempts).toEqual([1, 2, 3]);
  });

  test("and does not answer: 503 at once, under no further key", async () => {
    await payments.fault({ method: "POST", path: PAGES, dropConnection: true, times: null });
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    await expect(openCheckout(payer, request)).rejects.toMatchObject(away);
    const order = await orderOf(request);
    expect(order).toMatchObject({ payment_status: "unpaid", checkout_attempt: 1 });
    await payments.mend();
    const opened = await openCheckout(payer, request);
    expect(await madeFor(order.id)).toEqual({
      pages: [{ id: opened.sessionId, status: "open" }],
      attempts: [1],
    });
  });

  test("to answer, after it has made the page: the next try is answered that very page", async () => {
    await payments.fault({ method: "POST", path: PAGES, when: "after", dropConnection: true, times: 2 });
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    await expect(openCheckout(payer, request)).rejects.toMatchObject(away);
    const opened = await openCheckout(payer, request);
    expect((await madeFor(opened.orderId)).pages).toEqual([{ id: opened.sessionId, status: "open" }]);
  });

  test("to answer, and the person submits another batch: nobody has the first page, and staff would see it paid", async () => {
    await payments.fault({ method: "POST", path: PAGES, when: "after", dropConnection: true, times: 2 });
    const payer = aGuestPayer();
    const first = aCheckoutRequest();
    await expect(openCheckout(payer, first)).rejects.toMatchObject(away);
    const { id } = await orderOf(first);
    const second = await openCheckout(payer, aCheckoutRequest());
    expect((await madeFor(second.orderId)).pages).toEqual([{ id: second.sessionId, status: "open" }]);
    expect(await orderOf(first)).toMatchObject({ payment_status: "canceled", stripe_session_id: null });

    const [page] = (await madeFor(id)).pages;
    expect(page?.status).toBe("open");
    await payments.pay(page?.id ?? "");
    expect(await fulfillCheckout(page?.id ?? "")).toMatchObject({ outcome: "fulfilled" });
    expect(await orderOf(first)).toMatchObject({
      payment_status: "paid",
      review_reason: "paid_after_canceled",
    });
  });

  test("because another call of the same click is under way: that one's page is answered", async () => {
    await payments.fault({ method: "POST", path: PAGES, delayMs: 700 });
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    const [one, other] = await Promise.all([openCheckout(payer, request), openCheckout(payer, request)]);
    expect(other).toEqual(one);
    expect((await madeFor(one.orderId)).pages).toHaveLength(1);
  });

  test("to be asked about the page that is open: 503, and no second page", async () => {
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    const { sessionId, orderId } = await openCheckout(payer, request);
    await payments.fault({ path: `${PAGES}/${sessionId}`, status: 500, times: null });
    await expect(openCheckout(payer, request)).rejects.toMatchObject(away);
    expect((await madeFor(orderId)).pages).toHaveLength(1);
  });

  test("by naming a page elsewhere, to which nobody is sent", async () => {
    mockSettings = { CHECKOUT_ORIGIN: "https://checkout.example.test" };
    await expect(openCheckout(aGuestPayer(), aCheckoutRequest())).rejects.toMatchObject(away);
  });
});

describe("the payment service refuses", () => {
  test("a page for a reservation of two minutes ago: it ends, and the next batch id gets a page", async () => {
    const payer = aGuestPayer();
    const p_now = new Date(Date.now() - 120_000).toISOString();
    const former = await reserveOrder(null, { p_guest_key: payer.guestKey, p_num_cards: 2, p_now });
    const opened = await openCheckout(payer, aCheckoutRequest({ batch_id: former.batch_id ?? "" }));
    expect(opened.batchId).not.toBe(former.batch_id);
    expect(await storedOrder(sql, former.id)).toMatchObject({ payment_status: "canceled" });
    expect(await eventsOf(sql, former.id)).toMatchObject([{ data: { reason: "payment page refused" } }]);
    expect((await madeFor(opened.orderId)).pages).toEqual([{ id: opened.sessionId, status: "open" }]);
    expect(logged("checkout.refused")).toEqual([]);
  });

  test("a page for a reservation of this very moment, since the database's clock is behind: one try, and the log tells why", async () => {
    const real = globalThis.fetch;
    jest.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      const isReservation = String(input).endsWith("/rpc/reserve_order");
      const p_now = new Date(Date.now() - 120_000).toISOString();
      const body = isReservation
        ? JSON.stringify({ ...JSON.parse(String(init?.body)), p_now })
        : (init?.body ?? null);
      return real(input, { ...init, body });
    });
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    await expect(openCheckout(payer, request)).rejects.toMatchObject({
      status: 502,
      code: "checkout_failed",
    });
    const orders = await sql`select id, batch_id, payment_status from grading_orders
                             where guest_key = ${payer.guestKey}`;
    expect(orders).toMatchObject([{ batch_id: request.batch_id, payment_status: "canceled" }]);
    expect(logged("checkout.clock")).toMatchObject([
      { order: orders[0]?.id, error: expect.stringContaining("expires_at") },
    ]);
    expect(logged("checkout.refused")).toEqual([]);
  });

  test("the page itself: nothing is reserved any more, and the log tells why", async () => {
    await payments.fault({ method: "POST", path: PAGES, status: 400, message: "No such currency" });
    const request = aCheckoutRequest();
    await expect(openCheckout(aGuestPayer(), request)).rejects.toMatchObject({
      status: 502,
      code: "checkout_failed",
    });
    const order = await orderOf(request);
    expect(order).toMatchObject({ payment_status: "canceled", checkout_attempt: 1 });
    expect(logged("checkout.refused")).toMatchObject([
      { order: order.id, error: expect.stringContaining("No such currency") },
    ]);
  });
});
