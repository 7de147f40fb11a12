import type Stripe from "stripe";
import { factsOf, fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { createOrderSession, readSession } from "@/lib/stripe/sessions";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aSessionId } from "@/sandbox/builders/ids";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { confirmationsOf, exceptionsOf, storedOrder } from "@/sandbox/builders/rows";
import { type Order, reserveOrder } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const PAGES = "/v1/checkout/sessions";
const away = { status: 503, code: "payments_unavailable" };

let mockIsLive = false;
let mockSettings: Record<string, string> = {};
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, isLivemode: () => mockIsLive, env: () => ({ ...actual.env(), ...mockSettings }) };
});
beforeEach(() => {
  mockIsLive = false;
  mockSettings = {};
});

/** Reserves four cards at $25 and opens a session that asks for the address. */
async function anOpenSession() {
  const order = await reserveOrder(null);
  const { id: session } = await createOrderSession(order, true);
  await sql`update grading_orders set stripe_session_id = ${session} where id = ${order.id}`;
  return { order, session };
}

async function read(session: string): Promise<Stripe.Checkout.Session> {
  const found = await readSession(session);
  if (!found) throw new Error("no session");
  return found;
}

const stored = ({ id }: Order) => storedOrder(sql, id);
const sessionOf = (metadata: Stripe.MetadataParam) =>
  payments.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: 100, product_data: { name: "x" } } },
    ],
    success_url: payments.appUrl,
    metadata,
  });

test("records every detail of a paid session", async () => {
  const { order, session } = await anOpenSession();
  await payments.pay(session, { email: "Pat@example.test", shipping_name: "Pat", shipping_city: "Reno" });
  const { id: payment, latest_charge: charge } = (await read(session)).payment_intent as Stripe.PaymentIntent;
  const result = await fulfillCheckout(session);
  expect(result).toMatchObject({
    outcome: "fulfilled",
    order: { id: order.id, payment_status: "paid" },
    session: { id: session, status: "complete" },
  });
  expect(await stored(order)).toMatchObject({
    payment_status: "paid",
    paid_at: expect.any(Date),
    total_paid: "100.00",
    stripe_session_id: session,
    stripe_payment_intent_id: payment,
    receipt_url: (charge as Stripe.Charge).receipt_url,
    guest_email: "pat@example.test",
    return_address: {
      full_name: "Pat",
      address_line1: "1 Main Street",
      city: "Reno",
      state: "IL",
      postal_code: "12345",
      country: "US",
    },
  });
  expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
  const links = await sql`select token_hash, generation from tracking_links where order_id = ${order.id}`;
  expect(links).toEqual([{ token_hash: trackingHashOf(order.id, 1), generation: 1 }]);
  expect(logged("checkout.applied")).toMatchObject([
    { level: "info", order: order.id, outcome: "fulfilled" },
  ]);
});

test("fulfills once when called twenty times concurrently", async () => {
  const { order, session } = await anOpenSession();
  await payments.pay(session);
  const results = await Promise.all(Array.from({ length: 20 }, () => fulfillCheckout(session)));
  expect(results.filter(({ outcome }) => outcome === "fulfilled")).toHaveLength(1);
  expect(results.filter(({ outcome }) => outcome === "duplicate")).toHaveLength(19);
  expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
});

test("ignores an open session and cancels the order of an expired one", async () => {
  const { order, session } = await anOpenSession();
  expect(await fulfillCheckout(session)).toMatchObject({ outcome: "noop" });
  expect(await stored(order)).toMatchObject({ payment_status: "unpaid" });
  await payments.stripe.checkout.sessions.expire(session);
  expect(await fulfillCheckout(session)).toMatchObject({ outcome: "canceled" });
  expect(await stored(order)).toMatchObject({ payment_status: "canceled", reservation_expires_at: null });
});

test.each([
  ["succeeded", "fulfilled", "paid", 1],
  ["failed", "failed", "failed", 0],
] as const)("keeps a bank debit pending until it has %s", async (end, outcome, status, mails) => {
  const { order, session } = await anOpenSession();
  await payments.payByBank(session);
  for (let times = 0; times < 2; times++)
    expect(await fulfillCheckout(session)).toMatchObject({ outcome: "pending" });
  expect(await stored(order)).toMatchObject({ payment_status: "pending", stripe_session_id: session });
  await payments.settle(session, end);
  expect(await fulfillCheckout(session)).toMatchObject({ outcome });
  expect(await stored(order)).toMatchObject({ payment_status: status });
  expect(await confirmationsOf(sql, order.id)).toHaveLength(mails);
});

