import { portalFeatures } from "@/lib/membership/portal-features";
import {
  aMonthlyPrice,
  anAccount,
  configuration,
  EVENTS,
  endpoint,
  HOOK,
  PLANS,
  type Row,
  SOLD,
} from "@/sandbox/builders/stripe-account";

const SETTINGS = {
  STRIPE_PRICE_STARTER: "price_starter",
  STRIPE_PRICE_PRO: "price_pro",
  STRIPE_PRICE_ELITE: "price_elite",
  STRIPE_PORTAL_CONFIGURATION: "bpc_ours",
};

test("an account that holds all that is wanted is left as it is", async () => {
  const { changed, prepare } = anAccount();
  expect(await prepare()).toEqual({ left: [], lines: [], settings: SETTINGS });
  expect(changed).toEqual([]);
});

test("what is made in an empty account carries our mark, and each line tells of it", async () => {
  const { changed, prepare } = anAccount({ products: [], prices: [], configurations: [], endpoints: [] });
  const { lines, settings } = await prepare();
  expect(settings).toEqual({
    STRIPE_PRICE_STARTER: "price_new_0",
    STRIPE_PRICE_PRO: "price_new_1",
    STRIPE_PRICE_ELITE: "price_new_2",
    STRIPE_PORTAL_CONFIGURATION: "bpc_new",
    STRIPE_WEBHOOK_SECRET: "whsec_new",
  });
  expect(changed.slice(0, 2)).toEqual([
    [
      "new products",
      {
        id: "slabrelay_starter",
        name: "Casual Collector",
        metadata: { app: "slabrelay", plan: "starter" },
      },
    ],
    [
      "new prices",
      {
        product: "slabrelay_starter",
        currency: "usd",
        unit_amount: 2900,
        recurring: { interval: "month" },
        metadata: { app: "slabrelay", plan: "starter" },
      },
    ],
  ]);
  const sold = PLANS.map(([plan], place) => ({ product: `slabrelay_${plan}`, price: `price_new_${place}` }));
  expect(changed.slice(6)).toEqual([
    ["new configurations", { features: portalFeatures(sold), metadata: { app: "slabrelay" } }],
    [
      "new endpoints",
      {
        url: HOOK,
        enabled_events: EVENTS,
        api_version: "2026-09-30.endive",
        metadata: { app: "slabrelay" },
      },
    ],
  ]);
  expect([lines[0], lines[1], ...lines.slice(6)]).toEqual([
    "Made the product slabrelay_starter (Casual Collector).",
    "Made the price price_new_0 of Casual Collector.",
    "Made the portal's configuration bpc_new.",
    `Made the webhook endpoint we_new for ${HOOK}.`,
  ]);
});

test.each<[string, object]>([
  ["is sold no longer", { active: false }],
  ["is in another currency", { currency: "eur" }],
  ["has another amount", { unit_amount: 8900 }],
  ["is paid by the year", { recurring: { interval: "year", interval_count: 1 } }],
  ["is paid every three months", { recurring: { interval: "month", interval_count: 3 } }],
  ["says nothing of its months", { recurring: null }],
])("beside a price that %s a new one is made, and the former stays recognised", async (_, changes) => {
  const [starter, , elite] = PLANS.map(([plan, cents]) => aMonthlyPrice(plan, cents)) as [Row, Row, Row];
  const { prepare } = anAccount({ prices: [starter, aMonthlyPrice("pro", 9900, changes), elite] });
  const { lines, settings } = await prepare();
  expect(settings.STRIPE_PRICE_PRO).toBe("price_new_3,price_pro");
  expect(lines[0]).toBe("Made the price price_new_3 of Serious Collector.");
});

test("a price that is paid once is none of a plan's", async () => {
  const once = aMonthlyPrice("pro", 9900, { id: "price_once", type: "one_time" });
  const { prepare } = anAccount({
    prices: [...PLANS.map(([plan, cents]) => aMonthlyPrice(plan, cents)), once],
  });
  expect((await prepare()).settings).toEqual(SETTINGS);
});

