import type Stripe from "stripe";
import { periodEnd } from "./clock.ts";
import { aSandbox, aSubscription, type RunningSandbox } from "./testing/a-sandbox.ts";

describe("subscriptions", () => {
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
    ])("ends a month anchored at %s and started on %s on %s", (anchor, start, end) => {
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

    test("renews at the end of each month with new dates", async () => {
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

    test("becomes past due when the card fails and active when a payment succeeds", async () => {
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
  });
});

describe("plan changes", () => {
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

    /** Submits the portal's form as the customer's browser does. */
    async function inPortal(subscription: Stripe.Subscription, fields: Record<string, string>) {
      const { url } = await sandbox.stripe.billingPortal.sessions.create({
        customer: String(subscription.customer),
      });
      const body = new URLSearchParams({ subscription: subscription.id, ...fields });
      return (await fetch(url, { method: "POST", body })).text();
    }
    const choose = (subscription: Stripe.Subscription, price: string) =>
      inPortal(subscription, { action: "change_plan", price });

    test("bills an upgrade immediately, prorated by the second", async () => {
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
      const [first] = former;
      expect(latest?.lines.data[0]?.parent?.invoice_item_details?.proration_details?.credited_items).toEqual({
        invoice: first?.id,
        invoice_line_items: [first?.lines.data[0]?.id],
      });
    });

    test("leaves a declined upgrade past due or undoes it, as requested", async () => {
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

    test("applies a portal downgrade at the next renewal and can undo it", async () => {
      const subscription = await aSubscription(sandbox, { price: ELITE });
      const { id } = subscription;
      expect(await choose(subscription, STARTER)).toContain(
        "From then on Casual Collector, $29.00 per month",
      );
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
      const after = await sandbox.stripe.subscriptions.retrieve(id, {
        expand: ["schedule", "latest_invoice"],
      });
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
  });
});
