import { newBatchId } from "../../lib/orders/batch-id.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import { Members, priceOf, sessionOf } from "../../sandbox/builders/members.ts";
import { eventually, Product, pagesOf, patiently } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { MANY_CALLERS, sized } from "../../sandbox/builders/size.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();

afterAll(() => database().end());

describe("a guest", () => {
  test("pays a batch: one order, one payment, one mail", async () => {
    const email = `guest-${newBatchId().toLowerCase()}@example.com`;
    const opened = await product.openCheckout({}, 3);
    expect(opened).toMatchObject({ status: 200, body: { batch_id: expect.stringMatching(/^BATCH-/) } });
    expect(opened.body.url).toContain(new URL(product.setting("CHECKOUT_ORIGIN")).origin);
    expect(opened.cookie).toMatch(/^order=/);
    await product.pay(opened.body.sessionId, { email });

    const order = await eventually(
      () => orderOfBatch(database(), opened.body.batch_id),
      (row) => row?.payment_status === "paid",
    );
    expect(order).toMatchObject({ guest_email: email, num_cards: 3, user_id: null });
    const mails = await eventually(
      () => mailsTo(email),
      (list) => list.length > 0,
    );
    expect(mails[0]?.subject).toContain(opened.body.batch_id);

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
    expect(await mailsTo(email)).toHaveLength(1);
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
    expect((await orderOfBatch(database(), first.body.batch_id))?.payment_status).toBe("canceled");
    expect((await product.pay(other.body.sessionId)).status).toBe(200);
  });

  test("who proposes somebody else's batch id silently gets another", async () => {
    const first = await product.openCheckout({});
    const stranger = await product.openCheckout({}, 2, first.body.batch_id);
    expect(stranger.status).toBe(200);
    expect(stranger.body.batch_id).not.toBe(first.body.batch_id);
    expect(stranger.body.order_id).not.toBe(first.body.order_id);
  });

  test("many clicks at once leave one order and one open page", async () => {
    const { cookie } = await product.openCheckout({});
    const batchId = newBatchId();
    const click = () => patiently(() => product.openCheckout({ cookie }, 4, batchId));
    const answers = await Promise.all(Array.from({ length: sized(MANY_CALLERS, 500) }, click));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const sessions = new Set(answers.map(({ body }) => body.sessionId));
    expect(sessions.size).toBe(1);
    const rows = await database()<{ id: string }[]>`
      select id from public.grading_orders where batch_id = ${batchId}`;
    expect(rows).toHaveLength(1);
    expect(await pagesOf(product, { order_id: rows[0]?.id ?? "" })).toEqual([
      { id: [...sessions][0], status: "open" },
    ]);
  }, 300_000);
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
      () => orderOfBatch(database(), body.batch_id),
      (row) => row?.payment_status === "paid",
    );
    await eventually(
      () => mailsTo(email),
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

  test("resumes an open payment at its own price after becoming a member", async () => {
    const person = await product.person();
    const batchId = newBatchId();
    const resume = {
      user_id: person.userId,
      num_cards: 2,
      total_amount: 50,
      batch_id: batchId,
      plan_type: "free",
    };
    const opened = await product.post("/api/create-checkout-session", resume, person);
    const members = new Members(product, database());
    const membership = await members.subscribe(person, priceOf("elite"));
    await product.pay(sessionOf(membership.body.url));
    await members.until(person, (row) => row?.status === "active");
    const again = await product.post("/api/create-checkout-session", resume, person);
    expect(again).toMatchObject({
      status: 200,
      body: { sessionId: opened.body.sessionId, batch_id: batchId },
    });
    for (const changed of [{ total_amount: 49 }, { num_cards: 3 }, { batch_id: newBatchId() }]) {
      const refused = await product.post("/api/create-checkout-session", { ...resume, ...changed }, person);
      expect(refused.status).toBe(409);
    }
    const stranger = await product.person();
    const foreign = { ...resume, user_id: stranger.userId, num_cards: 3 };
    expect((await product.post("/api/create-checkout-session", foreign, stranger)).status).toBe(409);
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
    expect(await orderOfBatch(database(), body.batch_id)).toBeUndefined();
  });
});

describe("bad input writes nothing and says what is wrong", () => {
  const good = { num_cards: 2, total_amount: 50, batch_id: newBatchId() };
  test.each([
    ["no cards", { ...good, num_cards: 0 }, 400, "Please enter at least 1 card"],
    ["half a card", { ...good, num_cards: 1.5 }, 400, "Please enter a valid number of cards"],
    ["text as a number", { ...good, num_cards: "2" }, 400, "Please enter a valid number of cards"],
    ["too many cards", { ...good, num_cards: 10_000 }, 400, "up to 9,999 cards"],
    ["a malformed batch id", { ...good, batch_id: "B'; drop table" }, 400, "batch ID is not valid"],
    ["a negative total", { ...good, total_amount: -50 }, 400, ""],
    ["a NUL character", { ...good, notes: "a\u0000b" }, 400, "unreadable text"],
    [
      "a lone surrogate",
      '{"num_cards":2,"total_amount":50,"batch_id":"BATCH-ABCDEFGH-2345","notes":"\\ud800"}',
      400,
      "",
    ],
    ["notes that are too long", { ...good, notes: "x".repeat(2001) }, 400, "2,000 characters"],
    ["no JSON", "{", 400, "not valid JSON"],
    ["an array", [], 400, ""],
    ["too much", { ...good, notes: "x".repeat(40_000) }, 413, "too large"],
    ["a deep nest", { ...good, extra: [[[[[[[[1]]]]]]]] }, 400, "nested"],
  ])("%s", async (_, body, status, message) => {
    const answer = await product.post("/api/create-checkout-session", body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(message);
    expect(await orderOfBatch(database(), good.batch_id)).toBeUndefined();
  });

  test.each(["GET", "PUT", "PATCH", "DELETE"])("%s is not allowed", async (method) => {
    const response = await fetch(`${product.appUrl}/api/create-checkout-session`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json; charset=utf-8", 200],
  ])("a body of type %s answers %d", async (type, status) => {
    const response = await fetch(`${product.appUrl}/api/create-checkout-session`, {
      method: "POST",
      headers: { "content-type": type, origin: new URL(product.appUrl).origin },
      body: JSON.stringify({ ...good, batch_id: newBatchId() }),
    });
    expect(response.status).toBe(status);
  });

  test.each([
    ["no origin", {}],
    ["another site", { origin: "https://evil.example" }],
    ["null", { origin: "null" }],
    ["another port", { origin: "http://localhost:1" }],
    ["a look-alike", { origin: "http://localhost.evil.example" }],
    ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
    ["a sibling site", { "sec-fetch-site": "same-site" }],
  ])("a call from %s is refused", async (_, headers) => {
    const response = await fetch(`${product.appUrl}/api/create-checkout-session`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers } as Record<string, string>,
      body: JSON.stringify(good),
    });
    expect(response.status).toBe(403);
  });
});
