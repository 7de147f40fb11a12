import { prepareStripe, type WantedStripe } from "@/lib/membership/prepare-stripe";
import { aSandbox, type RunningSandbox } from "../stripe/testing/a-sandbox.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

const CONFIGURATION = { active: true, limit: 100 } as const;
const PRODUCTS = "data.features.subscription_update.products";

describe("what a Stripe account needs for memberships", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const prepare = async (changes: Partial<WantedStripe> = {}) => {
    const wanted = {
      apiVersion: "2026-09-30.endive",
      appUrl: "https://www.example.com",
      prices: {},
      webhook: { path: "/api/webhooks/stripe", events: WEBHOOK_EVENTS },
      ...changes,
    };
    const lines: string[] = [];
    const prepared = await prepareStripe(sandbox.stripe, wanted, (line) => lines.push(line));
    return { ...prepared, lines };
  };
  const configurations = async () =>
    (await sandbox.stripe.billingPortal.configurations.list({ ...CONFIGURATION, expand: [PRODUCTS] })).data;
  const endpoints = async () => (await sandbox.stripe.webhookEndpoints.list()).data;

  test("is made once, and left as it is when it is asked for again", async () => {
    const { settings, lines } = await prepare();
    expect(settings).toMatchObject({
      STRIPE_PRICE_STARTER: expect.stringMatching(/^price_\w+$/),
      STRIPE_PRICE_PRO: expect.stringMatching(/^price_\w+$/),
      STRIPE_PRICE_ELITE: expect.stringMatching(/^price_\w+$/),
      STRIPE_PORTAL_CONFIGURATION: "bpc_sandbox",
      STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_/),
    });
    const price = await sandbox.stripe.prices.retrieve(settings.STRIPE_PRICE_PRO ?? "");
    expect(price).toMatchObject({
      unit_amount: 9900,
      currency: "usd",
      product: "slabrelay_pro",
      active: true,
    });
    expect(await endpoints()).toMatchObject([
      { url: "https://www.example.com/api/webhooks/stripe", enabled_events: [...WEBHOOK_EVENTS] },
    ]);
    // Three products, three prices, the sandbox's portal that offered others, the endpoint.
    expect(lines).toHaveLength(8);

    const { STRIPE_WEBHOOK_SECRET: _, ...known } = settings;
    expect(await prepare()).toEqual({ left: [], lines: [], settings: known });
    expect(await endpoints()).toHaveLength(1);
    expect(await configurations()).toHaveLength(1);
  });

  test("the sandbox's own account is as it should be", async () => {
    const prices = {
      starter: ["price_sandbox_starter"],
      pro: ["price_sandbox_pro"],
      elite: ["price_sandbox_elite"],
    };
    expect(await prepare({ prices, webhook: null })).toEqual({
      left: [],
      lines: [],
      settings: {
        STRIPE_PRICE_STARTER: "price_sandbox_starter",
        STRIPE_PRICE_PRO: "price_sandbox_pro",
        STRIPE_PRICE_ELITE: "price_sandbox_elite",
        STRIPE_PORTAL_CONFIGURATION: "bpc_sandbox",
      },
    });
  });

  test("a portal without ours is given one, and one that was changed by hand is put right", async () => {
    const { billingPortal } = sandbox.stripe;
    await billingPortal.configurations.update("bpc_sandbox", { metadata: { app: "other" } });
    const { settings } = await prepare();
    const id = settings.STRIPE_PORTAL_CONFIGURATION ?? "";
    expect(id).toMatch(/^bpc_1/);
    await billingPortal.configurations.update(id, {
      features: { subscription_update: { enabled: true, proration_behavior: "none" } },
    });
    expect((await prepare()).lines).toEqual([`Corrected the portal's configuration ${id}.`]);
    expect((await prepare()).lines).toEqual([]);
    const ours = (await configurations()).find((one) => one.id === id);
    expect(ours?.features.subscription_update).toMatchObject({
      proration_behavior: "always_invoice",
      schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
    });
  });

  test("another amount is a new price: it is sold, the former one stays recognised", async () => {
    const { id: product } = await sandbox.stripe.products.create({
      name: "For clubs",
      metadata: { app: "slabrelay", plan: "pro" },
    });
    const priced = async (unit_amount: number) => {
      const recurring = { interval: "month" } as const;
      return (await sandbox.stripe.prices.create({ product, currency: "usd", unit_amount, recurring })).id;
    };
    const [older, former] = [await priced(7900), await priced(8900)];
    const { settings } = await prepare({ prices: { pro: [former] } });
    const [sold, ...others] = settings.STRIPE_PRICE_PRO?.split(",") ?? [];
    expect(others).toEqual([former, older]);
    const price = await sandbox.stripe.prices.retrieve(sold ?? "");
    expect(price).toMatchObject({ unit_amount: 9900, product });
    const [configuration] = await configurations();
    const offered = configuration?.features.subscription_update.products?.flatMap(({ prices }) => prices);
    expect(offered).toContain(sold);
    expect(offered).not.toContain(former);
  });

  test("an endpoint with other events is put right; one of another API version is left to do", async () => {
    await sandbox.stripe.webhookEndpoints.create({
      url: "https://www.example.com/api/webhooks/stripe",
      enabled_events: ["invoice.paid"],
      api_version: "2026-01-28.clover",
    });
    const { left, lines, settings } = await prepare();
    expect(settings).not.toHaveProperty("STRIPE_WEBHOOK_SECRET");
    expect(lines.join("\n")).toMatch(/Corrected the events/);
    expect(left).toEqual([expect.stringContaining("API version 2026-01-28.clover")]);
    expect((await endpoints())[0]?.enabled_events).toEqual([...WEBHOOK_EVENTS]);
  });
});
