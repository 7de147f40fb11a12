import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { aSandbox, type RunningSandbox } from "../stripe/testing/a-sandbox.ts";

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await aSandbox();
});
afterEach(() => sandbox.stop());

const endpoints = async () => (await sandbox.stripe.webhookEndpoints.list()).data;

/** What `npm run stripe:setup` says in an account of its own, all lines in their order, and its exit code. */
function setUp(changes: Record<string, string> = {}): Promise<{ said: string; code: number }> {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    APP_URL: "https://www.example.com/",
    STRIPE_API_URL: sandbox.url,
    STRIPE_SECRET_KEY: "sk_test_sandbox_of_the_tests",
    ...changes,
  };
  const file = pathToFileURL(join(process.cwd(), "sandbox/launcher/stripe-setup.ts")).href;
  const script = `import { stripeSetup } from "${file}";
    process.exit(await stripeSetup({ env: process.env }).catch(({ message }) => (console.log(message), 1)));`;
  const command = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env }, (error, said) =>
      resolve({ said, code: Number(error?.code ?? 0) }),
    );
  });
}

test("the command prints the settings", async () => {
  const { said, code } = await setUp();
  expect(said).toMatch(/^STRIPE_PRICE_ELITE=price_\w+$/m);
  expect(said).toMatch(/^STRIPE_PORTAL_CONFIGURATION=bpc_sandbox$/m);
  expect(said).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_/m);
  expect((await endpoints())[0]?.url).toBe("https://www.example.com/api/webhooks/stripe");
  expect(code).toBe(0);
}, 60_000);

test.each([
  ["", "needs STRIPE_SETUP_KEY and APP_URL"],
  ["nonsense", "APP_URL is malformed (example: https://www.example.com)"],
  ["slabs.io", "APP_URL is malformed"],
  ["http://slabs.io", "APP_URL: https is wanted"],
])(
  "with APP_URL=%s it says so, and changes nothing",
  async (APP_URL, says) => {
    const before = (await sandbox.stripe.prices.list()).data.length;
    const { said, code } = await setUp({ APP_URL });
    expect(said).toContain(says);
    expect(code).toBe(1);
    expect((await sandbox.stripe.prices.list()).data).toHaveLength(before);
    expect(await endpoints()).toEqual([]);
  },
  60_000,
);

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
}, 60_000);

test("what was made before a step fails is told", async () => {
  await sandbox.control("POST", "/faults", {
    target: "api",
    path: "/v1/billing_portal/configurations",
    status: 403,
    times: null,
  });
  const { said, code } = await setUp();
  expect(said).toMatch(/Made the product slabrelay_starter[\s\S]*Made the price price_\w+ of Volume Master/);
  expect(code).toBe(1);
}, 60_000);

test("a key that is none is named, whichever it is", async () => {
  expect((await setUp({ STRIPE_SECRET_KEY: "sk_test_unknown" })).said).toMatch(
    /^STRIPE_SECRET_KEY is no key/,
  );
  expect((await setUp({ STRIPE_SETUP_KEY: "rk_test_unknown" })).said).toMatch(/^STRIPE_SETUP_KEY is no key/);
}, 60_000);

test.each([
  [
    "price_sandbox_elite",
    /^Nothing was changed\.\nSTRIPE_PRICE_PRO names price_sandbox_elite, a price of Volume/,
  ],
  [
    "prod_sandbox_pro",
    /^Nothing was changed\.\nSTRIPE_PRICE_PRO has prod_sandbox_pro, which is no price's id/,
  ],
])(
  "with STRIPE_PRICE_PRO=%s it changes nothing",
  async (STRIPE_PRICE_PRO, says) => {
    expect(await setUp({ STRIPE_PRICE_PRO })).toEqual({ said: expect.stringMatching(says), code: 1 });
    expect(await endpoints()).toEqual([]);
  },
  60_000,
);

test("what is left to do by hand is told at the end, and a script can tell", async () => {
  const { said, code } = await setUp({
    STRIPE_PRICE_STARTER: "price_…",
    STRIPE_PRICE_PRO: "price_sandbox_pro,price_sandbox_foreign",
  });
  expect(said).toMatch(/^STRIPE_PRICE_PRO=price_sandbox_pro,price_sandbox_foreign$/m);
  expect(said).toMatch(/\nLeft to do by hand:\nSTRIPE_PRICE_PRO names price_sandbox_foreign .*\n$/);
  expect(code).toBe(1);
}, 60_000);
