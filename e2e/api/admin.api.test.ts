import { randomUUID } from "node:crypto";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { anEmail, uniqueToken } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import {
  logInAsCustomer,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
  stripeOf,
  waitUntil,
} from "../../sandbox/builders/product.ts";
import {
  addGivenUpEvent,
  addOrder,
  addOrders,
  addProfile,
  storedOrder,
} from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
let staff: SignedIn;
beforeAll(async () => {
  staff = await logInAsStaff(product, sql);
});
afterAll(() => sql.end());

test("exports all orders that match the filter, newest first", async () => {
  const mark = uniqueToken();
  await addOrders(sql, null, 3, { payment_status: "unpaid", tracking_number: mark });
  const file = await product.get(`/api/admin/orders/export?q=${mark}&payment=unpaid`, staff);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="orders-[\d-]{10}\.csv"$/);
  const ids = file.body
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line: string) => line.split(",")[0]);
  expect(ids).toHaveLength(3);
  expect(ids).toEqual(ids.toSorted());
  const none = await product.get(`/api/admin/orders/export?q=${mark}&payment=paid`, staff);
  expect(none.body.trim().split("\r\n")).toHaveLength(1);
});

test("warns about an unusual change and accepts it with a reason", async () => {
  const here = { fulfillment_status: "grading", submission_status: "graded", received_at: new Date() };
  const order = await addOrder(sql, here);
  const save = (body: object) => product.post(staffApiPaths.order(order.id), body, staff);
  const body = { version: order.version, changes: { submission_status: "completed" } };
  expect(await save(body)).toMatchObject({
    status: 422,
    body: { error: "It has no tracking number. Enter a reason.", warnings: ["no_tracking"] },
  });
  const reasoned = await save({ ...body, reason: "Handed over" });
  expect(reasoned).toMatchObject({ status: 200, body: { order: { fulfillment_status: "complete" } } });
});

describe("GET /api/admin/user-profile", () => {
  const ask = async (userId: string, headers: Record<string, string>) => {
    const url = `${product.appUrl}${staffApiPaths.userProfile}?user_id=${userId}`;
    const response = await fetch(url, { headers });
    return { status: response.status, body: await response.json() };
  };

  test("returns the profile and the last ten orders for a staff token", async () => {
    const person = await product.person();
    await addProfile(sql, person.userId, { city: "Portland" });
    const orders = await addOrders(sql, person, 11);
    const { status, body } = await ask(person.userId, { "x-admin-token": staff.token });
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({ user_id: person.userId, email: person.email, city: "Portland" });
    expect(body.orders.map(({ id }: { id: string }) => id)).toEqual(orders.slice(0, 10).map(({ id }) => id));
    expect(Object.keys(body).sort()).toEqual(["orders", "profile"]);
  });

  test("accepts the token header only with a valid signature", async () => {
    const customer = await logInAsCustomer(product);
    const statusOf = async (headers: Record<string, string>) => (await ask(customer.userId, headers)).status;
    const [head, payload] = staff.token.split(".");
    const forged = `${head}.${payload}.${"A".repeat(43)}`;
    expect(await statusOf({ "x-admin-token": customer.token })).toBe(403);
    for (const token of [forged, "true", ""]) {
      expect(await statusOf({ "x-admin-token": token })).toBe(401);
      const beside = { cookie: staff.cookie, authorization: `Bearer ${staff.token}` };
      expect(await statusOf({ "x-admin-token": token, ...beside })).toBe(401);
    }
    // The header takes precedence over the cookie.
    expect(await statusOf({ "x-admin-token": staff.token, cookie: customer.cookie })).toBe(200);
  });
});

