import { aSandbox, type RunningSandbox } from "../stripe/testing/a-sandbox.ts";
import { stripeSetup } from "./stripe-setup.ts";

// Jest resolves the product's modules itself, and rejects hooks for Node's loader.
jest.mock("./product-modules.ts", () => ({ resolveProductModules: () => {} }));

describe("stripe setup command", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const endpoints = async () => (await sandbox.stripe.webhookEndpoints.list()).data;

  /** Runs `npm run stripe:setup` on its own account. Returns the printed output, in order, and the exit code. */
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
    ["http://slabs.io", "APP_URL must use https"],
  ])("rejects APP_URL=%s and changes nothing", async (APP_URL, says) => {
    const before = (await sandbox.stripe.prices.list()).data.length;
    const { said, code } = await setUp({ APP_URL });
    expect(said).toContain(says);
    expect(code).toBe(1);
    expect((await sandbox.stripe.prices.list()).data).toHaveLength(before);
    expect(await endpoints()).toEqual([]);
  });

  test("rejects an unknown price ID, and creates a price if none is set", async () => {
    const prices = { STRIPE_PRICE_STARTER: "price_sandbox_starter", STRIPE_PRICE_PRO: "price_gone" };
    const before = (await sandbox.stripe.prices.list()).data.length;
    const { said, code } = await setUp(prices);
    expect(said).toBe(
      "Nothing was changed.\nSTRIPE_PRICE_PRO has price_gone, which isn't in this account. Remove the ID from the setting and run `npm run stripe:setup`, or use the key of the account that has it.\n",
    );
    expect(code).toBe(1);
    expect((await sandbox.stripe.prices.list()).data).toHaveLength(before);
    expect((await setUp({ ...prices, STRIPE_PRICE_PRO: "" })).said).toMatch(/^STRIPE_PRICE_PRO=price_\w+$/m);
  });
});
