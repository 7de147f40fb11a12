import { apiPaths } from "../../lib/base/api-paths.ts";
import { MEMBERSHIP_PLANS } from "../../lib/base/plans.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { priceOf } from "../../sandbox/builders/members.ts";
import { type Caller, Product, stripeOf, waitUntil } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

describe("a guest", () => {
  test("pays for a batch once and gets one email", async () => {
    const email = `guest-${newBatchId().toLowerCase()}@example.com`;
    const opened = await product.openCheckout({}, 3);
    expect(opened).toMatchObject({ status: 200, body: { batch_id: expect.stringMatching(/^BATCH-/) } });
    expect(opened.body.url).toContain(new URL(product.setting("CHECKOUT_ORIGIN")).origin);
    expect(opened.cookie).toMatch(/^order=/);
    await product.pay(opened.body.sessionId, { email });

    const order = await waitUntil(
      () => orderOfBatch(sql, opened.body.batch_id),
      (row) => row?.payment_status === "paid",
    );
    expect(order).toMatchObject({ guest_email: email, num_cards: 3, user_id: null });
    const mails = await waitUntil(
      () => emailsTo(email),
      (list) => list.length > 0,
    );
    expect(mails[0]?.text).toContain(opened.body.batch_id);

    const processed = await product.post(
      "/api/process-payg-payment",
      { session_id: opened.body.sessionId, order_id: opened.body.order_id },
      { cookie: opened.cookie },
    );
    expect(processed.body).toMatchObject({
      success: true,
      duplicate: true,
      isGuest: true,
      submission: { total_paid: 75, num_cards: 3, guest_email: email, isMasked: false },
    });
    const mail = await product.post(
      "/api/sendSubmissionEmail",
      { batchId: opened.body.batch_id },
      { cookie: opened.cookie },
    );
    expect(mail).toMatchObject({ status: 200, body: { success: true, duplicate: true } });
    await product.runJob("/api/cron/outbox");
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test("sees a masked order with only the session ID and can't send its email", async () => {
    const opened = await product.openCheckout({});
    await product.pay(opened.body.sessionId, { email: "somebody@example.com" });
    const processed = await product.post("/api/process-payg-payment", { session_id: opened.body.sessionId });
    expect(processed.body.submission).toMatchObject({
      isMasked: true,
      guest_email: "s•••@e•••.com",
      receipt_url: null,
    });
    const mail = await product.post("/api/sendSubmissionEmail", { batchId: opened.body.batch_id });
    expect(mail.status).toBe(404);
  });
});

describe("a customer", () => {
  test("can't choose the plan, the price or the payer", async () => {
    const { token } = await product.person();
    const other = await product.person();
    const body = { num_cards: 2, total_amount: 50, batch_id: newBatchId(), plan_type: "free" };
    const elite = { ...body, plan_type: "elite", total_amount: 38 };
    expect((await product.post("/api/create-checkout-session", elite, { token })).status).toBe(409);
    const cheap = { ...body, total_amount: 49.99 };
    expect(await product.post("/api/create-checkout-session", cheap, { token })).toMatchObject({
      status: 409,
      body: { error: "The price changed. Please check the new total and try again." },
    });
    const foreign = { ...body, user_id: other.userId };
    expect((await product.post("/api/create-checkout-session", foreign, { token })).status).toBe(403);
    expect((await product.post("/api/create-checkout-session", foreign)).status).toBe(401);
    expect(await orderOfBatch(sql, body.batch_id)).toBeUndefined();
  });
});

describe("refuses bad input, writes nothing and explains it", () => {
  const good = { num_cards: 2, total_amount: 50, batch_id: newBatchId() };
  test.each([
    ["no cards", { ...good, num_cards: 0 }, "Please enter at least 1 card"],
    ["a malformed batch id", { ...good, batch_id: "B'; drop table" }, "batch ID is invalid"],
    ["notes that are too long", { ...good, notes: "x".repeat(2001) }, "2,000 characters"],
  ])("%s", async (_, body, message) => {
    const answer = await product.post("/api/create-checkout-session", body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(message);
    expect(await orderOfBatch(sql, good.batch_id)).toBeUndefined();
  });
});

describe("the confirmation's payment", () => {
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
    await waitUntil(
      () => orderOfBatch(sql, batchId),
      (row) => row?.payment_status === "paid",
    );
    return { session, batchId, id, email, cookie: opened.cookie };
  }

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

  test.each(["guest", "account"] as const)(
    "returns all details of the confirmation to the %s that paid",
    async (kind) => {
      const isGuest = kind === "guest";
      const person = isGuest ? null : await product.person();
      const { session, id, batchId, email, cookie } = await aPaidBatch(
        person ?? {},
        isGuest ? "payg" : "free",
      );
      const receipt_url = await receiptOf(session);
      const answer = person
        ? await product.post(
            apiPaths.processSubmissionPayment,
            { session_id: session, batch_id: batchId, user_id: person.userId },
            person,
          )
        : await product.post(apiPaths.processPaygPayment, { session_id: session, order_id: id }, { cookie });
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          success: true,
          duplicate: true,
          message: "Payment already processed",
          ...(isGuest ? { isGuest: true, receipt_url } : {}),
          submission: {
            order_id: id,
            batch_id: batchId,
            plan_type: isGuest ? "payg" : "free",
            num_cards: 3,
            rate_cents: 2500,
            grading_fee: 75,
            total_paid: 75,
            title: null,
            submitted_at: expect.any(String),
            notes: "Handle the first one with care.",
            user_email: person?.email ?? null,
            guest_email: isGuest ? email : null,
            user_id: person?.userId ?? null,
            receipt_url,
            isMasked: false,
            isGuest,
          },
        },
      ]);
    },
  );

  test("returns the plans with their prices, rates and limits", async () => {
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
});

describe("the user in a body", () => {
  const session_id = "cs_test_aaaaaaaaaaaaaaaa";
  const calls: [path: string, body: () => object][] = [
    [
      apiPaths.orderCheckout,
      () => ({ num_cards: 1, total_amount: 25, batch_id: newBatchId(), plan_type: "free" }),
    ],
    [apiPaths.membershipCheckout, () => ({ price_id: priceOf("pro") })],
    [apiPaths.processSuccess, () => ({ session_id })],
    [apiPaths.processPaygPayment, () => ({ session_id })],
    [apiPaths.processSubmissionPayment, () => ({ session_id, batch_id: newBatchId() })],
  ];

  describe.each(calls)("%s", (path, body) => {
    test("rejects a body that names another person", async () => {
      const [me, other] = await Promise.all([product.person(), product.person()]);
      const claims = [
        { user_id: other.userId },
        { user_email: other.email },
        { user_id: me.userId, user_email: other.email },
      ];
      for (const claim of claims) {
        const answer = await product.post(path, { ...body(), ...claim }, { token: me.token });
        expect(answer).toMatchObject({
          status: 403,
          body: { error: "You're logged in to a different account. Please reload the page." },
        });
      }
    });
  });
});
