import { apiPaths } from "../../lib/base/api-paths.ts";
import { MEMBERSHIP_PLANS } from "../../lib/base/plans.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { priceOf } from "../../sandbox/builders/members.ts";
import { type Caller, eventually, Product, stripeOf } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database, personClient, visitorClient } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

describe("a guest", () => {
  test("pays a batch: one order, one payment, one mail", async () => {
    const email = `guest-${newBatchId().toLowerCase()}@example.com`;
    const opened = await product.openCheckout({}, 3);
    expect(opened).toMatchObject({ status: 200, body: { batch_id: expect.stringMatching(/^BATCH-/) } });
    expect(opened.body.url).toContain(new URL(product.setting("CHECKOUT_ORIGIN")).origin);
    expect(opened.cookie).toMatch(/^order=/);
    await product.pay(opened.body.sessionId, { email });

    const order = await eventually(
      () => orderOfBatch(sql, opened.body.batch_id),
      (row) => row?.payment_status === "paid",
    );
    expect(order).toMatchObject({ guest_email: email, num_cards: 3, user_id: null });
    const mails = await eventually(
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

  test("with the link alone sees a masked order, and cannot send its mail", async () => {
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

  test("who goes back and submits again gets the same page; another batch closes it", async () => {
    const first = await product.openCheckout({}, 2);
    const { cookie } = first;
    const again = await product.openCheckout({ cookie }, 2, first.body.batch_id);
    expect(again.body).toMatchObject({ sessionId: first.body.sessionId, batch_id: first.body.batch_id });

    const other = await product.openCheckout({ cookie }, 5);
    expect(other.body.sessionId).not.toBe(first.body.sessionId);
    expect((await product.pay(first.body.sessionId)).status).toBe(409);
    expect((await orderOfBatch(sql, first.body.batch_id))?.payment_status).toBe("canceled");
    expect((await product.pay(other.body.sessionId)).status).toBe(200);
  });

  test("whose card is declined pays the same batch with another", async () => {
    const opened = await product.openCheckout({});
    const { sessionId, batch_id: batchId } = opened.body;
    expect((await product.pay(sessionId, { card_number: "4000000000000002" })).status).toBe(402);
    const unpaid = await product.post("/api/process-payg-payment", { session_id: sessionId }, opened);
    expect(unpaid.status).toBe(402);
    expect((await product.pay(sessionId)).status).toBe(200);
    await eventually(
      () => orderOfBatch(sql, batchId),
      (row) => row?.payment_status === "paid",
    );
  });
});

describe("a customer", () => {
  test("pays at the free plan's rate and sees the batch through the data API", async () => {
    const { token, email, userId } = await product.person();
    const body = {
      num_cards: 2,
      total_amount: 50,
      batch_id: newBatchId(),
      plan_type: "free",
      user_id: userId,
    };
    const opened = await product.post("/api/create-checkout-session", body, { token });
    expect(opened.status).toBe(200);
    await product.pay(opened.body.sessionId);
    await eventually(
      () => orderOfBatch(sql, body.batch_id),
      (row) => row?.payment_status === "paid",
    );
    await eventually(
      () => emailsTo(email),
      (list) => list.length === 1,
    );

    const processed = await product.post(
      "/api/process-submission-payment",
      { session_id: opened.body.sessionId, batch_id: body.batch_id, user_id: userId },
      { token },
    );
    expect(processed.body).toMatchObject({
      success: true,
      submission: { plan_type: "free", grading_fee: 50, total_paid: 50, user_email: email },
    });
    const again = await product.post("/api/create-checkout-session", body, { token });
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining("already paid") } });
  });

  test("cannot choose the plan, the price or the payer", async () => {
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

describe("bad input writes nothing and says what is wrong", () => {
  const good = { num_cards: 2, total_amount: 50, batch_id: newBatchId() };
  test.each([
    ["no cards", { ...good, num_cards: 0 }, 400, "Please enter at least 1 card"],
    ["half a card", { ...good, num_cards: 1.5 }, 400, "Please enter a valid number of cards"],
    ["text as a number", { ...good, num_cards: "2" }, 400, "Please enter a valid number of cards"],
    ["too many cards", { ...good, num_cards: 10_000 }, 400, "up to 9,999 cards"],
    ["a malformed batch id", { ...good, batch_id: "B'; drop table" }, 400, "batch ID is invalid"],
    ["a negative total", { ...good, total_amount: -50 }, 400, ""],
    ["a NUL character", { ...good, notes: "a\u0000b" }, 400, "can't be saved"],
    [
      "a lone surrogate",
      '{"num_cards":2,"total_amount":50,"batch_id":"BATCH-ABCDEFGH-2345","notes":"\\ud800"}',
      400,
      "",
    ],
    ["notes that are too long", { ...good, notes: "x".repeat(2001) }, 400, "2,000 characters"],
    ["no JSON", "{", 400, "isn't valid JSON"],
    ["an array", [], 400, ""],
    ["too much", { ...good, notes: "x".repeat(40_000) }, 413, "too large"],
    ["a deep nest", { ...good, extra: [[[[[[[[1]]]]]]]] }, 400, "nested"],
  ])("%s", async (_, body, status, message) => {
    const answer = await product.post("/api/create-checkout-session", body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(message);
    expect(await orderOfBatch(sql, good.batch_id)).toBeUndefined();
  });

  test.each(["GET", "PUT", "PATCH", "DELETE"])("%s is not allowed", async (method) => {
    const response = await fetch(`${product.appUrl}/api/create-checkout-session`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

test.each<[path: string, body: object, error: RegExp]>([
  [apiPaths.orderCheckout, {}, /number of cards/],
  [
    apiPaths.orderCheckout,
    { num_cards: 1, total_amount: 25, batch_id: "BATCH-ABCDEF-2345", plan_type: "gold" },
    /^The plan must be one of these: payg, free, starter, pro, elite\.$/,
  ],
  [
    apiPaths.orderCheckout,
    { num_cards: 1, total_amount: 25, batch_id: "BATCH-ABCDEF-2345", user_id: "42" },
    /^The account is invalid\. Please reload the page and try again\.$/,
  ],
  [apiPaths.processPaygPayment, {}, /^The payment session is missing\./],
  [apiPaths.processSubmissionPayment, {}, /^The payment session is missing\./],
])("%s with %j says what to do", async (path, body, error) => {
  const answer = await product.post(path, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: "invalid_input", error: expect.stringMatching(error) });
});

describe("the confirmation's payment", () => {
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
          title: null,
          submitted_at: expect.any(String),
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
          title: null,
          submitted_at: expect.any(String),
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
});

describe("who a body says it is from", () => {
  const SESSION = "cs_test_aaaaaaaaaaaaaaaa";
  /** An endpoint, a body, and its answer to who names nobody else: the payments asked for are of no page that we know. */
  const calls: [path: string, body: () => object, answer: object][] = [
    [
      apiPaths.orderCheckout,
      () => ({ num_cards: 1, total_amount: 25, batch_id: newBatchId(), plan_type: "free" }),
      { status: 200, body: { url: expect.stringContaining("/c/pay/cs_test_") } },
    ],
    [
      apiPaths.membershipCheckout,
      () => ({ price_id: priceOf("pro") }),
      { status: 200, body: { url: expect.stringContaining("/c/pay/cs_test_") } },
    ],
    [
      apiPaths.processSuccess,
      () => ({ session_id: SESSION }),
      {
        status: 404,
        body: { error: "Payment session not found. Please contact support if you were charged." },
      },
    ],
    [
      apiPaths.processPaygPayment,
      () => ({ session_id: SESSION }),
      { status: 404, body: { error: "Invalid payment session. Please contact support." } },
    ],
    [
      apiPaths.processSubmissionPayment,
      () => ({ session_id: SESSION, batch_id: newBatchId() }),
      { status: 404, body: { error: "Invalid payment session. Please contact support." } },
    ],
  ];

  describe.each(calls)("%s", (path, body, expected) => {
    test("refuses a body that names somebody else", async () => {
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

    test("takes one that names the caller, or nobody", async () => {
      const me = await product.person();
      const claims = [
        { user_id: me.userId, user_email: me.email.toUpperCase() },
        { user_id: "", user_email: "" },
        { user_id: null, user_email: null },
      ];
      for (const claim of claims) {
        const answer = await product.post(path, { ...body(), ...claim }, { token: me.token });
        expect(answer).toMatchObject(expected);
      }
    });
  });
});