test("overwrites stored values with payments and refunds from Stripe", async () => {
  const { id, payment } = await payForBatch(product, sql);
  const sync = () => product.post(staffApiPaths.sync(id), {}, staff);
  await sql`update public.grading_orders set stripe_payment_intent_id = null, payment_status = 'unpaid',
    total_paid = null, paid_at = null where id = ${id}`;
  expect(await sync()).toMatchObject({ status: 200, body: { outcome: "asked" } });
  expect(await storedOrder(sql, id)).toMatchObject({
    payment_status: "paid",
    stripe_payment_intent_id: payment,
  });

  await stripe.refunds.create({ payment_intent: payment, amount: 2_000 });
  await waitUntil(
    () => storedOrder(sql, id),
    (row) => row.refunded_cents === 2_000,
  );
  await sql`update public.grading_orders set refunded_cents = 0 where id = ${id}`;
  expect((await sync()).status).toBe(200);
  expect((await storedOrder(sql, id)).refunded_cents).toBe(2_000);
});

test("resends only a failed email", async () => {
  const email = anEmail();
  const { id } = await payForBatch(product, sql, {}, { email });
  // The worker records the delivery after the email arrives.
  await waitUntil(
    () => sql`select 1 from public.outbox where payload ->> 'order_id' = ${id} and sent_at is not null`,
    (sent) => sent.length === 1,
  );
  const [mail] = await sql<{ id: string }[]>`update public.outbox set sent_at = null, failed_at = now()
    where payload ->> 'order_id' = ${id} returning id`;
  const retry = () => product.post(staffApiPaths.retryMail, { mail_id: Number(mail?.id) }, staff);
  expect(await retry()).toMatchObject({ status: 200, body: { outcome: "queued" } });
  await waitUntil(
    () => emailsTo(email),
    (mails) => mails.length === 2,
  );
  expect(await retry()).toMatchObject({ status: 409, body: { code: "mail_in_progress" } });
});

test("retries only a failed event", async () => {
  const event = await addGivenUpEvent(sql);
  const retry = () => product.post(staffApiPaths.retryEvent, { event_id: event }, staff);
  expect(await retry()).toMatchObject({ status: 200, body: { outcome: "queued" } });
  expect(await retry()).toMatchObject({ status: 409, body: { code: "event_in_progress" } });
  const [row] = await sql<{ attempts: number }[]>`
    select attempts from public.stripe_events where event_id = ${event}`;
  expect(row?.attempts).toBeLessThan(20);
});

test("lets only staff accept a different amount, once, and then refund it", async () => {
  const owner = await logInAsStaff(product, sql, "owner");
  const { body } = await product.openCheckout({}, 2);
  const id: string = body.order_id;
  await sql`update grading_orders set num_cards = 3, grading_fee = 75 where id = ${id}`;
  await product.pay(body.sessionId);
  const [entry] = await waitUntil(
    () => sql<{ id: string; detail: { payment_intent_id: string } }[]>`
      select id, detail from payment_exceptions where order_id = ${id}`,
    (rows) => rows.length === 1,
  );
  const payment = String(entry?.detail.payment_intent_id);
  const settle = (accepts_amount: boolean, { cookie = "" }: { cookie?: string } = owner) => {
    const decision = { exception_id: Number(entry?.id), resolution: "He agreed", accepts_amount };
    return product.post(staffApiPaths.resolveException, decision, { cookie });
  };
  const openReasons = async () =>
    (await sql`select reason from payment_exceptions where order_id = ${id} and resolved_at is null`).map(
      ({ reason }) => reason,
    );
  for (const who of [{}, await logInAsCustomer(product)]) {
    expect((await settle(true, who)).status).toBeGreaterThanOrEqual(401);
    expect(await openReasons()).toEqual(["amount_mismatch"]);
  }
  const outcomes = await Promise.all([settle(true), settle(true)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await settle(false)).body.error).toBe("Someone else already resolved this.");
  expect(await storedOrder(sql, id)).toMatchObject({
    payment_status: "paid",
    total_paid: "50.00",
    stripe_payment_intent_id: payment,
  });
  const refund = { request_id: randomUUID(), amount_cents: 5_000, refunded_cents: 0, reason: "He asked" };
  expect((await product.post(staffApiPaths.refund(id), refund, owner)).status).toBe(200);
  expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "canceled", refunded_cents: 5_000 });
  expect((await stripe.refunds.list({ payment_intent: payment })).data).toMatchObject([{ amount: 5_000 }]);
  expect(await openReasons()).toEqual([]);
});
