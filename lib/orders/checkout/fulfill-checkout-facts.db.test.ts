import type Stripe from "stripe";
import { factsOf } from "@/lib/orders/checkout/fulfill-checkout";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { createOrderSession, readSession } from "@/lib/stripe/sessions";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { addUser } from "@/sandbox/builders/rows";
import { reserveOrder } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();

let mockSettings: Record<string, string> = {};
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, env: () => ({ ...actual.env(), ...mockSettings }) };
});
beforeEach(() => {
  mockSettings = {};
});

/** The page of a reserved order: four cards at $25, and it asks for the address. */
async function anOpenPage(userId: string | null = null) {
  const { id } = await createOrderSession(await reserveOrder(userId), true);
  return id;
}

/** A session as the product reads it, its payment and charge included. */
async function read(session: string): Promise<Stripe.Checkout.Session> {
  const found = await readSession(session);
  if (!found) throw new Error("no session");
  return found;
}

const factsAbout = async (session: string, changes: object = {}) =>
  factsOf({ ...(await read(session)), ...changes } as Stripe.Checkout.Session, "id");

test("an account's address and receipt come along; empty parts of an address do not", async () => {
  const session = await anOpenPage((await addUser(sql)).id);
  await payments.pay(session, { shipping_country: "GB", shipping_line2: "Unit 5", shipping_state: "" });
  const facts = await factsAbout(session);
  expect(facts).toMatchObject({
    sessionId: session,
    orderId: "id",
    sessionStatus: "complete",
    paymentStatus: "paid",
    amountCents: 10_000,
    currency: "usd",
    livemode: false,
    expectedLivemode: false,
    trackingHash: trackingHashOf("id", 1),
    paymentIntentId: expect.stringMatching(/^pi_/),
    email: "person@example.test",
    asyncFailed: false,
  });
  expect(facts.shipping).toMatchObject({ address_line2: "Unit 5" });
  expect(facts.shipping).not.toHaveProperty("state");
});

test("before it is paid it names no payment, no receipt, no address and nobody", async () => {
  const session = await anOpenPage();
  const nothing = {
    paymentIntentId: null,
    receiptUrl: null,
    email: null,
    shipping: null,
    asyncFailed: false,
  };
  expect(await factsAbout(session)).toMatchObject(nothing);
  expect(await factsAbout(session, { payment_intent: "pi_1" })).toMatchObject(nothing);
  expect(await factsAbout(session, { payment_intent: null, collected_information: null })).toMatchObject(
    nothing,
  );
});

test("amount, currency and mode are the session's own", async () => {
  const session = await anOpenPage();
  const changes = { amount_total: 4_400, currency: "eur", livemode: true };
  const facts = { amountCents: 4_400, currency: "eur", livemode: true, expectedLivemode: false };
  expect(await factsAbout(session, changes)).toMatchObject(facts);
});

test("a receipt counts only at the payment service's own address", async () => {
  const session = await anOpenPage();
  await payments.pay(session);
  const intent = (await read(session)).payment_intent as Stripe.PaymentIntent;
  const receiptOf = async (latest_charge: unknown) =>
    (await factsAbout(session, { payment_intent: { ...intent, latest_charge } })).receiptUrl;
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
])("%s, %s, its payment %s: failed is %s", async (status, payment_status, payment, isFailed) => {
  const session = await anOpenPage();
  const changes = { status, payment_status, payment_intent: { id: "pi_1", status: payment } };
  expect((await factsAbout(session, changes)).asyncFailed).toBe(isFailed);
});
