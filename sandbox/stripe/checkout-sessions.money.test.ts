import type Stripe from "stripe";
import { eventually } from "../builders/product.ts";
import { aSandbox, aSubscription, pay, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

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

  test("creates an open, unpaid session with the given data", async () => {
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

  test("expands payment, charge and items", async () => {
    const { id } = await create({
      payment_intent_data: { metadata: { order: "1" }, description: "Order 1" },
    });
    await pay(sandbox, id);
    const session = await sessions().retrieve(id, {
      expand: ["payment_intent.latest_charge", "line_items"],
    });
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

  test("expires a session once on request", async () => {
    const { id } = await create();
    expect(await sessions().expire(id)).toMatchObject({ status: "expired", url: null });
    await expect(sessions().expire(id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await sandbox.deliveredTypes()).toEqual(["checkout.session.expired"]);
  });

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
  ])("refuses %s", async (_what, more, param, code) => {
    const params = { ...sessionParams(), ...more } as Stripe.Checkout.SessionCreateParams;
    await expect(sessions().create(params)).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
      param,
      code,
    });
  });
});

describe("delayed payments", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  async function aDebit(account_number = "000123456789"): Promise<string> {
    const { id } = await sandbox.stripe.checkout.sessions.create(sessionParams());
    await pay(sandbox, id, { payment_method: "us_bank_account", account_number });
    return id;
  }

  const read = (id: string) =>
    sandbox.stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });

  test("completes a bank payment unpaid and settles it later", async () => {
    const id = await aDebit();
    expect(await read(id)).toMatchObject({
      payment_intent: {
        latest_charge: { paid: false, receipt_url: null, status: "pending" },
        status: "processing",
      },
      payment_status: "unpaid",
      status: "complete",
    });
    await sandbox.control("POST", "/clock", { advance: 31 });
    expect(await read(id)).toMatchObject({
      payment_intent: { latest_charge: { paid: true }, status: "succeeded" },
      payment_status: "paid",
    });
    expect((await sandbox.deliveredTypes()).sort()).toEqual([
      "charge.pending",
      "charge.succeeded",
      "checkout.session.async_payment_succeeded",
      "checkout.session.completed",
      "payment_intent.created",
      "payment_intent.processing",
      "payment_intent.succeeded",
    ]);
  });

  test("fails a bank payment from an empty account", async () => {
    const id = await aDebit("000222222227");
    await sandbox.control("POST", "/clock", { advance: 31 });
    expect(await read(id)).toMatchObject({
      payment_intent: {
        latest_charge: { failure_code: "insufficient_funds" },
        status: "requires_payment_method",
      },
      payment_status: "unpaid",
      status: "complete",
    });
    expect(await sandbox.deliveredTypes()).toContain("checkout.session.async_payment_failed");
  });

  test.each([
    ["succeeded", "paid"],
    ["failed", "unpaid"],
  ])("settles a bank payment as %s through the control endpoint", async (outcome, status) => {
    const id = await aDebit();
    await sandbox.control("POST", `/checkout/sessions/${id}/settle`, { outcome });
    expect((await read(id)).payment_status).toBe(status);
    const again = await sandbox.control("POST", `/checkout/sessions/${id}/settle`, {
      outcome: "succeeded",
    });
    expect(again).toEqual({ error: expect.any(String) });
    expect((await read(id)).payment_status).toBe(status);
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

  test("refunds a payment in full", async () => {
    const { charge, payment_intent } = await aCharge();
    const refund = await refunds().create({
      metadata: { order: "1" },
      payment_intent,
      reason: "requested_by_customer",
    });
    expect(refund).toMatchObject({ amount: 7500, charge, metadata: { order: "1" }, status: "succeeded" });
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 7500,
      refunded: true,
    });
    const types = await sandbox.deliveredTypes();
    expect(types.filter((type) => type.includes("refund")).sort()).toEqual([
      "charge.refunded",
      "refund.created",
      "refund.updated",
    ]);
    await expect(refunds().create({ charge })).rejects.toMatchObject({ code: "charge_already_refunded" });
  });

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

  test("returns a failed refund's money once", async () => {
    const { charge } = await aCharge();
    const { id } = await refunds().create({ charge });
    await sandbox.control("POST", `/refunds/${id}/fail`);
    expect((await refunds().list({ charge })).data).toMatchObject([
      { id, failure_reason: "lost_or_stolen_card", status: "failed" },
    ]);
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    expect(await sandbox.deliveredTypes()).toContain("refund.failed");
    expect(await sandbox.control("POST", `/refunds/${id}/fail`)).toHaveProperty("error");
    await expect(refunds().create({ charge })).resolves.toMatchObject({ status: "succeeded" });
  });

  test("keeps a dispute open until the bank decides", async () => {
    const { charge } = await aCharge();
    const { id } = await sandbox.control<{ id: string }>("POST", "/disputes", { charge });
    expect(await sandbox.stripe.disputes.retrieve(id)).toMatchObject({
      amount: 7500,
      charge,
      reason: "fraudulent",
      status: "needs_response",
    });
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    await expect(refunds().create({ charge })).rejects.toMatchObject({ code: "charge_disputed" });
    await sandbox.control("POST", `/disputes/${id}/review`);
    expect(await sandbox.stripe.disputes.retrieve(id)).toMatchObject({ status: "under_review" });
    await sandbox.control("POST", `/disputes/${id}/close`, { outcome: "lost" });
    expect((await sandbox.stripe.disputes.list({ charge })).data).toMatchObject([{ id, status: "lost" }]);
    const types = await sandbox.deliveredTypes();
    expect(types.filter((type) => type.includes("dispute")).sort()).toEqual([
      "charge.dispute.closed",
      "charge.dispute.created",
      "charge.dispute.updated",
    ]);
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

  test("refuses an idempotency key with other parameters or endpoints", async () => {
    await create("key-1");
    await expect(create("key-1", { client_reference_id: "other" })).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeIdempotencyError",
    });
    await expect(
      sandbox.stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "key-1" }),
    ).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  });

  test("stores an error under the idempotency key", async () => {
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

  test("returns 409 while the first call is running", async () => {
    await sandbox.control("POST", "/faults", { target: "api", waits: true });
    const first = create("key-1");
    await eventually(
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

describe("customers", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  test("returns a deleted customer with its ended subscriptions but no checkout", async () => {
    const { checkout, customers, subscriptions, billingPortal } = sandbox.stripe;
    const { id: subscription, customer } = await aSubscription(sandbox);
    const id = String(customer);
    expect(await customers.del(id)).toMatchObject({ id, object: "customer", deleted: true });
    expect(await customers.retrieve(id)).toMatchObject({ id, deleted: true });
    const list = await subscriptions.list({ customer: id, status: "all", expand: ["data.customer"] });
    expect(list.data).toMatchObject([{ id: subscription, status: "canceled", customer: { deleted: true } }]);
    expect((await customers.list()).data).toEqual([]);
    const missing = { statusCode: 400, code: "resource_missing", param: "customer" };
    await expect(checkout.sessions.create(sessionParams({ customer: id }))).rejects.toMatchObject(missing);
    await expect(billingPortal.sessions.create({ customer: id })).rejects.toMatchObject(missing);
    expect(await sandbox.deliveredTypes()).toContain("customer.deleted");
  });

  test("returns resource_missing and names the other mode for a live ID", async () => {
    const { customers, subscriptions } = sandbox.stripe;
    const missing = { code: "resource_missing" };
    await expect(subscriptions.list({ customer: "cus_none" })).rejects.toMatchObject({
      ...missing,
      message: "No such customer: 'cus_none'",
    });
    for (const call of [
      () => customers.retrieve("cus_live1"),
      () => subscriptions.list({ customer: "cus_live1" }),
    ])
      await expect(call()).rejects.toMatchObject({
        ...missing,
        message: expect.stringContaining("a similar object exists in live mode"),
      });
  });
});

describe("hosted page", () => {
  const GOOD_CARD = {
    billing_country: "US",
    card_cvc: "123",
    card_expiry: "12 / 34",
    card_number: "4242 4242 4242 4242",
    cardholder_name: "Ann Example",
    email: "ann@example.com",
    payment_method: "card",
  };

  describe("the hosted page", () => {
    let sandbox: RunningSandbox;
    beforeEach(async () => {
      sandbox = await aSandbox();
    });
    afterEach(() => sandbox.stop());

    async function aPage(more = {}) {
      const session = await sandbox.stripe.checkout.sessions.create(sessionParams(more));
      const url = String(session.url);
      const html = await (await fetch(url)).text();
      const form = /name="form" value="([^"]+)"/.exec(html)?.[1] ?? "";
      const send = (fields: Record<string, string> = {}) =>
        fetch(url, {
          method: "POST",
          redirect: "manual",
          body: new URLSearchParams({ ...GOOD_CARD, form, ...fields }),
        });
      return { session, html, send, url };
    }

    const charges = () => sandbox.stripe.charges.list().then(({ data }) => data);

    test("pays and redirects to success_url with the session ID", async () => {
      const { session, send } = await aPage();
      const response = await send();
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe(`http://localhost:3000/success?session_id=${session.id}`);
      expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
        customer_details: { address: { country: "US" }, email: "ann@example.com", name: "Ann Example" },
        payment_status: "paid",
        status: "complete",
        url: null,
      });
    });

    test("charges once for a double click", async () => {
      const { send } = await aPage();
      const responses = await Promise.all([send(), send(), send()]);
      expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
      expect(await charges()).toHaveLength(1);
    });

    test("shows a decline and accepts another card", async () => {
      const { session, send } = await aPage();
      const declined = await send({ card_number: "4000 0000 0000 0002" });
      const html = await declined.text();
      expect(html.match(/role="alert">Your card was declined\.</g)).toHaveLength(1);
      expect(html).toMatch(
        /id="card_number"[^>]* aria-invalid="true" aria-describedby="card_number-error" autofocus/,
      );
      const between = await sandbox.stripe.checkout.sessions.retrieve(session.id, {
        expand: ["payment_intent"],
      });
      expect(between).toMatchObject({
        payment_intent: {
          last_payment_error: { code: "card_declined", decline_code: "generic_decline", type: "card_error" },
          status: "requires_payment_method",
        },
        payment_status: "unpaid",
        status: "open",
      });
      expect((await send()).status).toBe(303);
      const [paid, failed] = await charges();
      expect(paid).toMatchObject({ paid: true, payment_intent: failed?.payment_intent });
      expect(failed).toMatchObject({ failure_code: "card_declined", paid: false, receipt_url: null });
      expect((await sandbox.deliveredTypes()).sort()).toEqual([
        "charge.failed",
        "charge.succeeded",
        "checkout.session.completed",
        "payment_intent.created",
        "payment_intent.payment_failed",
        "payment_intent.succeeded",
      ]);
    });
  });
});
