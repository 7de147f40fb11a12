import { randomUUID } from "node:crypto";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import {
  eventually,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import { type AdministeredOrder, orderOfBatch, storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
afterAll(() => sql.end());

describe("refunds at the payment service", () => {
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
});
