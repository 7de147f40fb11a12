import { randomUUID } from "node:crypto";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { Members } from "../../sandbox/builders/members.ts";
import {
  eventually,
  logInAsCustomer,
  logInAsStaff,
  Product,
  type SignedIn,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import { addOrder, removeStaff, storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
let staff: SignedIn;

beforeAll(async () => {
  staff = await logInAsStaff(product, sql);
});
afterAll(() => sql.end());

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

test("all of it cancels the order and frees the member's cards", async () => {
  const members = new Members(product, sql);
  const member = await members.joinAsMember("starter");
  const { id } = await aPaidOrder(member, "starter");
  const used = async () => {
    const [row] = await sql<{ n: number }[]>`select coalesce(sum(num_cards), 0)::int as n
      from public.grading_orders where user_id = ${member.userId} and payment_status = 'paid'`;
    return row?.n;
  };
  expect(await used()).toBe(4);
  expect((await refund(id, refundBody(10_000))).status).toBe(200);
  expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "canceled", refunded_cents: 10_000 });
  expect(await used()).toBe(0);
});

test("twenty presses at once of the same form are one refund", async () => {
  const { id, payment } = await aPaidOrder();
  const body = refundBody(3_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id, body)));
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
  for (const fields of [{ amount_cents: 0 }, { amount_cents: 1.5 }, { reason: "  " }, { request_id: "1" }]) {
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
