import { apiPaths } from "../../lib/base/api-paths.ts";
import { MEMBERSHIP_PLANS } from "../../lib/base/plans.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { type Caller, eventually, Product, stripeOf } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database, personClient, visitorClient } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();

afterAll(() => sql.end());

/** A paid batch of three cards with a note; answers the ids, and the cookie that makes a guest its owner. */
async function aPaidBatch(who: Caller, planType: "free" | "payg", email = anEmail()) {
  const submission = {
    num_cards: 3,
    total_amount: 75,
    batch_id: newBatchId(),
    notes: "Handle the first one with care.",
    plan_type: planType,
  };
  const opened = await product.post(apiPaths.orderCheckout, submission, who);
  const { sessionId: session, batch_id: batchId, order_id: id } = opened.body;
  await product.pay(session, who.token ? {} : { email });
  await eventually(
    () => orderOfBatch(sql, batchId),
    (row) => row?.payment_status === "paid",
  );
  return { session, batchId, id, email, cookie: opened.cookie };
}

/** The receipt as the payment service has it. */
async function receiptOf(session: string): Promise<string> {
  const { payment_intent } = await stripeOf(product).checkout.sessions.retrieve(session, {
    expand: ["payment_intent.latest_charge"],
  });
  const intent = typeof payment_intent === "object" ? payment_intent : null;
  const charge = intent?.latest_charge;
  const url = typeof charge === "object" ? charge?.receipt_url : null;
  if (!url) throw new Error("no receipt");
  return url;
}

test("a guest's payment is answered with everything that the confirmation shows", async () => {
  const { session, id, batchId, email, cookie } = await aPaidBatch({}, "payg");
  const receipt_url = await receiptOf(session);
  const answer = await product.post(
    apiPaths.processPaygPayment,
    { session_id: session, order_id: id },
    { cookie },
  );
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      success: true,
      duplicate: true,
      message: "Payment already processed",
      isGuest: true,
      receipt_url,
      submission: {
        order_id: id,
        batch_id: batchId,
        plan_type: "payg",
        num_cards: 3,
        rate_cents: 2500,
        grading_fee: 75,
        total_paid: 75,
        notes: "Handle the first one with care.",
        user_email: null,
        guest_email: email,
        user_id: null,
        receipt_url,
        isMasked: false,
        isGuest: true,
      },
    },
  ]);
});

test("to whoever has only its link, without notes and receipt", async () => {
  const { session } = await aPaidBatch({}, "payg");
  const { body } = await product.post(apiPaths.processPaygPayment, { session_id: session });
  expect(body).toMatchObject({
    success: true,
    receipt_url: null,
    submission: { notes: null, receipt_url: null, isMasked: true },
  });
});

test("an account's payment is answered to its owner with everything that the confirmation shows", async () => {
  const person = await product.person();
  const { session, id, batchId } = await aPaidBatch(person, "free");
  const body = { session_id: session, batch_id: batchId, user_id: person.userId };
  const answer = await product.post(apiPaths.processSubmissionPayment, body, person);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      success: true,
      duplicate: true,
      message: "Payment already processed",
      submission: {
        order_id: id,
        batch_id: batchId,
        plan_type: "free",
        num_cards: 3,
        rate_cents: 2500,
        grading_fee: 75,
        total_paid: 75,
        notes: "Handle the first one with care.",
        user_email: person.email,
        guest_email: null,
        user_id: person.userId,
        receipt_url: await receiptOf(session),
        isMasked: false,
        isGuest: false,
      },
    },
  ]);
});

test("the data API gives a paid order by its payment session to its owner alone", async () => {
  const person = await product.person();
  const other = await product.person();
  const { session, id } = await aPaidBatch(person, "free");
  const read = (client: ReturnType<typeof visitorClient>, status = "paid") =>
    client
      .from("grading_orders")
      .select("id, payment_status, num_cards")
      .eq("stripe_session_id", session)
      .eq("payment_status", status);
  expect(await read(personClient(person.token))).toMatchObject({
    error: null,
    data: [{ id, payment_status: "paid", num_cards: 3 }],
  });
  expect(await read(personClient(person.token), "unpaid")).toMatchObject({ error: null, data: [] });
  expect(await read(personClient(other.token))).toMatchObject({ error: null, data: [] });
  expect(await read(visitorClient())).toMatchObject({ error: { code: "42501" }, data: null });
});

test("the plans are answered with their prices, rates and limits", async () => {
  const response = await fetch(product.appUrl + apiPaths.plans);
  expect(response.status).toBe(200);
  const plans = [
    ["starter", "Casual Collector", 29, 25, 100],
    ["pro", "Serious Collector", 99, 22, 500],
    ["elite", "Volume Master", 249, 19, 1000],
  ].map(([plan, label, monthly, rate, limit]) => ({
    plan,
    price_id: `price_sandbox_${plan}`,
    label,
    monthly,
    rate,
    limit,
  }));
  expect(await response.json()).toEqual({ plans });
  expect(plans).toHaveLength(MEMBERSHIP_PLANS.length);
});
