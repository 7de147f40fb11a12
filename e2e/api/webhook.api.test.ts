import { newBatchId } from "../../lib/orders/batch-id.ts";
import { Product } from "../../sandbox/builders/product.ts";
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
  ["a timestamp older than five minutes", { timestamp: Math.floor(Date.now() / 1000) - 301 }],
  ["no signature", { signature: "" }],
])("rejects %s and writes nothing", async (_, options) => {
  const payload = event({});
  expect((await product.deliver(payload, options)).status).toBe(400);
  const [row] = await sql`select 1 from public.stripe_events where event_id = ${JSON.parse(payload).id}`;
  expect(row).toBeUndefined();
});

test("accepts an event that is almost five minutes old", async () => {
  const timestamp = Math.floor(Date.now() / 1000) - 270;
  expect((await product.deliver(event({}), { timestamp })).status).toBe(200);
});

test("rejects a live-mode event in test mode", async () => {
  expect((await product.deliver(event({ livemode: true }))).status).toBe(400);
});

test.each([
  ["of a type that we ignore", { type: "radar.early_fraud_warning.created" }, "ignored"],
  ["about an unknown session", {}, "missing"],
])("returns 200 for an event %s", async (_, fields, outcome) => {
  expect(await product.deliver(event(fields))).toMatchObject({
    status: 200,
    body: { received: true, outcome },
  });
});

test("returns 402 for an unpaid session and 404 for an unknown one", async () => {
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
