import type Stripe from "stripe";
import { waitUntil } from "../builders/product.ts";
import { aSandbox, pay, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

describe("checkout sessions", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const sessions = () => sandbox.stripe.checkout.sessions;
  const create = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    sessions().create(sessionParams(more));
  const inMinutes = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;

  test("expires a session at its expiry time", async () => {
    const expires_at = inMinutes(31);
    const { id } = await create({ expires_at });
    await sandbox.control("POST", "/clock", { advance: 30 * 60 });
    expect((await sessions().retrieve(id)).status).toBe("open");
    await sandbox.control("POST", "/clock", { advance: 60 });
    expect((await sessions().retrieve(id)).status).toBe("expired");
    const [event] = (await sandbox.stripe.events.list({ type: "checkout.session.expired" })).data;
    expect(event?.created).toBe(expires_at);
    await expect(pay(sandbox, id)).resolves.toMatchObject({ error: expect.any(String) });
  });

  test.each([
    ["a missing mode", { mode: undefined }, "mode", "parameter_missing"],
    ["no items", { line_items: undefined }, "line_items", "parameter_missing"],
    ["a missing success_url", { success_url: undefined }, "success_url", "parameter_missing"],
    ["an unknown parameter", { color: "red" }, "color", "parameter_unknown"],
    ["a success_url that is no address", { success_url: "/success" }, "success_url", undefined],
    ["a script as address", { cancel_url: "javascript:alert(1)" }, "cancel_url", undefined],
    ["an end within 30 minutes", { expires_at: inMinutes(29) }, "expires_at", undefined],
    ["an end after 24 hours", { expires_at: inMinutes(24 * 60 + 1) }, "expires_at", undefined],
    ["an unknown customer", { customer: "cus_x" }, "customer", "resource_missing"],
    ["an empty reference", { client_reference_id: "" }, "client_reference_id", "parameter_invalid_empty"],
  ])("rejects %s", async (_what, more, param, code) => {
    const params = { ...sessionParams(), ...more } as Stripe.Checkout.SessionCreateParams;
    await expect(sessions().create(params)).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
      param,
      code,
    });
  });
});

describe("refunds", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  async function aCharge(): Promise<{ charge: string; payment_intent: string }> {
    const { id } = await sandbox.stripe.checkout.sessions.create(sessionParams());
    await pay(sandbox, id);
    const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(id, {
      expand: ["payment_intent"],
    });
    const intent = payment_intent as Stripe.PaymentIntent;
    return { charge: String(intent.latest_charge), payment_intent: intent.id };
  }

  const refunds = () => sandbox.stripe.refunds;

  test("refunds in parts up to the amount paid", async () => {
    const { charge } = await aCharge();
    await refunds().create({ amount: 2500, charge });
    await expect(refunds().create({ amount: 5001, charge })).rejects.toMatchObject({
      message: "Refund amount ($50.01) is greater than unrefunded amount on charge ($50.00)",
      param: "amount",
      statusCode: 400,
    });
    await refunds().create({ amount: 1000, charge });
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 3500,
      refunded: false,
    });
    await refunds().create({ charge });
    const { data } = await refunds().list({ charge });
    expect(data.map(({ amount }) => amount)).toEqual([4000, 1000, 2500]);
    await expect(refunds().create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(refunds().create({ charge: "ch_none" })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });
});

describe("idempotency", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const create = (idempotencyKey: string, more = {}) =>
    sandbox.stripe.checkout.sessions.create(sessionParams(more), { idempotencyKey });

  test("repeats the stored response for an idempotency key", async () => {
    const first = await create("key-1");
    const second = await create("key-1");
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.lastResponse.headers["original-request"]).toBe(first.lastResponse.requestId);
    expect((await sandbox.stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  test("rejects an idempotency key used with other parameters or endpoints", async () => {
    await create("key-1");
    await expect(create("key-1", { client_reference_id: "other" })).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeIdempotencyError",
    });
    await expect(
      sandbox.stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "key-1" }),
    ).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  });

  test("stores an error response under the idempotency key", async () => {
    const { id } = await create("key-1");
    const { sessions } = sandbox.stripe.checkout;
    await sessions.expire(id);
    const expire = () => sessions.expire(id, {}, { idempotencyKey: "key-2" });
    const first = await expire().catch((error) => error);
    const second = await expire().catch((error) => error);
    expect(first).toMatchObject({ statusCode: 400 });
    expect(second).toMatchObject({ statusCode: 400, message: first.message });
    expect(second.headers["idempotent-replayed"]).toBe("true");
  });

  test("returns 409 while the first call with the key is running", async () => {
    await sandbox.control("POST", "/faults", { target: "api", waits: true });
    const first = create("key-1");
    await waitUntil(
      () => sandbox.control<{ waiting: number }>("GET", "/faults/waiting"),
      ({ waiting }) => waiting === 1,
    );
    await expect(create("key-1")).rejects.toMatchObject({
      statusCode: 409,
      rawType: "idempotency_error",
      code: "idempotency_key_in_use",
    });
    await sandbox.control("POST", "/faults/resume");
    await expect(first).resolves.toMatchObject({ status: "open" });
  });
});