test.each([
  { name: "Serious Collector" },
  { name: "For clubs", metadata: { app: "slabrelay", plan: "pro" } },
])("a plan's product made by hand is gone on with (%j)", async (known) => {
  const product = { id: "prod_own", ...known };
  const own = aMonthlyPrice("pro", 8900, { id: "price_own", product });
  const older = aMonthlyPrice("pro", 7900, { id: "price_older", product });
  const { changed, prepare } = anAccount({
    prices: [aMonthlyPrice("starter", 2900), own, older, aMonthlyPrice("elite", 24_900)],
  });
  const { settings } = await prepare({ prices: { pro: ["price_own"] } });
  expect(changed[0]).toEqual(["new prices", expect.objectContaining({ product: "prod_own" })]);
  expect(settings.STRIPE_PRICE_PRO).toBe("price_new_4,price_own,price_older");
});

test("of several prices at which a plan may be sold, that of the settings stays", async () => {
  const newer = aMonthlyPrice("pro", 9900, { id: "price_newer" });
  const prices = [newer, ...PLANS.map(([plan, cents]) => aMonthlyPrice(plan, cents))];
  const { settings } = await anAccount({ prices }).prepare({ prices: { pro: ["price_pro"] } });
  expect(settings.STRIPE_PRICE_PRO).toBe("price_pro,price_newer");
});

test("a former price of the settings stays in them, though nothing tells whose it was; that is left to do", async () => {
  const product = { id: "prod_old", name: "Membership" };
  const former = aMonthlyPrice("pro", 7900, { id: "price_former", product });
  const { changed, prepare } = anAccount({
    prices: [...PLANS.map(([plan, cents]) => aMonthlyPrice(plan, cents)), former],
  });
  const { left, settings } = await prepare({ prices: { pro: ["price_pro", "price_former"] } });
  expect(settings.STRIPE_PRICE_PRO).toBe("price_pro,price_former");
  expect(left).toEqual([expect.stringMatching(/^STRIPE_PRICE_PRO names price_former .*nothing marks/)]);
  expect(changed).toEqual([]);
});

test("a price that was made for another plan is no former one of the product that it was put under", async () => {
  const metadata = { app: "slabrelay", plan: "starter" };
  const astray = aMonthlyPrice("elite", 2900, { id: "price_astray", metadata });
  const { prepare } = anAccount({
    prices: [...PLANS.map(([plan, cents]) => aMonthlyPrice(plan, cents)), astray],
  });
  expect((await prepare()).settings).toEqual(SETTINGS);
});

test("nothing is changed while a price of the settings is wrong, and all of them are told", async () => {
  const { changed, lines, prepare } = anAccount({ products: [], configurations: [], endpoints: [] });
  const prices = { starter: ["price_starter", "price_gone"], elite: ["price_lost"] };
  await expect(prepare({ prices })).rejects.toThrow(
    /^Nothing was changed\.\nSTRIPE_PRICE_STARTER names price_gone,.*\nSTRIPE_PRICE_ELITE names price_lost,/,
  );
  expect([changed, lines]).toEqual([[], []]);
});

test("a price of another plan, and one in two plans' settings, change nothing", async () => {
  const { changed, prepare } = anAccount();
  const swapped = { starter: ["price_elite"], pro: ["price_pro"], elite: ["price_starter"] };
  await expect(prepare({ prices: swapped })).rejects.toThrow(
    /^Nothing was changed\.\nSTRIPE_PRICE_STARTER names price_elite, a price of Volume Master .*\nSTRIPE_PRICE_ELITE names price_starter, a price of Casual Collector/,
  );
  await expect(prepare({ prices: { starter: ["price_pro"], pro: ["price_pro"] } })).rejects.toThrow(
    "STRIPE_PRICE_STARTER and STRIPE_PRICE_PRO name the same price price_pro",
  );
  expect(changed).toEqual([]);
});

