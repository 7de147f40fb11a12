import { countries } from "@/lib/base/countries";
import { isInvalidRequest, needsNewIdempotencyKey, retryWhileInProgress } from "@/lib/stripe/client";
import {
  checkoutUrl,
  createOrderSession,
  expireSession,
  listCompleteSessions,
  readSession,
} from "@/lib/stripe/sessions";
import { aSessionId } from "@/sandbox/builders/ids";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { addUser } from "@/sandbox/builders/rows";
import { type Order, reserveOrder } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const PATH = "/v1/checkout/sessions";
const away = { status: 503, code: "payments_unavailable" };

const seconds = (time: string | null) => Date.parse(time ?? "") / 1000;

async function listSessions({ id }: Order) {
  const { data } = await payments.stripe.checkout.sessions.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.order_id === id);
}

test("creates a member's session with the order's price, names and return URLs", async () => {
  const { id: userId, email } = await addUser(sql);
  const order = await reserveOrder(userId, {
    p_user_email: email,
    p_plan_type: "pro",
    p_rate_cents: 2200,
    p_num_cards: 7,
  });
  const { id } = await createOrderSession(order, false);
  const page = await payments.stripe.checkout.sessions.retrieve(id, { expand: ["line_items"] });
  expect(page).toMatchObject({
    mode: "payment",
    status: "open",
    currency: "usd",
    amount_total: 7 * 2200,
    client_reference_id: order.id,
    customer_email: email,
    shipping_address_collection: null,
    success_url: `${payments.appUrl}/submission-confirmation?batch_id=${order.batch_id}&order_id=${order.id}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${payments.appUrl}/submit?left=1`,
    metadata: {
      app: "slabrelay",
      order_id: order.id,
      batch_id: order.batch_id,
      plan_type: "pro",
      num_cards: "7",
      rate_cents: "2200",
      user_id: userId,
    },
  });
  expect(page.line_items?.data).toMatchObject([
    { quantity: 7, amount_total: 7 * 2200, price: { unit_amount: 2200 }, description: "Card grading" },
  ]);
  const [call] = await payments.requests("POST", PATH);
  expect(JSON.stringify(call?.params)).toContain(`SlabRelay batch ${order.batch_id}`);

  await payments.pay(id);
  const paid = await readSession(id);
  expect(paid?.payment_intent).toMatchObject({
    metadata: { app: "slabrelay", order_id: order.id, batch_id: order.batch_id },
    latest_charge: { receipt_url: expect.stringContaining("/receipts/") },
  });
});

test("asks a guest for the return address and returns to the pay-as-you-go form", async () => {
  const order = await reserveOrder(null);
  const { id } = await createOrderSession(order, true);
  const page = await payments.stripe.checkout.sessions.retrieve(id);
  expect(page).toMatchObject({
    customer_email: null,
    shipping_address_collection: { allowed_countries: [...countries] },
    success_url: expect.stringContaining(`?batch_id=${order.batch_id}&mode=payg&order_id=${order.id}&`),
    cancel_url: `${payments.appUrl}/submit?mode=payg&left=1`,
  });
  expect(page.metadata).not.toHaveProperty("user_id");
});

test("expires a session 31 minutes after the order is created, nine minutes before its reservation", async () => {
  const order = await reserveOrder(null);
  const page = await createOrderSession(order, false);
  expect(page.expires_at).toBe(Math.floor(seconds(order.submitted_at)) + 31 * 60);
  const left = seconds(order.reservation_expires_at) - page.expires_at;
  expect(left).toBeGreaterThanOrEqual(9 * 60);
  expect(left).toBeLessThan(9 * 60 + 1);
});

test("creates one session when the same attempt is repeated later or concurrently", async () => {
  const order = await reserveOrder(null);
  const first = await createOrderSession(order, false);
  await payments.control("/clock", { advance: 40 });
  const again = await Promise.all(
    Array.from({ length: 5 }, () => retryWhileInProgress(() => createOrderSession(order, false))),
  );
  await payments.control("/clock", { reset: true });
  expect(new Set([first, ...again].map(({ id }) => id))).toEqual(new Set([first.id]));
  expect((await listSessions(order)).map(({ id }) => id)).toEqual([first.id]);
  const keys = (await payments.requests("POST", PATH))
    .map(({ idempotencyKey }) => idempotencyKey)
    .filter((key) => key?.includes(order.id));
  expect(new Set(keys)).toEqual(new Set([`co:${order.id}:1`]));
});

