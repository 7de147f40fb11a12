import Stripe from "stripe";
import { neededPermissions } from "@/lib/stripe/permissions";
import { withService } from "../builders/answering-service.ts";
import { WEBHOOK_EVENTS } from "../launcher/webhook-events.ts";
import { aSandbox, type RunningSandbox, SECRET_KEY } from "../stripe/testing/a-sandbox.ts";
import { checkStripe } from "./check-stripe.ts";

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await aSandbox();
});
afterEach(() => sandbox.stop());

const URL_OF_HOOK = "https://slabs.io/api/webhooks/stripe";
const anEndpoint = (changes: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
  sandbox.stripe.webhookEndpoints.create({
    url: URL_OF_HOOK,
    enabled_events: [...WEBHOOK_EVENTS] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
    ...changes,
  });

async function aKey(permissions: Record<string, string> = neededPermissions): Promise<string> {
  return (await sandbox.control<{ key: string }>("POST", "/restricted-keys", { permissions })).key;
}

/** What is found, as "state about: says", of the sandbox's own account with a key as the product has it. */
async function found(changes: Record<string, string> = {}): Promise<string[]> {
  const findings = await checkStripe({
    APP_URL: "https://slabs.io",
    STRIPE_API_URL: sandbox.url,
    STRIPE_SECRET_KEY: changes.STRIPE_SECRET_KEY ?? (await aKey()),
    STRIPE_SETUP_KEY: SECRET_KEY,
    STRIPE_PRICE_STARTER: "price_sandbox_starter",
    STRIPE_PRICE_PRO: "price_sandbox_pro",
    STRIPE_PRICE_ELITE: "price_sandbox_elite",
    STRIPE_PORTAL_CONFIGURATION: "bpc_sandbox",
    ...changes,
  });
  return findings.map(({ state, about, says }) => `${state} ${about}: ${says}`);
}

test("an account as the product needs it is right, and nothing in it changes", async () => {
  await anEndpoint();
  const before = (await sandbox.stripe.events.list({ limit: 100 })).data.length;
  expect(await found()).toEqual([
    "right payment service's key: may do what the product does",
    "right prices: as the product needs it",
    "right billing portal: as the product needs it",
    "right webhook: as the product needs it",
  ]);
  expect((await sandbox.stripe.events.list({ limit: 100 })).data).toHaveLength(before);
  expect((await sandbox.stripe.customers.list()).data).toEqual([]);
});

test.each(Object.entries(neededPermissions))(
  "a key without %s (%s) is told",
  async (resource, permission) => {
    const { [resource as keyof typeof neededPermissions]: _, ...others } = neededPermissions;
    expect(await found({ STRIPE_SECRET_KEY: await aKey(others) })).toEqual([
      expect.stringContaining(
        `wrong payment service's key: STRIPE_SECRET_KEY lacks the permissions ${resource} (${permission})`,
      ),
    ]);
  },
);

test("names a permission that only opening a payment page needs", async () => {
  const error = {
    message: "Having the 'rak_product_write' permission would allow this request to continue.",
  };
  const answers: Record<string, [number, unknown]> = {
    "/v1/checkout/sessions/": [404, { error: { message: "No such checkout session" } }],
    "/v1/checkout/sessions": [403, { error }],
    "/": [200, { data: [] }],
  };
  await withService(answers, async (url) => {
    expect(await found({ STRIPE_API_URL: url, STRIPE_SECRET_KEY: "rk_test_1" })).toEqual([
      expect.stringMatching(/lacks the permissions product \(write\): /),
    ]);
  });
});

test("no key, and no payment service, are told", async () => {
  expect(await found({ STRIPE_SECRET_KEY: "rk_test_unknown" })).toEqual([
    expect.stringMatching(/^wrong .* no key of an account/),
  ]);
  expect(await found({ STRIPE_API_URL: "http://127.0.0.1:9" })).toEqual([
    expect.stringMatching(/^unknown .* does not tell/),
  ]);
});

test("a payment service that is unwell says nothing of a key, and neither does one that is asked too often", async () => {
  for (const status of [500, 429]) {
    await sandbox.control("POST", "/faults", { target: "api", status, times: null });
    expect(await found({ STRIPE_SECRET_KEY: SECRET_KEY })).toEqual([
      expect.stringMatching(/^unknown .* does not tell/),
    ]);
    await sandbox.control("DELETE", "/faults");
  }
});

test("a key for the set-up of the other mode is told", async () => {
  expect(await found({ STRIPE_SETUP_KEY: "rk_live_1" })).toEqual([
    expect.stringMatching(/^right/),
    "wrong STRIPE_SETUP_KEY: It is of the other mode than STRIPE_SECRET_KEY.",
  ]);
});

test("a key for the set-up that is none is named as the fault", async () => {
  expect(await found({ STRIPE_SETUP_KEY: "rk_test_unknown" })).toEqual([
    expect.stringMatching(/^right/),
    "wrong STRIPE_SETUP_KEY: It is no key of an account: copy it again.",
  ]);
});

test("two endpoints of one address are told", async () => {
  const { id } = await anEndpoint();
  await anEndpoint();
  // The set-up puts only one right, so what each of them lacks is told when one is left.
  await sandbox.stripe.webhookEndpoints.update(id, { disabled: true });
  expect((await found())[3]).toBe(
    `wrong webhook: 2 endpoints take events to ${URL_OF_HOOK}: remove all but the one whose signing secret is STRIPE_WEBHOOK_SECRET.`,
  );
});

test("what the product's own key may not look at cannot be told without another", async () => {
  await anEndpoint();
  const key = await aKey();
  const findings = await found({ STRIPE_SECRET_KEY: key, STRIPE_SETUP_KEY: "" });
  expect(findings.slice(1)).toEqual(
    ["prices", "billing portal", "webhook"].map((about) =>
      expect.stringMatching(new RegExp(`^unknown ${about}: .*STRIPE_SETUP_KEY`)),
    ),
  );
});

test.each([
  ["that the account does not have", "price_gone", "names price_gone, which this account does not have"],
  ["of another plan", "price_sandbox_starter", "a price of Casual Collector (product prod_sandbox_starter)"],
  ["that is no longer sold", "price_sandbox_archived", "is no active price of $99 a month"],
])("a price %s is told", async (_, price, says) => {
  await anEndpoint();
  expect((await found({ STRIPE_PRICE_PRO: price }))[1]).toMatch(/^wrong prices: /);
  expect((await found({ STRIPE_PRICE_PRO: price }))[1]).toContain(says);
});

test("a price that the account does not have is told with a mend that leads on, and says nothing of the portal", async () => {
  await anEndpoint();
  const [, prices, portal] = await found({ STRIPE_PRICE_PRO: "price_gone" });
  expect(prices).toMatch(/^wrong prices: STRIPE_PRICE_PRO names price_gone, .*: take the id out of the sett/);
  expect(portal).toBe("unknown billing portal: What it offers is compared once the prices are right.");
  expect(
    (await found({ STRIPE_PRICE_PRO: "price_gone", STRIPE_PORTAL_CONFIGURATION: "bpc_gone" }))[2],
  ).toMatch(/^wrong billing portal: STRIPE_PORTAL_CONFIGURATION names bpc_gone/);
});

test("swapped prices are told as the set-up tells them", async () => {
  await anEndpoint();
  const swapped = {
    STRIPE_PRICE_STARTER: "price_sandbox_elite",
    STRIPE_PRICE_ELITE: "price_sandbox_starter",
  };
  const says =
    /^wrong prices: STRIPE_PRICE_STARTER names price_sandbox_elite, a price of Volume Master \(product prod_sandbox_elite\): leave it in STRIPE_PRICE_ELITE alone\. STRIPE_PRICE_ELITE names price_sandbox_starter, a price of Casual Coll/;
  expect((await found(swapped))[1]).toMatch(says);
  const crossing = {
    STRIPE_PRICE_STARTER: "price_sandbox_starter,price_sandbox_elite",
    STRIPE_PRICE_ELITE: "price_sandbox_elite,price_sandbox_starter",
  };
  expect((await found(crossing))[1]).toMatch(says);
});

test("a former price of a product that nothing marks cannot be told from here", async () => {
  await anEndpoint();
  const findings = await found({ STRIPE_PRICE_PRO: "price_sandbox_pro,price_sandbox_foreign" });
  expect(findings[1]).toMatch(
    /^unknown prices: STRIPE_PRICE_PRO names price_sandbox_foreign of the product prod_sandbox_foreign \("Newsletter"\)/,
  );
  expect(findings.slice(2)).toEqual([
    "right billing portal: as the product needs it",
    "right webhook: as the product needs it",
  ]);
});

test("prices of the other mode than the key are told", async () => {
  await sandbox.stop();
  const live = "sk_live_of_the_tests";
  sandbox = await aSandbox({ secretKey: live });
  const [, prices] = await found({ STRIPE_SECRET_KEY: live, STRIPE_SETUP_KEY: live });
  expect(prices).toContain("price_sandbox_pro of STRIPE_PRICE_PRO is of the other mode than the key");
});

test("a portal that allows something else, or is another account's, is told", async () => {
  await anEndpoint();
  expect((await found({ STRIPE_PORTAL_CONFIGURATION: "bpc_gone" }))[2]).toContain(
    "which this account does not have",
  );
  await sandbox.stripe.billingPortal.configurations.update("bpc_sandbox", {
    features: { subscription_update: { enabled: true, proration_behavior: "none" } },
  });
  expect((await found())[2]).toMatch(
    /^wrong billing portal: The configuration bpc_sandbox allows something else/,
  );
});

test.each<[string, Partial<Stripe.WebhookEndpointCreateParams>, string]>([
  ["of another address", { url: "https://elsewhere.io/hook" }, `No endpoint takes events to ${URL_OF_HOOK}`],
  ["that lacks events", { enabled_events: ["invoice.paid"] }, "does not take checkout.session.completed"],
  ["of another API version", { api_version: "2026-01-28.clover" }, "has the API version 2026-01-28.clover"],
])("a webhook %s is told", async (_, changes, says) => {
  await anEndpoint(changes);
  const webhook = (await found())[3];
  expect(webhook).toMatch(/^wrong webhook: /);
  expect(webhook).toContain(says);
});

test("a webhook that is switched off is told", async () => {
  const { id } = await anEndpoint();
  await sandbox.stripe.webhookEndpoints.update(id, { disabled: true });
  expect((await found())[3]).toContain("is disabled");
});