test("a key that may not read products ends it", async () => {
  const { stripe, prepare } = anAccount();
  stripe.products.retrieve = () =>
    Promise.reject(Object.assign(new Error("Not allowed"), { code: "more_rights" }));
  await expect(prepare()).rejects.toThrow("Not allowed");
});

test("the portal of another product is left alone, ours is put right", async () => {
  const features = { ...portalFeatures(SOLD), subscription_cancel: { enabled: false } };
  const wrong = configuration({ features });
  const foreign = configuration({ id: "bpc_other", metadata: null, features });
  const { changed, prepare } = anAccount({ configurations: [foreign, wrong] });
  const { lines, settings } = await prepare();
  expect(settings.STRIPE_PORTAL_CONFIGURATION).toBe("bpc_ours");
  expect(lines).toEqual(["Corrected the portal's configuration bpc_ours."]);
  expect(changed).toEqual([["bpc_ours", { features: portalFeatures(SOLD) }]]);
});

test("a portal that is switched off is not used again", async () => {
  const { prepare } = anAccount({ configurations: [configuration({ active: false })] });
  expect((await prepare()).settings.STRIPE_PORTAL_CONFIGURATION).toBe("bpc_new");
});

test.each<[string, object]>([
  ["is switched off", { status: "disabled" }],
  ["takes fewer events", { enabled_events: ["invoice.paid"] }],
  ["takes more events", { enabled_events: [...EVENTS, "customer.deleted"] }],
  ["takes another event", { enabled_events: ["invoice.paid", "customer.deleted"] }],
])("an endpoint that %s is put right", async (_, changes) => {
  const { changed, prepare } = anAccount({ endpoints: [endpoint(changes)] });
  expect(await prepare()).toEqual({
    left: [],
    lines: ["Corrected the events of the webhook endpoint we_ours."],
    settings: SETTINGS,
  });
  expect(changed).toEqual([["we_ours", { enabled_events: EVENTS, disabled: false }]]);
});

test.each([
  ["2026-01-28.clover", "2026-01-28.clover"],
  [null, "of the account"],
])("an endpoint of the API version %j is left to do: it cannot be changed", async (api_version, words) => {
  const { changed, prepare } = anAccount({ endpoints: [endpoint({ api_version })] });
  const { left, lines } = await prepare();
  expect(left).toEqual([
    `The webhook endpoint we_ours has the API version ${words}, the product 2026-09-30.endive: remove it in the dashboard and run this again, it cannot be changed.`,
  ]);
  expect([changed, lines]).toEqual([[], []]);
});

test("of two endpoints of one address none is touched, and which to remove is left to do", async () => {
  const second = endpoint({ id: "we_second", status: "disabled", api_version: null });
  const { changed, prepare } = anAccount({ endpoints: [endpoint({ enabled_events: [] }), second] });
  expect((await prepare()).left).toEqual([
    `2 webhook endpoints take events to ${HOOK}: we_ours, we_second. Remove in the dashboard all but the one whose signing secret is STRIPE_WEBHOOK_SECRET, and run this again.`,
  ]);
  expect(changed).toEqual([]);
});

test("the endpoint of another product is left alone", async () => {
  const foreign = endpoint({ id: "we_other", url: "https://other.example.com", enabled_events: [] });
  const { changed, prepare } = anAccount({ endpoints: [foreign, endpoint()] });
  expect((await prepare()).lines).toEqual([]);
  expect(changed).toEqual([]);
});

test("on this machine no endpoint is asked for, and a secret that is not told is not set", async () => {
  const local = anAccount({ endpoints: [] });
  expect(await local.prepare({ webhook: null })).toEqual({ left: [], lines: [], settings: SETTINGS });
  const silent = anAccount({ endpoints: [] });
  silent.stripe.webhookEndpoints.create = async () => ({ id: "we_new", secret: "" });
  expect((await silent.prepare()).settings).toEqual(SETTINGS);
});
