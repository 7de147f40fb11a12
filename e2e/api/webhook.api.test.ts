import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsThatCame, emailsTo } from "../../sandbox/builders/mailbox.ts";
import { eventually, Product, pagesOf, patiently } from "../../sandbox/builders/product.ts";
import { confirmationsOf, orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

const event = (fields: object) =>
  JSON.stringify({
    id: `evt_${newBatchId().replaceAll("-", "")}`,
    object: "event",
    api_version: "2026-10-28.endive",
    created: 1,
    livemode: false,
    type: "checkout.session.completed",
    data: { object: { id: "cs_test_unknown00000", object: "checkout.session" } },
    ...fields,
  });

test.each([
  ["a wrong secret", { secret: "whsec_wrong" }],
  ["an empty secret", { secret: "" }],
  ["a timestamp older than five minutes", { timestamp: Math.floor(Date.now() / 1000) - 301 }],
  ["no signature", { signature: "" }],
  ["nonsense", { signature: "t=1,v1=abc" }],
])("refuses %s and writes nothing", async (_, options) => {
  const payload = event({});
  expect((await product.deliver(payload, options)).status).toBe(400);
  const [row] = await sql`select 1 from public.stripe_events where event_id = ${JSON.parse(payload).id}`;
  expect(row).toBeUndefined();
});

test("accepts an event that is almost five minutes old", async () => {
  const timestamp = Math.floor(Date.now() / 1000) - 270;
  expect((await product.deliver(event({}), { timestamp })).status).toBe(200);
});

test("refuses an event of the other mode", async () => {
  expect((await product.deliver(event({ livemode: true }))).status).toBe(400);
});

test("refuses a changed body", async () => {
  const timestamp = Math.floor(Date.now() / 1000);
  const { createHmac } = await import("node:crypto");
  const payload = event({});
  const signed = createHmac("sha256", product.setting("STRIPE_WEBHOOK_SECRET")).update(
    `${timestamp}.${payload}`,
  );
  const signature = `t=${timestamp},v1=${signed.digest("hex")}`;
  expect((await product.deliver(payload.replace("unknown", "changed"), { signature })).status).toBe(400);
});

test.each([
  ["of a type that we ignore", { type: "radar.early_fraud_warning.created" }, "ignored"],
  ["about an unknown session", {}, "missing"],
  ["with escapes and separators", { extra: "\u2028é\\u0041" }, "missing"],
])("returns 200 to an event %s", async (_, fields, outcome) => {
  expect(await product.deliver(event(fields))).toMatchObject({
    status: 200,
    body: { received: true, outcome },
  });
});

test("records a payment once for concurrent deliveries and a confirmation", async () => {
  const opened = await product.openCheckout({});
  const { sessionId, batch_id: batchId } = opened.body;
  await product.pay(sessionId);
  const payload = event({ data: { object: { id: sessionId, object: "checkout.session" } } });
  const answers = await Promise.all([
    patiently(() => product.deliver(payload)),
    patiently(() => product.deliver(payload)),
    patiently(() => product.post("/api/process-payg-payment", { session_id: sessionId }, opened)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const order = await orderOfBatch(sql, batchId);
  expect(order?.payment_status).toBe("paid");
  const [counts] = await sql`
    select (select count(*)::int from public.outbox where payload ->> 'order_id' = ${order?.id ?? ""}) as mails,
      (select count(*)::int from public.order_events where order_id = ${order?.id ?? ""} and to_value = 'paid') as events`;
  expect(counts).toEqual({ mails: 1, events: 1 });
});

test("reopens the same page after a lost response", async () => {
  await product.control("/faults", {
    target: "api",
    method: "POST",
    path: "/v1/checkout/sessions",
    when: "after",
    dropConnection: true,
    times: 2,
  });
  const batchId = newBatchId();
  const first = await product.openCheckout({}, 2, batchId);
  expect(first.status).toBe(503);
  const second = await product.openCheckout({ cookie: first.cookie }, 2, batchId);
  expect(second).toMatchObject({ status: 200, body: { batch_id: batchId } });
  expect(await pagesOf(product, { order_id: second.body.order_id })).toEqual([
    { id: second.body.sessionId, status: "open" },
  ]);
});

const delayed = [
  { outcome: "succeeded", end: "paid", mails: 1, answer: { status: 200, body: { success: true } } },
  {
    outcome: "failed",
    end: "failed",
    mails: 0,
    answer: { status: 402, body: { error: "This payment wasn't completed. You haven't been charged." } },
  },
];

test.each(delayed)(
  "keeps an order pending until its delayed payment $outcome, then $end ($mails emails)",
  async ({ outcome, end, mails, answer }) => {
    const email = anEmail();
    const { body } = await product.openCheckout({});
    const becomes = (status: string) =>
      eventually(
        () => orderOfBatch(sql, body.batch_id),
        (row) => row?.payment_status === status,
      );
    const process = () => product.post("/api/process-payg-payment", { session_id: body.sessionId });
    await product.pay(body.sessionId, { payment_method: "us_bank_account", email });
    await becomes("pending");
    expect(await process()).toMatchObject({ status: 200, body: { success: false, status: "pending" } });
    const [started] = await emailsThatCame(email);
    expect(started?.subject).toBe("Your payment is on its way");

    await product.control(`/checkout/sessions/${body.sessionId}/settle`, { outcome });
    const order = await becomes(end);
    expect(await process()).toMatchObject(answer);
    expect(await confirmationsOf(sql, order?.id ?? "")).toHaveLength(mails);
    if (mails > 0) await emailsThatCame(email, 2);
    await product.runJob("/api/cron/outbox");
    expect(await emailsTo(email)).toHaveLength(1 + mails);
  },
);

test("never succeeds for an unpaid session and returns 404 for an unknown one", async () => {
  const opened = await product.openCheckout({});
  const processed = await product.post("/api/process-payg-payment", { session_id: opened.body.sessionId });
  expect(processed).toMatchObject({
    status: 402,
    body: { error: expect.stringContaining("wasn't completed") },
  });
  const unknown = await product.post("/api/process-payg-payment", { session_id: "cs_test_0123456789abcdef" });
  expect(unknown).toMatchObject({
    status: 404,
    body: { error: "Invalid payment session. Please contact support." },
  });
  const mixed = await product.post("/api/process-submission-payment", {
    session_id: opened.body.sessionId,
    batch_id: newBatchId(),
  });
  expect(mixed.status).toBe(400);
});