test("creates another session for another attempt, and refuses other parameters for the same attempt", async () => {
  const order = await reserveOrder(null);
  const first = await createOrderSession(order, false);
  const refusal = await createOrderSession(order, true).catch((error: unknown) => error);
  expect(needsNewIdempotencyKey(refusal)).toBe(true);
  const second = await createOrderSession({ ...order, checkout_attempt: 2 }, true);
  expect(second.id).not.toBe(first.id);
  expect(await listSessions(order)).toHaveLength(2);
});

test("retries a call in progress under the same key", async () => {
  const order = await reserveOrder(null);
  const code = "idempotency_key_in_use";
  await payments.fault({ method: "POST", path: PATH, status: 409, code, times: null });
  const conflict = await createOrderSession(order, false).catch((error: unknown) => error);
  expect(conflict).toMatchObject({ statusCode: 409, code });
  expect([isInvalidRequest(conflict), needsNewIdempotencyKey(conflict)]).toEqual([false, false]);
});

test("accepts only session URLs at Stripe's checkout origin", () => {
  const origin = String(process.env.CHECKOUT_ORIGIN);
  expect(checkoutUrl(`${origin}/c/pay/cs_1`)).toBe(`${origin}/c/pay/cs_1`);
  const elsewhere = origin.replace("localhost", "localhost.example.test");
  for (const url of [null, "http://localhost:1/c", origin.replace("http", "https"), elsewhere])
    expect(() => checkoutUrl(url)).toThrow(expect.objectContaining(away));
});

describe("a session", () => {
  test("returns null for an unknown session, and does nothing when expiring it", async () => {
    const unknown = aSessionId();
    expect(await readSession(unknown)).toBeNull();
    await expect(expireSession(unknown)).resolves.toBeUndefined();
  });

  test("expires an open session and leaves an expired or paid session unchanged", async () => {
    const open = await createOrderSession(await reserveOrder(null), false);
    await expireSession(open.id);
    expect(await readSession(open.id)).toMatchObject({ status: "expired", url: null });
    await expect(expireSession(open.id)).resolves.toBeUndefined();

    const paid = await createOrderSession(await reserveOrder(null), false);
    await payments.pay(paid.id);
    await expect(expireSession(paid.id)).resolves.toBeUndefined();
    expect(await readSession(paid.id)).toMatchObject({ status: "complete", payment_status: "paid" });
  });

  test.each([500, 401])("throws 503 when Stripe responds with %d", async (status) => {
    const { id } = await createOrderSession(await reserveOrder(null), false);
    await payments.fault({ path: `${PATH}/${id}*`, status, times: null });
    await expect(readSession(id)).rejects.toMatchObject(away);
    await expect(expireSession(id)).rejects.toMatchObject(away);
    await payments.mend();
    expect(await readSession(id)).toMatchObject({ status: "open" });
  });

  test("throws 503 for a refusal other than a missing session", async () => {
    await payments.fault({ path: `${PATH}/*`, status: 400, message: "no" });
    await expect(readSession(aSessionId())).rejects.toMatchObject(away);
  });
});

describe("the list of completed pages", () => {
  const listed = async (sinceMs: number, untilMs: number | null = null) => {
    const ids: string[] = [];
    for await (const { id } of listCompleteSessions({ sinceMs, untilMs })) ids.push(id);
    return ids;
  };
  afterEach(() => payments.control("/clock", { reset: true }));

  test("lists sessions from the second of the start time, newest first, without open ones", async () => {
    await payments.control("/clock", { frozen: true });
    const first = await createOrderSession(await reserveOrder(null), false);
    await payments.pay(first.id);
    await createOrderSession(await reserveOrder(null), false);
    await payments.control("/clock", { advance: 10 });
    const second = await createOrderSession(await reserveOrder(null), false);
    await payments.pay(second.id);
    expect(await listed(first.created * 1000 + 999)).toEqual([second.id, first.id]);
    expect(await listed(first.created * 1000 + 1000)).toEqual([second.id]);
    expect(await listed(second.created * 1000 + 1000)).toEqual([]);
    expect(await listed(first.created * 1000, first.created * 1000)).toEqual([first.id]);
    expect(await listed(first.created * 1000, second.created * 1000 - 1)).toEqual([first.id]);
  });
});