test.each([
  ["another amount", { num_cards: 5, grading_fee: 125 }, "amount_mismatch"],
  ["another currency", { currency: "eur" }, "currency_mismatch"],
])("reports a payment of %s than the order's to staff without recording it", async (_, changes, reason) => {
  const { order, session } = await anOpenSession();
  await sql`update grading_orders set ${sql(changes)} where id = ${order.id}`;
  await payments.pay(session);
  const refusal = { outcome: "exception", reason };
  expect(await fulfillCheckout(session)).toMatchObject(refusal);
  expect(await stored(order)).toMatchObject({ payment_status: "unpaid", paid_at: null, open_exceptions: 1 });
  expect(await exceptionsOf(sql, session)).toMatchObject([
    { reason, detail: { amount_cents: 10_000, currency: "usd" } },
  ]);
  expect(logged("checkout.applied")).toMatchObject([{ order: order.id, ...refusal }]);
});

test("refuses a test payment in live mode", async () => {
  const { order, session } = await anOpenSession();
  await payments.pay(session);
  mockIsLive = true;
  expect(await fulfillCheckout(session)).toMatchObject({ outcome: "exception", reason: "livemode_mismatch" });
  expect(await stored(order)).toMatchObject({ payment_status: "unpaid" });
});

test("expires the superseded session of a paid order and no other", async () => {
  const { order, session: former } = await anOpenSession();
  const { session: other } = await anOpenSession();
  const { id: paid } = await createOrderSession({ ...order, checkout_attempt: 2 }, true);
  await payments.pay(paid);
  expect(await fulfillCheckout(paid)).toMatchObject({ outcome: "fulfilled", superseded_session_id: former });
  expect(await read(former)).toMatchObject({ status: "expired" });
  expect(await read(other)).toMatchObject({ status: "open" });
  expect(await payments.requests("POST", `${PAGES}/${paid}/expire`)).toEqual([]);
});

test("returns missing for an unknown session and foreign for another app's", async () => {
  expect(await fulfillCheckout(aSessionId())).toEqual({ outcome: "missing", order: null, session: null });
  const { order } = await anOpenSession();
  const foreign: Stripe.MetadataParam[] = [
    {},
    { app: "other", order_id: order.id },
    { app: "slabrelay", order_id: "1" },
  ];
  for (const metadata of foreign) {
    const { id } = await sessionOf(metadata);
    await payments.pay(id);
    expect(await fulfillCheckout(id)).toMatchObject({ outcome: "foreign", order: null, session: { id } });
    expect(await exceptionsOf(sql, id)).toEqual([]);
  }
  expect(logged("checkout.applied")).toEqual([]);
});

test("changes nothing while Stripe is down", async () => {
  const { order, session } = await anOpenSession();
  await payments.pay(session);
  await payments.fault({ path: `${PAGES}/${session}`, status: 500, times: null });
  await expect(fulfillCheckout(session)).rejects.toMatchObject(away);
  expect(await stored(order)).toMatchObject({ payment_status: "unpaid" });
});

const aPage = async (userId: string | null = null) =>
  (await createOrderSession(await reserveOrder(userId), true)).id;

const factsAbout = async (session: string, changes: object = {}) =>
  factsOf({ ...(await read(session)), ...changes } as Stripe.Checkout.Session, "id");

test("accepts a receipt URL only at Stripe's own address", async () => {
  const session = await aPage();
  await payments.pay(session);
  const intent = (await read(session)).payment_intent as Stripe.PaymentIntent;
  const receiptOf = async (latest_charge: unknown) =>
    (await factsAbout(session, { payment_intent: { ...intent, latest_charge } })).receipt_url;
  const own = `${process.env.RECEIPT_ORIGIN}/receipts/1`;
  expect(await receiptOf({ receipt_url: own })).toBe(own);
  for (const receipt_url of [null, "", "receipts/1", "https://elsewhere.example.test/receipts/1"])
    expect(await receiptOf({ receipt_url })).toBeNull();
  expect(await receiptOf("ch_1")).toBeNull();
  expect(await receiptOf(null)).toBeNull();
  mockSettings = { RECEIPT_ORIGIN: "https://elsewhere.example.test" };
  expect(await receiptOf({ receipt_url: own })).toBeNull();
});

test.each([
  ["complete", "unpaid", "requires_payment_method", true],
  ["complete", "unpaid", "canceled", true],
  ["complete", "unpaid", "processing", false],
  ["complete", "paid", "requires_payment_method", false],
  ["open", "unpaid", "requires_payment_method", false],
  ["expired", "unpaid", "canceled", false],
])(
  "returns whether a session that is %s and %s, with its payment %s, has failed: %s",
  async (status, payment_status, payment, isFailed) => {
    const session = await aPage();
    const changes = { status, payment_status, payment_intent: { id: "pi_1", status: payment } };
    expect((await factsAbout(session, changes)).async_failed).toBe(isFailed);
  },
);
