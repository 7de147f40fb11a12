import type Stripe from "stripe";
import { eventually } from "../builders/product.ts";
import { aClient, aSandbox, pay, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

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

  test("are open, unpaid and carry what they were given", async () => {
    const expires_at = inMinutes(31);
    const session = await create({
      client_reference_id: "order-1",
      customer_email: "ann@example.com",
      expires_at,
      metadata: { order: "1", empty: "" },
    });
    expect(session).toMatchObject({
      amount_subtotal: 7500,
      amount_total: 7500,
      client_reference_id: "order-1",
      currency: "usd",
      customer_details: { email: "ann@example.com" },
      customer_email: "ann@example.com",
      expires_at,
      livemode: false,
      metadata: { order: "1" },
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      url: `${sandbox.url}/c/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58,}$/);
    expect(session.lastResponse.requestId).toMatch(/^req_[A-Za-z0-9]{14}$/);
  });

  test("show payment, charge and items when they are expanded", async () => {
    const { id } = await create({
      payment_intent_data: { metadata: { order: "1" }, description: "Order 1" },
    });
    await pay(sandbox, id);
    const session = await sessions().retrieve(id, { expand: ["payment_intent.latest_charge", "line_items"] });
    expect(session).toMatchObject({
      line_items: { data: [{ amount_total: 7500, description: "Card grading", quantity: 3 }] },
      payment_intent: {
        amount_received: 7500,
        latest_charge: { amount: 7500, description: "Order 1", metadata: { order: "1" }, paid: true },
        metadata: { order: "1" },
        status: "succeeded",
      },
    });
    await expect(sessions().retrieve(id, { expand: ["amount_total"] })).rejects.toMatchObject({
      statusCode: 400,
      param: "expand",
    });
  });

  test("expire on request, once", async () => {
    const { id } = await create();
    expect(await sessions().expire(id)).toMatchObject({ status: "expired", url: null });
    await expect(sessions().expire(id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await sandbox.deliveredTypes()).toEqual(["checkout.session.expired"]);
  });

  test("expire by themselves when their time has come", async () => {
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

  test("expire in real time as well", async () => {
    await sandbox.control("POST", "/clock", { set: inMinutes(-31) });
    const { id } = await create({ expires_at: inMinutes(0) });
    expect((await sessions().retrieve(id)).status).toBe("open");
    await sandbox.control("POST", "/clock", { set: Date.now() / 1000 - 0.2 });
    const { status } = await eventually(
      () => sessions().retrieve(id),
      (session) => session.status !== "open",
    );
    expect(status).toBe("expired");
  });

  test("count their time from the caller's clock while the sandbox's is moved", async () => {
    await sandbox.control("POST", "/clock", { advance: 40 * 86_400 });
    const { id } = await create({ expires_at: inMinutes(31) });
    await sandbox.control("POST", "/clock", { advance: 30 * 60 });
    expect((await sessions().retrieve(id)).status).toBe("open");
    await sandbox.control("POST", "/clock", { advance: 61 });
    expect((await sessions().retrieve(id)).status).toBe("expired");
  });

  test("cancel the intent of a declined try when they expire", async () => {
    const { id } = await create();
    await pay(sandbox, id, { card_number: "4000000000000002" });
    const { payment_intent } = await sessions().expire(id);
    expect(await sandbox.stripe.paymentIntents.retrieve(String(payment_intent))).toMatchObject({
      status: "canceled",
    });
  });

  test.each([
    ["a missing mode", { mode: undefined }, "mode", "parameter_missing"],
    ["no items", { line_items: undefined }, "line_items", "parameter_missing"],
    ["a missing success_url", { success_url: undefined }, "success_url", "parameter_missing"],
    ["an unknown parameter", { colour: "red" }, "colour", "parameter_unknown"],
    ["a success_url that is no address", { success_url: "/success" }, "success_url", undefined],
    ["a script as address", { cancel_url: "javascript:alert(1)" }, "cancel_url", undefined],
    ["an end within 30 minutes", { expires_at: inMinutes(29) }, "expires_at", undefined],
    ["an end after 24 hours", { expires_at: inMinutes(24 * 60 + 1) }, "expires_at", undefined],
    ["an unknown customer", { customer: "cus_x" }, "customer", "resource_missing"],
    ["an empty reference", { client_reference_id: "" }, "client_reference_id", "parameter_invalid_empty"],
  ])("refuse %s", async (_what, more, param, code) => {
    const params = { ...sessionParams(), ...more } as Stripe.Checkout.SessionCreateParams;
    await expect(sessions().create(params)).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
      param,
      code,
    });
  });

  test.each([
    ["a broken amount", { unit_amount: 10.5 }, 1, "line_items[0][price_data][unit_amount]"],
    ["a negative amount", { unit_amount: -1 }, 1, "line_items[0][price_data][unit_amount]"],
    ["an unknown currency", { currency: "xxq" }, 1, "line_items[0][price_data][currency]"],
    ["no quantity", {}, 0, "line_items[0][quantity]"],
    ["too little", { unit_amount: 49 }, 1, "line_items"],
    ["too much", { unit_amount: 10_000_000 }, 10, "line_items"],
  ])("refuse %s", async (_what, price, quantity, param) => {
    const price_data = { currency: "usd", unit_amount: 100, product_data: { name: "x" }, ...price };
    await expect(create({ line_items: [{ quantity, price_data }] })).rejects.toMatchObject({
      statusCode: 400,
      param,
    });
  });

  test("take the largest amount and upper-case currencies", async () => {
    const price_data = { currency: "USD", unit_amount: 99_999_999, product_data: { name: "x" } };
    expect(await create({ line_items: [{ quantity: 1, price_data }] })).toMatchObject({
      amount_total: 99_999_999,
      currency: "usd",
    });
  });

  test("answer Stripe's errors for unknown ids, paths and keys", async () => {
    await expect(sessions().retrieve("cs_test_x")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such checkout.session: 'cs_test_x'",
      param: "session",
    });
    await expect(sandbox.stripe.payouts.list()).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining("Unrecognized request URL (GET: /v1/payouts)"),
    });
    await expect(aClient(sandbox.url, "sk_test_wrong_key_0123").balance.retrieve()).rejects.toMatchObject({
      statusCode: 401,
      type: "StripeAuthenticationError",
    });
  });
});
