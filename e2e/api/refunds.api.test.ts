import { randomUUID } from "node:crypto";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import {
  eventually,
  logInAsStaff,
  Product,
  type SignedIn,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import { storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
afterAll(() => sql.end());

describe("refunds by staff", () => {
  let staff: SignedIn;

  beforeAll(async () => {
    staff = await logInAsStaff(product, sql);
  });

  /** A paid batch of four cards at $25. */
  async function aPaidOrder() {
    const body = { num_cards: 4, total_amount: 100, batch_id: newBatchId(), notes: "", plan_type: "payg" };
    const opened = await product.post("/api/create-checkout-session", body);
    await product.pay(opened.body.sessionId);
    const order = await eventually(
      () => storedOrder(sql, opened.body.order_id),
      (row) => row.payment_status === "paid",
    );
    return { id: order.id, payment: order.stripe_payment_intent_id };
  }
  const refund = (id: string, cents: number) =>
    product.post(
      staffApiPaths.refund(id),
      {
        request_id: randomUUID(),
        amount_cents: cents,
        refunded_cents: 0,
        reason: "The customer asked for it",
      },
      { cookie: staff.cookie },
    );
  const refundsOf = async (payment: string) => (await stripe.refunds.list({ payment_intent: payment })).data;
  const eventsOf = (id: string) => sql`select type, to_value, actor_type, public from public.order_events
  where order_id = ${id} and type like 'refund%' order by id`;

  test("keeps a partly refunded order paid and records the refund on its timeline", async () => {
    const { id, payment } = await aPaidOrder();
    expect(await refund(id, 2_500)).toMatchObject({ status: 200, body: { outcome: "done" } });
    expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "paid", refunded_cents: 2_500 });
    expect((await refundsOf(payment)).map(({ amount }) => amount)).toEqual([2_500]);
    expect(await eventsOf(id)).toEqual([
      { type: "refund_started", to_value: "$25.00", actor_type: "staff", public: false },
      { type: "refunded", to_value: "$25.00", actor_type: "stripe", public: true },
    ]);
  });
});
