import { openCheckout, type Payer } from "@/lib/orders/checkout/open-checkout";
import type { CheckoutRequest } from "@/lib/orders/schema";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aCheckoutRequest, aGuestPayer, anAccountPayer } from "@/sandbox/builders/checkout";
import { runBeforeRpc } from "@/sandbox/builders/concurrent-call";
import { aBatchId } from "@/sandbox/builders/ids";
import { ownPayments } from "@/sandbox/builders/own-payments";
import {
  addSubscription,
  addUser,
  eventsOf,
  orderOfBatch,
  removeStaff,
  storedOrder,
} from "@/sandbox/builders/rows";
import { reserveOrder } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const PAGES = "/v1/checkout/sessions";
const away = { status: 503, code: "payments_unavailable" };

/** Returns an order's sessions in Stripe and the attempts in their idempotency keys. */
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

describe("when Stripe fails", () => {
  test("opens the session with the next key after a stored failure", async () => {
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

  test("returns 503 and keeps the key when Stripe doesn't respond", async () => {
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

  test("returns the same session after a lost response", async () => {
    await payments.fault({ method: "POST", path: PAGES, when: "after", dropConnection: true, times: 2 });
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    await expect(openCheckout(payer, request)).rejects.toMatchObject(away);
    const opened = await openCheckout(payer, request);
    expect((await madeFor(opened.orderId)).pages).toEqual([{ id: opened.sessionId, status: "open" }]);
  });

  test("returns 503 without a second session when the open one can't be read", async () => {
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    const { sessionId, orderId } = await openCheckout(payer, request);
    await payments.fault({ path: `${PAGES}/${sessionId}`, status: 500, times: null });
    await expect(openCheckout(payer, request)).rejects.toMatchObject(away);
    expect((await madeFor(orderId)).pages).toHaveLength(1);
  });
});

describe("when Stripe refuses", () => {
  test("replaces a reservation that is too old for a session", async () => {
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

  test("cancels the reservation and logs why Stripe refused the session", async () => {
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

describe("when another tab is faster", () => {
  const attach = "attach_checkout_session";

  test.each([
    ["closed this order", (id: string) => sql`select cancel_reservation(${id})`],
    [
      "opened another page of this order",
      (id: string) => sql`update grading_orders set stripe_session_id = ${`cs_test_${id}`} where id = ${id}`,
    ],
  ])("expires the new session when the other tab %s", async (_, change) => {
    const request = aCheckoutRequest();
    let orderId = "";
    runBeforeRpc(attach, async () => {
      orderId = (await orderOf(request)).id;
      await change(orderId);
    });
    await expect(openCheckout(aGuestPayer(), request)).rejects.toMatchObject({
      status: 409,
      code: "payment_superseded",
    });
    expect((await madeFor(orderId)).pages).toMatchObject([{ status: "expired" }]);
  });

  test("returns the session that the other tab has paid", async () => {
    const request = aCheckoutRequest();
    runBeforeRpc(attach, async () => {
      const { id } = await orderOf(request);
      const [page] = (await madeFor(id)).pages;
      await sql`update grading_orders set stripe_session_id = ${page?.id ?? ""}, payment_status = 'paid',
                paid_at = now(), total_paid = 50, reservation_expires_at = null where id = ${id}`;
    });
    const opened = await openCheckout(aGuestPayer(), request);
    expect((await madeFor(opened.orderId)).pages).toEqual([{ id: opened.sessionId, status: "open" }]);
  });
});

describe("when the account changes before the reservation", () => {
  const pro = { subscription: { plan_type: "pro" as const } };
  const begin = (userId: string) => addSubscription(sql, userId, { plan_type: "elite" });

  test.each([
    ["a membership begins", {}, 50, begin],
    [
      "a membership ends",
      pro,
      44,
      (id: string) => sql`update subscriptions set status = 'canceled' where user_id = ${id}`,
    ],
    [
      "the person leaves the staff",
      { staff_role: "staff" as const },
      38,
      (id: string) => removeStaff(sql, id),
    ],
  ])("refuses the price and reserves nothing when %s", async (_, facts, total_amount, change) => {
    const payer = await anAccountPayer(sql, facts);
    const request = aCheckoutRequest({ total_amount });
    runBeforeRpc("reserve_order", () => change(payer.userId));
    await expect(openCheckout(payer, request)).rejects.toMatchObject({ status: 409, code: "price_changed" });
    expect(await orderOfBatch(sql, request.batch_id)).toBeUndefined();
  });
});

describe("when the price has changed since the page opened", () => {
  /** An account that reserved two cards at $25 and has since become a pro member. */
  async function aNewMember() {
    const { id: userId, email } = await addUser(sql);
    const customer = { userId, email, guestKey: null };
    const context = { staff_role: null, profile_complete: true, subscription: null, renewing_customer: null };
    const request = aCheckoutRequest();
    const opened = await openCheckout({ ...customer, context }, request);
    const payer: Payer = { ...customer, context: { ...context, subscription: { plan_type: "pro" } } };
    return { payer, request, opened };
  }
  const changed = { status: 409, code: "price_changed" };

  test("keeps the reserved price", async () => {
    const { payer, request, opened } = await aNewMember();
    expect(await openCheckout(payer, request)).toEqual(opened);
    await payments.pay(opened.sessionId);
    await expect(openCheckout(payer, request)).rejects.toMatchObject({ code: "already_paid" });
  });

  test("refuses a different count, total or batch", async () => {
    const { payer, request } = await aNewMember();
    for (const changes of [{ num_cards: 3 }, { total_amount: 25 }, { batch_id: aBatchId() }])
      await expect(openCheckout(payer, { ...request, ...changes })).rejects.toMatchObject(changed);
  });

  test("refuses a different payer", async () => {
    const { request } = await aNewMember();
    const { payer: stranger } = await aNewMember();
    await expect(openCheckout(stranger, request)).rejects.toMatchObject(changed);
  });

  test("refuses an expired session, or an order without one", async () => {
    const { payer, request, opened } = await aNewMember();
    await payments.stripe.checkout.sessions.expire(opened.sessionId);
    await expect(openCheckout(payer, request)).rejects.toMatchObject(changed);
    expect(await storedOrder(sql, opened.orderId)).toMatchObject({ payment_status: "canceled" });

    const bare = await reserveOrder(payer.userId, { p_num_cards: 2 });
    const again = aCheckoutRequest({ batch_id: bare.batch_id ?? "" });
    await expect(openCheckout(payer, again)).rejects.toMatchObject(changed);
  });
});
