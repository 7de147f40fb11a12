import type Stripe from "stripe";
import { periodEnd } from "./calendar.ts";
import { aSandbox, aSubscription, type RunningSandbox } from "./testing/a-sandbox.ts";

const FAILS_LATER = "4000000000000341";
const unix = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000;

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error("No item");
  return item;
}

describe("a month", () => {
  test.each([
    ["2027-01-31", "2027-01-31", "2027-02-28"],
    ["2027-01-31", "2027-02-28", "2027-03-31"],
    ["2027-01-31", "2027-03-31", "2027-04-30"],
    ["2027-12-15", "2027-12-15", "2028-01-15"],
    ["2028-01-30", "2028-01-30", "2028-02-29"],
  ])("anchored at %s that starts on %s ends on %s", (anchor, start, end) => {
    expect(periodEnd(unix(anchor), unix(start))).toBe(unix(end));
  });
});

describe("subscriptions", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
    await sandbox.control("POST", "/clock", { frozen: true });
    await sandbox.control("POST", "/clock", { set: unix("2027-01-31") });
  });
  afterEach(() => sandbox.stop());

  const subscriptions = () => sandbox.stripe.subscriptions;
  const moveTo = (date: string) => sandbox.control("POST", "/clock", { set: unix(date) });

  test("renew at the end of each month, each time with its own dates", async () => {
    const { id } = await aSubscription(sandbox, { metadata: { user: "1" } });
    await moveTo("2027-04-01");
    expect(itemOf(await subscriptions().retrieve(id))).toMatchObject({
      current_period_end: unix("2027-04-30"),
      current_period_start: unix("2027-03-31"),
    });
    const { data } = await sandbox.stripe.invoices.list({ subscription: id });
    expect(data.map(({ created, status }) => [created, status])).toEqual([
      [unix("2027-03-31"), "paid"],
      [unix("2027-02-28"), "paid"],
      [unix("2027-01-31"), "paid"],
    ]);
    expect(data[0]).toMatchObject({
      billing_reason: "subscription_cycle",
      lines: { data: [{ period: { end: unix("2027-04-30"), start: unix("2027-03-31") } }] },
      parent: { subscription_details: { metadata: { user: "1" }, subscription: id } },
    });
    expect((await sandbox.stripe.charges.list()).data.map(({ created }) => created)).toEqual(
      data.map(({ created }) => created),
    );
    const types = await sandbox.deliveredTypes();
    expect(types.filter((type) => type === "invoice.paid")).toHaveLength(3);
    expect(types.filter((type) => type === "customer.subscription.updated")).toHaveLength(2);
  });

  test.each([
    ["void", "void"],
    ["mark_uncollectible", "uncollectible"],
    ["keep_as_draft", "draft"],
  ] as const)(
    "whose collection is paused by %s stay active, and their bills are left as %s",
    async (behavior, status) => {
      const { id } = await aSubscription(sandbox);
      await subscriptions().update(id, { pause_collection: { behavior } });
      await moveTo("2027-03-01");
      expect(await subscriptions().retrieve(id)).toMatchObject({
        status: "active",
        pause_collection: { behavior, resumes_at: null },
      });
      const left = { status, amount_paid: 0, auto_advance: false };
      const bills = async () => (await sandbox.stripe.invoices.list({ subscription: id })).data;
      expect(await bills()).toMatchObject([left, { status: "paid" }]);
      await subscriptions().update(id, { pause_collection: "" });
      await moveTo("2027-04-01");
      expect(await bills()).toMatchObject([{ status: "paid" }, left, { status: "paid" }]);
    },
  );

  test("become past due when the card fails, and active when it pays later", async () => {
    const { id, customer } = await aSubscription(sandbox, { card: FAILS_LATER });
    await moveTo("2027-03-01");
    const due = await subscriptions().retrieve(id, { expand: ["latest_invoice"] });
    expect(due).toMatchObject({
      latest_invoice: { amount_remaining: 2900, attempt_count: 1, status: "open" },
      status: "past_due",
    });
    expect(await sandbox.deliveredTypes()).toContain("invoice.payment_failed");
    const invoice = (due.latest_invoice as Stripe.Invoice).id;
    const payWith = (default_payment_method: string) =>
      subscriptions().update(id, { default_payment_method });
    const bad = String(due.default_payment_method);
    expect(await payWith(bad)).toMatchObject({ status: "past_due" });
    expect(await sandbox.stripe.invoices.retrieve(invoice)).toMatchObject({ attempt_count: 2 });
    const other = await sandbox.control<Stripe.Subscription>("POST", "/subscriptions", {
      customer,
      price: "price_sandbox_pro",
    });
    const good = String(other.default_payment_method);
    expect(await payWith(good)).toMatchObject({ status: "active" });
    expect(await sandbox.stripe.invoices.retrieve(invoice, { expand: ["payments"] })).toMatchObject({
      payments: { data: [{ amount_paid: 2900, status: "paid" }] },
      status: "paid",
    });
    expect(await payWith(bad)).toMatchObject({ status: "active" });
    await moveTo("2027-04-01");
    expect(await subscriptions().retrieve(id)).toMatchObject({ status: "past_due" });
    expect(await payWith(good)).toMatchObject({ status: "active" });
    expect(await sandbox.stripe.invoices.retrieve(invoice)).toMatchObject({ attempt_count: 3 });
  });

  test("end with their period when that was asked for", async () => {
    const { id } = await aSubscription(sandbox);
    const asked = await subscriptions().update(id, { cancel_at_period_end: true });
    expect(asked).toMatchObject({
      cancel_at: unix("2027-02-28"),
      cancellation_details: { reason: "cancellation_requested" },
      status: "active",
    });
    await subscriptions().update(id, { cancel_at_period_end: false });
    await subscriptions().update(id, { cancel_at_period_end: true });
    await moveTo("2027-05-01");
    expect(await subscriptions().retrieve(id)).toMatchObject({
      ended_at: unix("2027-02-28"),
      status: "canceled",
    });
    expect(await sandbox.deliveredTypes()).toContain("customer.subscription.deleted");
    expect((await sandbox.stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
    await expect(subscriptions().update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test("change their price without a bill, which counts from the next renewal", async () => {
    const subscription = await aSubscription(sandbox);
    const item = itemOf(subscription).id;
    const update = (price: string, id = item) =>
      subscriptions().update(subscription.id, {
        items: [{ id, price }],
        metadata: { plan: "pro" },
        proration_behavior: "none",
      });
    await expect(update("price_sandbox_archived")).rejects.toMatchObject({ statusCode: 400 });
    await expect(update("price_sandbox_pro", "si_none")).rejects.toMatchObject({ statusCode: 400 });
    const changed = await update("price_sandbox_pro");
    expect(changed).toMatchObject({ metadata: { plan: "pro" } });
    expect(itemOf(changed)).toMatchObject({ id: item, price: { id: "price_sandbox_pro" } });
    const [told] = (await sandbox.stripe.events.list({ type: "customer.subscription.updated" })).data;
    expect(told).toMatchObject({
      data: { previous_attributes: { items: { data: [{ price: { id: "price_sandbox_starter" } }] } } },
    });
    await moveTo("2027-03-01");
    const [latest] = (await sandbox.stripe.invoices.list({ subscription: subscription.id })).data;
    expect(latest).toMatchObject({ amount_paid: 9900 });
  });

  test("are canceled at once and listed by customer, status and price", async () => {
    const { id, customer } = await aSubscription(sandbox);
    const other = await aSubscription(sandbox, { price: "price_sandbox_elite" });
    expect(await subscriptions().cancel(id)).toMatchObject({
      ended_at: unix("2027-01-31"),
      status: "canceled",
    });
    const ids = async (params: Stripe.SubscriptionListParams) =>
      (await subscriptions().list(params)).data.map((subscription) => subscription.id);
    expect(await ids({})).toEqual([other.id]);
    expect(await ids({ status: "all" })).toEqual([other.id, id]);
    expect(await ids({ customer: String(customer) })).toEqual([]);
    expect(await ids({ customer: String(customer), status: "canceled" })).toEqual([id]);
    expect(await ids({ price: "price_sandbox_elite" })).toEqual([other.id]);
    await expect(subscriptions().cancel(id)).rejects.toMatchObject({ statusCode: 404 });
  });
});
