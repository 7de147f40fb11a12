import { newBatchId } from "../../lib/orders/batch-id.ts";
import { Members } from "../../sandbox/builders/members.ts";
import { eventually, Product, payForBatch, stripeOf } from "../../sandbox/builders/product.ts";
import { type AdministeredOrder, orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const members = new Members(product, database());

afterAll(() => database().end());

/** Waits until the order of a batch is so, and answers it. */
const until = (batchId: string, isDone: (row: AdministeredOrder) => boolean) =>
  eventually(
    () => orderOfBatch(database(), batchId),
    (row) => row !== undefined && isDone(row),
  );

/** A guest's paid batch of four cards at $25. */
const aPaidBatch = () => payForBatch(product, database(), {}, { cards: 4 });

test("a refund of part is noted and stays paid; the rest cancels the order, publicly", async () => {
  const { batchId, payment: payment_intent } = await aPaidBatch();
  await stripe.refunds.create({ payment_intent, amount: 2_500 });
  const partly = await until(batchId, (row) => row.refunded_cents === 2_500);
  expect(partly?.payment_status).toBe("paid");
  await stripe.refunds.create({ payment_intent });
  const order = await until(batchId, (row) => row.refunded_cents === 10_000);
  expect(order?.payment_status).toBe("canceled");
  const events = await database()`select type, to_value from public.order_events
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

test("twenty deliveries at once of one refund write it once", async () => {
  const { batchId, payment: payment_intent } = await aPaidBatch();
  const refund = await stripe.refunds.create({ payment_intent });
  const types = ["charge.refunded", "refund.created", "refund.updated", "refund.failed"];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      product.deliver(
        JSON.stringify({
          id: `evt_refund${n}${refund.id}`,
          object: "event",
          livemode: false,
          type: types[n % types.length],
          data: { object: { id: refund.id, payment_intent } },
        }),
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const order = await until(batchId, (row) => row.payment_status === "canceled");
  const [row] = await database()`select count(*)::int as n from public.order_events
    where order_id = ${order?.id ?? ""} and type = 'refunded'`;
  expect(row?.n).toBe(1);
});

test("a dispute is noted for staff, and so is how it ends", async () => {
  const { batchId, payment: payment_intent } = await aPaidBatch();
  const opened = await product.control("/disputes", { payment_intent });
  await until(batchId, (row) => row.dispute_status === "needs_response");
  await product.control(`/disputes/${opened.body.id}/close`, { outcome: "won" });
  const order = await until(batchId, (row) => row.dispute_status === "won");
  expect(order?.payment_status).toBe("paid");
  const events = await database()`select distinct public from public.order_events
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
