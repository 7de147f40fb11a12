import type Stripe from "stripe";
import { aSandbox, pay, type RunningSandbox, subscriptionParams } from "./testing/a-sandbox.ts";

describe("a checkout session for a subscription", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const sessions = () => sandbox.stripe.checkout.sessions;
  const create = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    sessions().create(subscriptionParams(more));

  test("starts a paid subscription of a new customer", async () => {
    const { id } = await create({
      client_reference_id: "user-1",
      customer_email: "ann@example.com",
      metadata: { plan: "starter" },
      subscription_data: { metadata: { user: "1" } },
    });
    await pay(sandbox, id);
    const session = await sessions().retrieve(id, { expand: ["subscription", "invoice", "customer"] });
    expect(session).toMatchObject({
      client_reference_id: "user-1",
      customer: { email: "ann@example.com" },
      invoice: { amount_paid: 2900, billing_reason: "subscription_create", status: "paid" },
      metadata: { plan: "starter" },
      payment_intent: null,
      payment_status: "paid",
      status: "complete",
      subscription: { metadata: { user: "1" }, status: "active" },
    });
    const subscription = session.subscription as Stripe.Subscription;
    const [item] = subscription.items.data;
    expect(item).toMatchObject({
      current_period_start: subscription.billing_cycle_anchor,
      price: { id: "price_sandbox_starter" },
    });
    expect(subscription.latest_invoice).toBe((session.invoice as Stripe.Invoice).id);
    expect((await sandbox.deliveredTypes()).sort()).toEqual([
      "charge.succeeded",
      "checkout.session.completed",
      "customer.created",
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "invoice.payment_succeeded",
      "payment_intent.created",
      "payment_intent.succeeded",
    ]);
    const listed = await sessions().list({ subscription: subscription.id, status: "complete" });
    expect(listed.data).toMatchObject([{ id }]);
  });

  test("uses the customer it was given", async () => {
    const customer = await sandbox.stripe.customers.create({ email: "ann@example.com" });
    const { id } = await create({ customer: customer.id });
    await pay(sandbox, id);
    expect(await sessions().retrieve(id)).toMatchObject({ customer: customer.id });
    expect((await sandbox.stripe.customers.list()).data).toHaveLength(1);
  });

  test("stays open when the card is declined, without a customer or a subscription", async () => {
    const { id } = await create();
    expect(await pay(sandbox, id, { card_number: "4000000000000002" })).toMatchObject({ paid: false });
    expect(await sessions().retrieve(id)).toMatchObject({
      customer: null,
      payment_intent: null,
      status: "open",
      subscription: null,
    });
    await pay(sandbox, id);
    expect(await sessions().retrieve(id)).toMatchObject({ status: "complete" });
  });

  const oneTime = { currency: "usd", unit_amount: 500, product_data: { name: "Sleeve" } };
  test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string]>([
    ["an inactive price", { line_items: [{ price: "price_sandbox_archived", quantity: 1 }] }, "inactive"],
    ["an unknown price", { line_items: [{ price: "price_none", quantity: 1 }] }, "No such price"],
    ["a price for one sale", { line_items: [{ price_data: oneTime, quantity: 1 }] }, "recurring price"],
    ["a monthly price in payment mode", { mode: "payment" }, "recurring price"],
    ["the data of a payment", { payment_intent_data: { description: "A" } }, "payment_intent_data"],
  ])("refuses %s", async (_name, more, message) => {
    await expect(create(more)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      statusCode: 400,
    });
  });

  test("shows the monthly price and asks to subscribe", async () => {
    const { url } = await create();
    const page = await (await fetch(String(url))).text();
    expect(page).toContain("$29.00 per month");
    expect(page).toMatch(/<button type="submit">Subscribe<\/button>/);
    expect(page).not.toContain("US bank account");
  });
});
