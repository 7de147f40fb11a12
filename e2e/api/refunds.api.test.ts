import { randomUUID } from "node:crypto";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { Members } from "../../sandbox/builders/members.ts";
import {
  eventually,
  logInAsCustomer,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import {
  type AdministeredOrder,
  addOrder,
  orderOfBatch,
  removeStaff,
  storedOrder,
} from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
afterAll(() => sql.end());

describe("refunds at the payment service", () => {
  const members = new Members(product, sql);

  /** Waits until the order of a batch is so, and answers it. */
  const until = (batchId: string, isDone: (row: AdministeredOrder) => boolean) =>
    eventually(
      () => orderOfBatch(sql, batchId),
      (row) => row !== undefined && isDone(row),
    );

  /** A guest's paid batch of four cards at $25. */
  const aPaidBatch = () => payForBatch(product, sql, {}, { cards: 4 });

  test("a refund of part is noted and stays paid; the rest cancels the order, publicly", async () => {
    const { batchId, payment: payment_intent } = await aPaidBatch();
    await stripe.refunds.create({ payment_intent, amount: 2_500 });
    const partly = await until(batchId, (row) => row.refunded_cents === 2_500);
    expect(partly?.payment_status).toBe("paid");
    await stripe.refunds.create({ payment_intent });
    const order = await until(batchId, (row) => row.refunded_cents === 10_000);
    expect(order?.payment_status).toBe("canceled");
    const events = await sql`select type, to_value from public.order_events
    where order_id = ${order?.id ?? ""} and public and type in ('refunded', 'payment_status') order by id`;
    expect(events).toEqual([
      { type: "payment_status", to_value: "paid" },
      { type: "refunded", to_value: "$25.00" },
      { type: "payment_status", to_value: "canceled" },
      { type: "refunded", to_value: "$100.00" },
    ]);
  });

  test("only a full refund frees a member's cards", async () => {
    const member = await members.joinAsMember("starter");
    const body = { num_cards: 100, total_amount: 2500, notes: "", plan_type: "starter" };
    const submit = (cards: number) =>
      product.post(
        "/api/create-checkout-session",
        { ...body, num_cards: cards, total_amount: cards * 25, batch_id: newBatchId() },
        member,
      );
    const opened = await submit(100);
    await product.pay(opened.body.sessionId);
    const paid = await until(opened.body.batch_id, ({ payment_status }) => payment_status === "paid");
    const payment_intent = paid?.stripe_payment_intent_id ?? "";
    await stripe.refunds.create({ payment_intent, amount: 240_000 });
    await until(opened.body.batch_id, (row) => row.refunded_cents === 240_000);
    expect((await submit(1)).status).toBe(409);
    await stripe.refunds.create({ payment_intent });
    await until(opened.body.batch_id, (row) => row.payment_status === "canceled");
    expect((await submit(100)).status).toBe(200);
  });

  test("a refund that is heard of before its payment pays the order, then cancels it", async () => {
    const opened = await product.openCheckout({}, 4);
    await product.control("/faults", {
      target: "webhook",
      type: "checkout.session.*",
      action: "delay",
      delayMs: 3_000,
      times: 1,
    });
    await product.pay(opened.body.sessionId);
    const session = await stripe.checkout.sessions.retrieve(opened.body.sessionId);
    await stripe.refunds.create({ payment_intent: String(session.payment_intent) });
    const order = await until(opened.body.batch_id, (row) => row.refunded_cents === 10_000);
    expect(order?.payment_status).toBe("canceled");
  });

  test("a dispute is noted for staff, and so is how it ends", async () => {
    const { batchId, payment: payment_intent } = await aPaidBatch();
    const opened = await product.control("/disputes", { payment_intent });
    await until(batchId, (row) => row.dispute_status === "needs_response");
    await product.control(`/disputes/${opened.body.id}/close`, { outcome: "won" });
    const order = await until(batchId, (row) => row.dispute_status === "won");
    expect(order?.payment_status).toBe("paid");
    const events = await sql`select distinct public from public.order_events
    where order_id = ${order?.id ?? ""} and type = 'dispute_status'`;
    expect(events).toEqual([{ public: false }]);
  });

  test.each([
    ["a payment of somebody else", { payment_intent: "pi_0123456789abcdef" }, "missing"],
    ["no payment", { payment_intent: null }, "ignored"],
  ])("a refund of %s changes nothing", async (_, fields, outcome) => {
    const payload = JSON.stringify({
      id: `evt_${newBatchId().replaceAll("-", "")}`,
      object: "event",
      livemode: false,
      type: "charge.refunded",
      data: { object: { id: "ch_1", ...fields } },
    });
    expect(await product.deliver(payload)).toMatchObject({ status: 200, body: { outcome } });
  });
});

describe("refunds by staff", () => {
  let staff: SignedIn;

  beforeAll(async () => {
    staff = await logInAsStaff(product, sql);
  });

  /** A paid batch of four cards at $25. */
  async function aPaidOrder(who: { token?: string } = {}, plan = "payg") {
    const body = { num_cards: 4, total_amount: 100, batch_id: newBatchId(), notes: "", plan_type: plan };
    const opened = await product.post("/api/create-checkout-session", body, who);
    await product.pay(opened.body.sessionId);
    const order = await eventually(
      () => storedOrder(sql, opened.body.order_id),
      (row) => row.payment_status === "paid",
    );
    return { id: order.id, payment: order.stripe_payment_intent_id };
  }
  const refundBody = (cents: number, fields: object = {}) => ({
    request_id: randomUUID(),
    amount_cents: cents,
    refunded_cents: 0,
    reason: "The customer asked for it",
    ...fields,
  });
  const refund = (id: string, body: object, who: { cookie?: string; token?: string } = staff) =>
    product.post(staffApiPaths.refund(id), body, who.cookie ? { cookie: who.cookie } : who);
  const refundsOf = async (payment: string) => (await stripe.refunds.list({ payment_intent: payment })).data;
  const eventsOf = (id: string) => sql`select type, to_value, actor_type, public from public.order_events
  where order_id = ${id} and type like 'refund%' order by id`;

  test("a part goes back: the order stays paid, with who and why on its timeline", async () => {
    const { id, payment } = await aPaidOrder();
    expect(await refund(id, refundBody(2_500))).toMatchObject({ status: 200, body: { outcome: "done" } });
    expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "paid", refunded_cents: 2_500 });
    expect((await refundsOf(payment)).map(({ amount }) => amount)).toEqual([2_500]);
    expect(await eventsOf(id)).toEqual([
      { type: "refund_started", to_value: "$25.00", actor_type: "staff", public: false },
      { type: "refunded", to_value: "$25.00", actor_type: "stripe", public: true },
    ]);
  });

  test("a double click on the same form is one refund", async () => {
    const { id, payment } = await aPaidOrder();
    const body = refundBody(3_000);
    const answers = await Promise.all([refund(id, body), refund(id, body)]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await refundsOf(payment)).toHaveLength(1);
    expect(await storedOrder(sql, id)).toMatchObject({ refunded_cents: 3_000 });
  });

  test("two forms at once for everything: one refund, the other is told", async () => {
    const { id, payment } = await aPaidOrder();
    const answers = await Promise.all([refund(id, refundBody(10_000)), refund(id, refundBody(10_000))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await refundsOf(payment)).toHaveLength(1);
  });

  test("more than is left, an outdated form and a form used twice are refused, and nothing moves", async () => {
    const { id, payment } = await aPaidOrder();
    expect(await refund(id, refundBody(10_001))).toMatchObject({
      status: 422,
      body: { error: "At most $100.00 can still be refunded." },
    });
    const used = refundBody(1_000);
    expect((await refund(id, used)).status).toBe(200);
    expect((await refund(id, refundBody(1_000))).status).toBe(409);
    expect((await refund(id, { ...used, amount_cents: 2_000 })).status).toBe(409);
    expect(await refundsOf(payment)).toHaveLength(1);
  });

  test("a refusal of the payment service is shown, kept, and can be tried again", async () => {
    const { id, payment } = await aPaidOrder();
    const { body: fault } = await product.control("/faults", {
      target: "api",
      method: "POST",
      path: "/v1/refunds",
      params: { payment_intent: payment },
      status: 400,
      message: "Insufficient funds",
      code: "balance_insufficient",
      times: 1,
    });
    const body = refundBody(4_000);
    const refused = await refund(id, body);
    await product.control(`/faults/${fault.id}`, {}, "DELETE");
    expect(refused.status).toBe(422);
    const [stored] =
      await sql`select status, failure, attempt from public.refund_requests where id = ${body.request_id}`;
    expect(stored).toMatchObject({ status: "failed", attempt: 1 });
    expect(String(stored?.failure)).toContain("refused");
    expect(await refundsOf(payment)).toHaveLength(0);
    expect((await refund(id, body)).status).toBe(200);
    expect(await refundsOf(payment)).toHaveLength(1);
  });

  test("an answer that is lost after the refund was made: asked again, it is the same refund", async () => {
    const { id, payment } = await aPaidOrder();
    const { body: fault } = await product.control("/faults", {
      target: "api",
      method: "POST",
      path: "/v1/refunds",
      params: { payment_intent: payment },
      when: "after",
      dropConnection: true,
      // Until it is taken away: the product may ask again by itself.
      times: null,
    });
    const body = refundBody(5_000);
    const lost = await refund(id, body);
    await product.control(`/faults/${fault.id}`, {}, "DELETE");
    expect(lost.status).toBe(503);
    expect((await refund(id, body)).status).toBe(200);
    expect(await refundsOf(payment)).toHaveLength(1);
    expect(await storedOrder(sql, id)).toMatchObject({ refunded_cents: 5_000 });
  });

  test("what was not paid through the payment service, and odd input, get a clear answer", async () => {
    const { id } = await addOrder(sql, { stripe_payment_intent_id: null });
    expect((await refund(id, refundBody(100))).status).toBe(409);
    expect((await refund(randomUUID(), refundBody(100))).status).toBe(404);
    expect((await refund("nonsense", refundBody(100))).status).toBe(404);
    for (const fields of [
      { amount_cents: 0 },
      { amount_cents: 1.5 },
      { reason: "  " },
      { request_id: "1" },
    ]) {
      expect((await refund(id, refundBody(100, fields))).status).toBe(400);
    }
  });

  test("customers, guests and who is staff no more get nothing", async () => {
    const { id, payment } = await aPaidOrder();
    const customer = await logInAsCustomer(product);
    const removed = await logInAsStaff(product, sql);
    await removeStaff(sql, removed.userId);
    expect((await refund(id, refundBody(100), {})).status).toBe(401);
    expect((await refund(id, refundBody(100), customer)).status).toBe(403);
    expect((await refund(id, refundBody(100), removed)).status).toBe(403);
    expect(await refundsOf(payment)).toHaveLength(0);
  });
});
