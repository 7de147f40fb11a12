import type { SessionContext } from "@/lib/auth/session-context";
import { plans } from "@/lib/base/plans";
import { openCheckout, type Payer } from "@/lib/orders/checkout/open-checkout";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aCheckoutRequest, aGuestPayer, anAccountPayer } from "@/sandbox/builders/checkout";
import { aSessionId } from "@/sandbox/builders/ids";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { addOrder, orderOfBatch, storedOrder } from "@/sandbox/builders/rows";
import { reserveOrder } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const aCustomer = (facts: Partial<SessionContext> = {}) => anAccountPayer(sql, facts);
const payments = ownPayments();
catchLog();

const pageOf = (sessionId: string) => payments.stripe.checkout.sessions.retrieve(sessionId);

async function countPages(orderId: string) {
  const { data } = await payments.stripe.checkout.sessions.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.order_id === orderId).length;
}

const member = (plan_type: "starter" | "pro" | "elite") => ({ subscription: { plan_type } });
const staff = { staff_role: "staff" as const };

describe("plan and price come from the account, never from the request", () => {
  test.each([
    ["an account pays $25 on the free plan", {}, {}, "free"],
    ["a plan that is asked for changes nothing", {}, { plan_type: "elite" as const }, "free"],
    ["a pro member pays $22", member("pro"), {}, "pro"],
    ["an elite member pays $19", member("elite"), {}, "elite"],
    ["a member may pay as they go", member("elite"), { plan_type: "payg" as const }, "payg"],
    ["staff pay as elite members do", staff, {}, "elite"],
  ] as const)("%s", async (_, context, asked, plan) => {
    const payer = await aCustomer(context);
    const { rateCents } = plans[plan];
    const request = aCheckoutRequest({ ...asked, num_cards: 3, total_amount: (3 * rateCents) / 100 });
    const opened = await openCheckout(payer, request);
    expect(await storedOrder(sql, opened.orderId)).toMatchObject({
      batch_id: request.batch_id,
      user_id: payer.userId,
      user_email: payer.email,
      guest_key: null,
      plan_type: plan,
      rate_cents: rateCents,
      num_cards: 3,
      payment_status: "unpaid",
      placed_by_admin: "staff_role" in context,
      stripe_session_id: opened.sessionId,
    });
    expect(await pageOf(opened.sessionId)).toMatchObject({
      amount_total: 3 * rateCents,
      url: opened.url,
      shipping_address_collection: null,
    });
    expect(opened.batchId).toBe(request.batch_id);
  });

  test("charges a guest the pay-as-you-go rate and ties the order to their browser", async () => {
    const payer = aGuestPayer();
    const opened = await openCheckout(payer, aCheckoutRequest({ plan_type: "elite" }));
    expect(await storedOrder(sql, opened.orderId)).toMatchObject({
      user_id: null,
      guest_key: payer.guestKey,
      plan_type: "payg",
      rate_cents: 2500,
      placed_by_admin: false,
    });
  });

  test.each([49.99, 50.01])("refuses a total of $%d instead of $50 and writes nothing", async (total) => {
    const request = aCheckoutRequest({ total_amount: total });
    await expect(openCheckout(aGuestPayer(), request)).rejects.toMatchObject({ code: "price_changed" });
    expect(await orderOfBatch(sql, request.batch_id)).toBeUndefined();
  });

  test("charges in dollars, even where Stripe would offer other currencies", async () => {
    const { sessionId } = await openCheckout(aGuestPayer(), aCheckoutRequest());
    const { currency, adaptive_pricing } = await pageOf(sessionId);
    expect({ currency, adaptive_pricing }).toEqual({ currency: "usd", adaptive_pricing: { enabled: false } });
  });

  test("asks for an address only if the account has no complete one", async () => {
    const asked = async (payer: Payer) => {
      const { sessionId } = await openCheckout(payer, aCheckoutRequest());
      return (await pageOf(sessionId)).shipping_address_collection !== null;
    };
    expect(await asked(aGuestPayer())).toBe(true);
    expect(await asked(await aCustomer({ profile_complete: false }))).toBe(true);
    expect(await asked(await aCustomer())).toBe(false);
  });
});

