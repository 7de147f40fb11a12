import type Stripe from "stripe";
import { aSandbox, aSubscription, type RunningSandbox } from "./testing/a-sandbox.ts";

const unix = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000;
const ELITE = "price_sandbox_elite";
const STARTER = "price_sandbox_starter";

describe("changes of plan", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
    await sandbox.control("POST", "/clock", { frozen: true });
    await moveTo("2027-04-01");
  });
  afterEach(() => sandbox.stop());

  const moveTo = (date: string) => sandbox.control("POST", "/clock", { set: unix(date) });
  const change = async (id: string, price: string, how: Partial<Stripe.SubscriptionUpdateParams>) => {
    const [item] = (await sandbox.stripe.subscriptions.retrieve(id)).items.data;
    return sandbox.stripe.subscriptions.update(id, { items: [{ id: item?.id ?? "", price }], ...how });
  };
  const priceOf = async (id: string) =>
    (await sandbox.stripe.subscriptions.retrieve(id)).items.data[0]?.price.id;
  const invoicesOf = async (id: string) => (await sandbox.stripe.invoices.list({ subscription: id })).data;

  /** What the portal's form sends, as the customer's browser does. */
  async function inPortal(subscription: Stripe.Subscription, fields: Record<string, string>) {
    const { url } = await sandbox.stripe.billingPortal.sessions.create({
      customer: String(subscription.customer),
    });
    const body = new URLSearchParams({ subscription: subscription.id, ...fields });
    return (await fetch(url, { method: "POST", body })).text();
  }
  const choose = (subscription: Stripe.Subscription, price: string) =>
    inPortal(subscription, { action: "change_plan", price });

  test("a raise is billed at once for the rest of the month, by the second", async () => {
    const { id } = await aSubscription(sandbox);
    await moveTo("2027-04-16");
    const raised = await change(id, ELITE, { proration_behavior: "always_invoice" });
    const [latest, ...former] = await invoicesOf(id);
    expect(former).toHaveLength(1);
    expect(raised.latest_invoice).toBe(latest?.id);
    expect(latest).toMatchObject({
      billing_reason: "subscription_update",
      amount_paid: 11_000,
      status: "paid",
    });
    const proration = { invoice_item_details: { proration: true, subscription: id } };
    const period = { start: unix("2027-04-16"), end: unix("2027-05-01") };
    expect(latest?.lines.data).toMatchObject([
      { amount: -1450, parent: proration, period, pricing: { price_details: { price: STARTER } } },
      { amount: 12_450, parent: proration, period, pricing: { price_details: { price: ELITE } } },
    ]);
  });

  test("a raise whose card fails is in arrears, or undone when that was asked for", async () => {
    const { id } = await aSubscription(sandbox, { card: "4000000000000341" });
    const undone = change(id, ELITE, {
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
    });
    await expect(undone).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
    expect([await priceOf(id), (await invoicesOf(id)).length]).toEqual([STARTER, 1]);
    expect(await change(id, ELITE, { proration_behavior: "always_invoice" })).toMatchObject({
      status: "past_due",
    });
    expect((await invoicesOf(id))[0]).toMatchObject({ status: "open" });
  });

  test("what Stripe would do and the sandbox does not is refused", async () => {
    const { id } = await aSubscription(sandbox, { price: ELITE });
    await expect(change(id, STARTER, {})).rejects.toMatchObject({ statusCode: 400 });
    await expect(change(id, STARTER, { proration_behavior: "always_invoice" })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test("in the portal a higher plan is had at once, unless the card fails", async () => {
    const good = await aSubscription(sandbox);
    expect(await choose(good, ELITE)).toContain('<span class="total">Volume Master</span>');
    expect((await invoicesOf(good.id))[0]).toMatchObject({ billing_reason: "subscription_update" });
    const bad = await aSubscription(sandbox, { card: "4000000000000341" });
    expect(await choose(bad, ELITE)).toContain("Your card was declined.");
    expect([await priceOf(bad.id), (await invoicesOf(bad.id)).length]).toEqual([STARTER, 1]);
  });

  test("in the portal a lower plan begins with the next renewal, and may be taken back", async () => {
    const subscription = await aSubscription(sandbox, { price: ELITE });
    const { id } = subscription;
    expect(await choose(subscription, STARTER)).toContain("From then on Casual Collector, $29.00 per month");
    const planned = await sandbox.stripe.subscriptions.retrieve(id, { expand: ["schedule"] });
    expect([await priceOf(id), (await invoicesOf(id)).length]).toEqual([ELITE, 1]);
    expect(planned.schedule).toMatchObject({
      end_behavior: "release",
      phases: [
        { items: [{ price: ELITE }] },
        { items: [{ price: STARTER }], start_date: unix("2027-05-01") },
      ],
    });
    await expect(
      sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({ statusCode: 400 });
    expect(await choose(subscription, ELITE)).not.toContain("From then on");
    expect(await sandbox.stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null });

    await choose(subscription, STARTER);
    await moveTo("2027-05-02");
    const after = await sandbox.stripe.subscriptions.retrieve(id, { expand: ["schedule", "latest_invoice"] });
    expect(after.items.data).toMatchObject([{ price: { id: STARTER } }]);
    expect(after.latest_invoice).toMatchObject({ amount_paid: 2900, billing_reason: "subscription_cycle" });
    expect(after.schedule).toMatchObject({ status: "active" });
    await moveTo("2027-06-02");
    expect(await sandbox.stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null });
    expect(await priceOf(id)).toBe(STARTER);
    const types = await sandbox.deliveredTypes();
    for (const what of ["created", "released", "updated"])
      expect(types).toContain(`subscription_schedule.${what}`);
  });

  test("a planned change is ended by a cancellation in the portal, or by a call", async () => {
    const subscription = await aSubscription(sandbox, { price: ELITE });
    await choose(subscription, STARTER);
    await inPortal(subscription, { action: "cancel" });
    expect(await sandbox.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at_period_end: true,
      schedule: null,
    });
    const other = await aSubscription(sandbox, { price: ELITE });
    await choose(other, STARTER);
    const { schedule } = await sandbox.stripe.subscriptions.retrieve(other.id);
    const { subscriptionSchedules } = sandbox.stripe;
    expect(await subscriptionSchedules.retrieve(String(schedule))).toMatchObject({ subscription: other.id });
    expect(await subscriptionSchedules.release(String(schedule))).toMatchObject({ status: "released" });
    await expect(subscriptionSchedules.release(String(schedule))).rejects.toMatchObject({ statusCode: 400 });
  });

  test("a portal without changes of plan offers and takes none", async () => {
    const { id: configuration } = await sandbox.stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    });
    const subscription = await aSubscription(sandbox);
    const customer = String(subscription.customer);
    const { url } = await sandbox.stripe.billingPortal.sessions.create({ customer, configuration });
    expect(await (await fetch(url)).text()).not.toContain("Change plan");
    const body = new URLSearchParams({
      subscription: subscription.id,
      action: "change_plan",
      price: ELITE,
    });
    await fetch(url, { method: "POST", body });
    expect(await priceOf(subscription.id)).toBe(STARTER);
    const unknown = sandbox.stripe.billingPortal.sessions.create({ customer, configuration: "bpc_none" });
    await expect(unknown).rejects.toMatchObject({ statusCode: 400, param: "configuration" });
  });
});
