import { aSandbox, aSubscription, type RunningSandbox } from "./testing/a-sandbox.ts";

describe("the billing portal", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  async function aPortal(card?: string) {
    const { id, customer } = await aSubscription(sandbox, card ? { card } : {});
    const { url } = await sandbox.stripe.billingPortal.sessions.create({
      customer: String(customer),
      return_url: "http://localhost:3000/account",
    });
    const read = () => sandbox.stripe.subscriptions.retrieve(id);
    const page = async () => (await fetch(url)).text();
    const send = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ subscription: id, ...fields });
      return (await fetch(url, { method: "POST", body })).text();
    };
    return { page, read, send };
  }

  const card = (card_number: string) => ({
    action: "change_card",
    billing_country: "US",
    card_cvc: "123",
    card_expiry: "12/40",
    card_number,
    cardholder_name: "Ann",
  });

  test("shows plan, renewal, invoices and the way back", async () => {
    const { page } = await aPortal();
    const text = await page();
    for (const part of ["Casual Collector", "$29.00 per month", "Renews on", "Card ending in 4242", "Paid"])
      expect(text).toContain(part);
    expect(text).toContain('href="http://localhost:3000/account"');
    expect(text).not.toContain("<script");
  });

  test("changes the plan", async () => {
    const { read, send } = await aPortal();
    const text = await send({ action: "change_plan", price: "price_sandbox_elite" });
    expect(text).toContain('<span class="total">Volume Master</span>');
    await send({ action: "change_plan", price: "price_sandbox_foreign" });
    expect((await read()).items.data).toMatchObject([{ price: { id: "price_sandbox_elite" } }]);
  });

  test("cancels at the period's end and resumes", async () => {
    const { read, send } = await aPortal();
    expect(await send({ action: "cancel" })).toContain("Ends on");
    expect(await read()).toMatchObject({ cancel_at_period_end: true, status: "active" });
    expect(await send({ action: "resume" })).toContain("Renews on");
    expect(await read()).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    await send({ action: "cancel" });
    await sandbox.control("POST", "/clock", { advance: 32 * 86_400 });
    expect(await read()).toMatchObject({ status: "canceled" });
  });

  test("changes the card and pays what is overdue", async () => {
    const { page, read, send } = await aPortal("4000000000000341");
    await sandbox.control("POST", "/clock", { advance: 32 * 86_400 });
    expect(await page()).toContain("The last payment failed");
    expect(await send(card("4000000000000002"))).toContain("Your card was declined.");
    expect(await send(card("4242"))).toContain("Your card number is incomplete.");
    expect(await read()).toMatchObject({ status: "past_due" });
    expect(await send(card("5555555555554444"))).toContain("Card ending in 4444");
    expect(await read()).toMatchObject({ status: "active" });
  });

  test("opens for known customers and their own subscriptions only", async () => {
    const { id } = await aSubscription(sandbox);
    const other = await sandbox.stripe.customers.create({});
    const create = sandbox.stripe.billingPortal.sessions.create.bind(sandbox.stripe.billingPortal.sessions);
    await expect(create({ customer: "cus_none" })).rejects.toMatchObject({ statusCode: 400 });
    const flow_data = { type: "subscription_cancel", subscription_cancel: { subscription: id } } as const;
    await expect(create({ customer: other.id, flow_data })).rejects.toMatchObject({ statusCode: 400 });
    const { url } = await create({ customer: other.id });
    expect(await (await fetch(url)).text()).toContain("There is nothing to change.");
    expect((await fetch(`${sandbox.url}/p/session/bps_none`)).status).toBe(404);
  });
});