describe("the same batch again", () => {
  test("returns the open session to any number of concurrent calls", async () => {
    const payer = await aCustomer();
    const request = aCheckoutRequest();
    const answers = await Promise.all(Array.from({ length: 6 }, () => openCheckout(payer, request)));
    const [first] = answers;
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(await openCheckout(payer, request)).toEqual(first);
    expect(await countPages(first?.orderId ?? "")).toBe(1);
  });

  test.each([
    ["card", "already_paid", "paid"],
    ["bank", "payment_in_progress", "pending"],
  ])("isn't charged again when it was just paid by %s", async (method, code, status) => {
    const payer = aGuestPayer();
    const request = aCheckoutRequest();
    const { sessionId, orderId } = await openCheckout(payer, request);
    await (method === "bank" ? payments.payByBank(sessionId) : payments.pay(sessionId));
    // The first call learns of the payment from Stripe. The second finds it in the order.
    await expect(openCheckout(payer, request)).rejects.toMatchObject({ status: 409, code });
    expect(await storedOrder(sql, orderId)).toMatchObject({ payment_status: status });
    await expect(openCheckout(payer, request)).rejects.toMatchObject({ status: 409, code });
    expect(await countPages(orderId)).toBe(1);
  });

  test("gets a new batch ID when its session has expired", async () => {
    const payer = await aCustomer();
    const request = aCheckoutRequest();
    const former = await openCheckout(payer, request);
    await payments.stripe.checkout.sessions.expire(former.sessionId);
    const next = await openCheckout(payer, request);
    expect(next.batchId).not.toBe(request.batch_id);
    expect(next.orderId).not.toBe(former.orderId);
    expect(await storedOrder(sql, former.orderId)).toMatchObject({ payment_status: "canceled" });
    expect(await pageOf(next.sessionId)).toMatchObject({
      status: "open",
      metadata: { batch_id: next.batchId },
    });
  });

  test("gets a new batch ID when another customer has the requested one", async () => {
    const request = aCheckoutRequest();
    const first = await openCheckout(aGuestPayer(), request);
    const stranger = await aCustomer();
    const own = await openCheckout(stranger, request);
    expect(own.batchId).not.toBe(request.batch_id);
    expect(await storedOrder(sql, own.orderId)).toMatchObject({
      batch_id: own.batchId,
      user_id: stranger.userId,
    });
    expect(await pageOf(first.sessionId)).toMatchObject({ status: "open" });
  });
});

describe("another batch of the same payer", () => {
  test("expires the earlier session, so that only one batch can be paid at a time", async () => {
    const payer = await aCustomer();
    const former = await openCheckout(payer, aCheckoutRequest());
    const next = await openCheckout(payer, aCheckoutRequest());
    expect(await pageOf(former.sessionId)).toMatchObject({ status: "expired" });
    expect(await storedOrder(sql, former.orderId)).toMatchObject({ payment_status: "canceled" });
    expect(await pageOf(next.sessionId)).toMatchObject({ status: "open" });
    expect(await payments.pay(former.sessionId)).toMatchObject({ status: 409 });
  });

  test("records the earlier batch if it was paid in the meantime", async () => {
    const payer = aGuestPayer();
    const former = await openCheckout(payer, aCheckoutRequest());
    await payments.pay(former.sessionId);
    const next = await openCheckout(payer, aCheckoutRequest());
    expect(await storedOrder(sql, former.orderId)).toMatchObject({ payment_status: "paid" });
    expect(await storedOrder(sql, next.orderId)).toMatchObject({ payment_status: "unpaid" });
  });

  test("is refused while Stripe can't find the earlier session", async () => {
    const payer = await aCustomer();
    const former = await reserveOrder(payer.userId);
    await sql`update grading_orders set stripe_session_id = ${aSessionId()} where id = ${former.id}`;
    await expect(openCheckout(payer, aCheckoutRequest())).rejects.toMatchObject({
      status: 409,
      code: "too_soon",
    });
    expect(await storedOrder(sql, former.id)).toMatchObject({ payment_status: "unpaid" });
  });
});

describe("the month's allowance", () => {
  test("accepts the plan's last card and refuses one more", async () => {
    const payer = await aCustomer(member("pro"));
    await addOrder(sql, { user_id: payer.userId, plan_type: "pro", num_cards: 498, rate_cents: 2200 });
    const ask = (cards: number) =>
      openCheckout(payer, aCheckoutRequest({ num_cards: cards, total_amount: cards * 22 }));
    await expect(ask(3)).rejects.toMatchObject({
      status: 409,
      code: "over_allowance",
      message: "You can only submit up to 2 cards this month",
    });
    const { orderId } = await ask(2);
    expect(await storedOrder(sql, orderId)).toMatchObject({ num_cards: 2, plan_type: "pro" });
  });

  test("doesn't apply to staff", async () => {
    const payer = await aCustomer({ ...staff, ...member("starter") });
    const { orderId } = await openCheckout(
      payer,
      aCheckoutRequest({ num_cards: 1001, total_amount: 19_019 }),
    );
    expect(await storedOrder(sql, orderId)).toMatchObject({ num_cards: 1001 });
  });
});
