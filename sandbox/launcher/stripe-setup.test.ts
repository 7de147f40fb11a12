import { prepareStripe, type WantedStripe } from "@/lib/membership/prepare-stripe";
import { aSandbox, type RunningSandbox } from "../stripe/testing/a-sandbox.ts";
import { stripeSetup } from "./stripe-setup.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

// Jest resolves the product's modules by itself, and refuses hooks of Node's loader.
jest.mock("./product-modules.ts", () => ({ resolveProductModules: () => {} }));

describe("stripe setup", () => {
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
});

describe("stripe setup command", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const endpoints = async () => (await sandbox.stripe.webhookEndpoints.list()).data;

  /** Runs `npm run stripe:setup` on an account of its own; returns what it printed, in order, and its exit code. */
  async function setUp(changes: Record<string, string> = {}): Promise<{ said: string; code: number }> {
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: "production",
      APP_URL: "https://www.example.com/",
      STRIPE_API_URL: sandbox.url,
      STRIPE_SECRET_KEY: "sk_test_sandbox_of_the_tests",
      ...changes,
    };
    const print = jest.spyOn(console, "log").mockImplementation();
    const code = await stripeSetup({ env }).catch(({ message }: Error) => {
      console.log(message);
      return 1;
    });
    const said = print.mock.calls.map(([line]) => `${line}\n`).join("");
    print.mockRestore();
    return { said, code };
  }

  test.each([
    ["", "needs STRIPE_SETUP_KEY and APP_URL"],
    ["nonsense", "APP_URL is malformed (example: https://www.example.com)"],
    ["slabs.io", "APP_URL is malformed"],
    ["http://slabs.io", "APP_URL: https is wanted"],
  ])("with APP_URL=%s it says so, and changes nothing", async (APP_URL, says) => {
    const before = (await sandbox.stripe.prices.list()).data.length;
    const { said, code } = await setUp({ APP_URL });
    expect(said).toContain(says);
    expect(code).toBe(1);
    expect((await sandbox.stripe.prices.list()).data).toHaveLength(before);
    expect(await endpoints()).toEqual([]);
  });

  test("with a price that the account does not have it changes nothing; without the id it makes one", async () => {
    const prices = { STRIPE_PRICE_STARTER: "price_sandbox_starter", STRIPE_PRICE_PRO: "price_gone" };
    const before = (await sandbox.stripe.prices.list()).data.length;
    const { said, code } = await setUp(prices);
    expect(said).toBe(
      "Nothing was changed.\nSTRIPE_PRICE_PRO names price_gone, which this account does not have: take the id out of the setting and run `npm run stripe:setup`, or use the key of the account that has it.\n",
    );
    expect(code).toBe(1);
    expect((await sandbox.stripe.prices.list()).data).toHaveLength(before);
    expect((await setUp({ ...prices, STRIPE_PRICE_PRO: "" })).said).toMatch(/^STRIPE_PRICE_PRO=price_\w+$/m);
  });

  test.each([
    [
      "price_sandbox_elite",
      /^Nothing was changed\.\nSTRIPE_PRICE_PRO names price_sandbox_elite, a price of Volume/,
    ],
    [
      "prod_sandbox_pro",
      /^Nothing was changed\.\nSTRIPE_PRICE_PRO has prod_sandbox_pro, which is no price's id/,
    ],
  ])("with STRIPE_PRICE_PRO=%s it changes nothing", async (STRIPE_PRICE_PRO, says) => {
    expect(await setUp({ STRIPE_PRICE_PRO })).toEqual({ said: expect.stringMatching(says), code: 1 });
    expect(await endpoints()).toEqual([]);
  });
});
