import type Stripe from "stripe";
import { type NamedPrices, priceDoubts, priceProblems } from "@/sandbox/setup/named-prices";
import { allowsJust, portalFeatures, prepareStripe, type WantedStripe } from "@/sandbox/setup/prepare-stripe";

const EVENTS = ["invoice.paid", "charge.refunded"];
const HOOK = "https://www.example.com/api/webhooks/stripe";
const PRODUCTS = "data.features.subscription_update.products";

type Row = { id: string; [field: string]: unknown };
type Held = Record<"products" | "prices" | "configurations" | "endpoints", Row[]>;
type Asked = { product?: string; type?: string; active?: boolean; expand?: string[] };

const PLANS = [
  ["starter", 2900],
  ["pro", 9900],
  ["elite", 24_900],
] as const;
const productOf = (plan: string) => ({ id: `slabrelay_${plan}` });
const aMonthlyPrice = (plan: string, unit_amount: number, changes: object = {}): Row => ({
  id: `price_${plan}`,
  product: `slabrelay_${plan}`,
  type: "recurring",
  active: true,
  currency: "usd",
  unit_amount,
  recurring: { interval: "month", interval_count: 1 },
  ...changes,
});
const SOLD = PLANS.map(([plan]) => ({ product: `slabrelay_${plan}`, price: `price_${plan}` }));
const configuration = (changes: object = {}): Row => ({
  id: "bpc_ours",
  active: true,
  metadata: { app: "slabrelay" },
  features: portalFeatures(SOLD),
  ...changes,
});
const endpoint = (changes: object = {}): Row => ({
  id: "we_ours",
  url: HOOK,
  status: "enabled",
  enabled_events: EVENTS,
  api_version: "2026-09-30.endive",
  ...changes,
});

/** Returns an account with everything needed, except for `changes`. Records what is created and updated. */
function anAccount(changes: Partial<Held> = {}) {
  const held: Held = {
    products: PLANS.map(([plan]) => productOf(plan)),
    prices: PLANS.map(([plan, cents]) => aMonthlyPrice(plan, cents)),
    configurations: [configuration()],
    endpoints: [endpoint()],
    ...changes,
  };
  const changed: [string, unknown][] = [];
  const made = (kind: keyof Held, fields: object, id: string) => {
    changed.push([`new ${kind}`, fields]);
    const row = { ...fields, id };
    held[kind].push(row);
    return row;
  };
  const corrected = (id: string, fields: object) => changed.push([id, fields]);
  const byId = (kind: keyof Held, id: string) => {
    const row = held[kind].find((one) => one.id === id);
    if (!row) throw Object.assign(new Error(`No such thing: ${id}`), { code: "resource_missing" });
    return row;
  };
  async function* list(kind: keyof Held, { product, type, active, expand }: Asked = {}) {
    for (const row of held[kind]) {
      const own = (row.product as Row | undefined)?.id ?? row.product;
      if ((product && own !== product) || (type && row.type !== type)) continue;
      if (active !== undefined && row.active !== active) continue;
      // Stripe omits products unless they are expanded.
      if (kind !== "configurations" || expand?.includes(PRODUCTS)) yield row;
      else yield { ...row, features: { ...(row.features as object), subscription_update: null } };
    }
  }
  const stripe = {
    products: {
      retrieve: async (id: string) => byId("products", id),
      create: async (fields: { id: string }) => made("products", fields, fields.id),
    },
    prices: {
      retrieve: async (id: string) => byId("prices", id),
      list: (asked?: Asked) => list("prices", asked),
      create: async (fields: object) => made("prices", fields, `price_new_${held.prices.length}`),
    },
    billingPortal: {
      configurations: {
        list: (asked?: Asked) => list("configurations", asked),
        update: async (id: string, fields: object) => corrected(id, fields),
        create: async (fields: object) => made("configurations", fields, "bpc_new"),
      },
    },
    webhookEndpoints: {
      list: () => list("endpoints"),
      update: async (id: string, fields: object) => corrected(id, fields),
      create: async (fields: object) => ({ ...made("endpoints", fields, "we_new"), secret: "whsec_new" }),
    },
  };
  const lines: string[] = [];
  const prepare = async (wanted: Partial<WantedStripe> = {}) => {
    const all = {
      appUrl: "https://www.example.com",
      webhook: { path: "/api/webhooks/stripe", events: EVENTS },
      apiVersion: "2026-09-30.endive",
      prices: {},
      ...wanted,
    };
    const prepared = await prepareStripe(stripe as unknown as Stripe, all, (line) => lines.push(line));
    return { ...prepared, lines };
  };
  return { stripe, changed, lines, prepare };
}

describe("named prices", () => {
  const priced = (plan: string, cents: number, changes: object = {}) => {
    const price = aMonthlyPrice(plan, cents, changes);
    return { id: price.id, price: price as unknown as Stripe.Price };
  };
  /** Returns correct settings, except for `changes`. */
  const settings = (changes: Partial<NamedPrices> = {}): NamedPrices => ({
    ...(Object.fromEntries(PLANS.map(([plan, cents]) => [plan, [priced(plan, cents)]])) as NamedPrices),
    ...changes,
  });

  test("accepts one price per plan, or none", () => {
    expect(priceProblems(settings())).toEqual([]);
    expect(priceProblems({ starter: [], pro: [], elite: [] })).toEqual([]);
  });

  test("reports an unknown current or former price with its setting", () => {
    const gone = { id: "price_gone", price: null };
    for (const pro of [[gone], [priced("pro", 9900), gone]]) {
      expect(priceProblems(settings({ pro }))).toEqual([
        "STRIPE_PRICE_PRO has price_gone, which isn't in this account. Remove the ID from the setting and run `npm run stripe:setup`, or use the key of the account that has it.",
      ]);
    }
  });

  /** A product created by hand with its own name. */
  const aProduct = (name: string, changes: object = {}) => ({ id: "prod_1", name, metadata: {}, ...changes });

  test.each<[string, object | string]>([
    ["by the id that the set-up gives", "slabrelay_elite"],
    ["by the set-up's mark", aProduct("Best", { metadata: { app: "slabrelay", plan: "elite" } })],
    ["by its name", aProduct("Volume Master")],
  ])("rejects a product that is another plan's %s", (_, product) => {
    const elite = priced("elite", 24_900, { product });
    const id = typeof product === "string" ? product : "prod_1";
    for (const starter of [[elite], [priced("starter", 2900), elite]]) {
      expect(priceProblems(settings({ starter, elite: [] }))).toEqual([
        `STRIPE_PRICE_STARTER has price_elite, a price of Volume Master (product ${id}). Keep it only in STRIPE_PRICE_ELITE.`,
      ]);
    }
  });

  test.each<[string, object]>([
    ["another amount", { unit_amount: 8900 }],
    ["no longer sold", { active: false }],
  ])("accepts a former price of the plan's own product: %s", (_, changes) => {
    const old = priced("pro", 9900, { id: "price_old", ...changes });
    expect(priceProblems(settings({ pro: [old] }))).toEqual([]);
    expect(priceProblems(settings({ pro: [priced("pro", 9900), old] }))).toEqual([]);
    expect(priceDoubts(settings({ pro: [priced("pro", 9900), old] }))).toEqual([]);
  });

  describe("unmarked product", () => {
    const product = aProduct("Membership");
    const of = (cents: number, changes: object = {}) =>
      priced("pro", cents, { id: "price_by_hand", product, ...changes });

    test("assigns an unmarked product to the plan of its price", () => {
      const former = priced("pro", 8900, { id: "price_old", product });
      expect(priceProblems(settings({ pro: [of(9900), former] }))).toEqual([]);
      expect(priceDoubts(settings({ pro: [of(9900), former] }))).toEqual([]);
    });

    test.each<[string, object]>([
      ["another amount", { unit_amount: 500 }],
      ["another currency", { currency: "eur" }],
      ["another interval", { recurring: { interval: "year", interval_count: 1 } }],
    ])("doesn't reuse an unmarked product for a price of %s", (_, changes) => {
      expect(priceProblems(settings({ pro: [of(9900, changes)] }))).toEqual([
        'STRIPE_PRICE_PRO has price_by_hand, which isn\'t an active price of $99 a month, of the product prod_1 ("Membership"), which has no metadata for Serious Collector. If members have it, add to the product the metadata app=slabrelay, plan=pro. If not, remove the ID from the setting and run `npm run stripe:setup`.',
      ]);
    });
  });
});

describe("portal features", () => {
  const sold = [
    { product: "prod_1", price: "price_1" },
    { product: "prod_2", price: "price_2" },
  ];

  /** A configuration as the payment service returns it, with more fields than requested. */
  const aConfiguration = (changes: object = {}) => {
    const features = portalFeatures(sold);
    const update = { ...features.subscription_update, billing_cycle_anchor: null, ...changes };
    return {
      id: "bpc_1",
      features: { ...features, subscription_pause: { enabled: false }, subscription_update: update },
    } as unknown as Stripe.BillingPortal.Configuration;
  };

  test("bills upgrades immediately and delays downgrades in the portal", () => {
    expect(portalFeatures(sold)).toEqual({
      customer_update: { enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end", proration_behavior: "none" },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ["price"],
        products: [
          { product: "prod_1", prices: ["price_1"] },
          { product: "prod_2", prices: ["price_2"] },
        ],
        proration_behavior: "always_invoice",
        schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
      },
    });
  });

  test.each<[string, object, boolean]>([
    ["is as wanted", {}, true],
    [
      "lists its products in another order",
      { products: portalFeatures([...sold].reverse()).subscription_update?.products },
      true,
    ],
    ["bills nothing", { proration_behavior: "none" }, false],
    ["changes quantities, too", { default_allowed_updates: ["price", "quantity"] }, false],
    ["lowers at once", { schedule_at_period_end: { conditions: [] } }, false],
    ["lacks a product", { products: [{ product: "prod_1", prices: ["price_1"] }] }, false],
    [
      "offers a former price",
      {
        products: [
          { product: "prod_1", prices: ["price_0"] },
          { product: "prod_2", prices: ["price_2"] },
        ],
      },
      false,
    ],
  ])("checks a portal configuration that %s", (_, changes, isRight) => {
    expect(allowsJust(aConfiguration(changes), portalFeatures(sold))).toBe(isRight);
  });
});

describe("prepare stripe", () => {
  const SETTINGS = {
    STRIPE_PRICE_STARTER: "price_starter",
    STRIPE_PRICE_PRO: "price_pro",
    STRIPE_PRICE_ELITE: "price_elite",
    STRIPE_PORTAL_CONFIGURATION: "bpc_ours",
  };

  test("changes nothing in a complete account", async () => {
    const { changed, prepare } = anAccount();
    expect(await prepare()).toEqual({ left: [], lines: [], settings: SETTINGS });
    expect(changed).toEqual([]);
  });

  test("marks and reports everything it creates", async () => {
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
    const sold = PLANS.map(([plan], place) => ({
      product: `slabrelay_${plan}`,
      price: `price_new_${place}`,
    }));
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
      "Created the product slabrelay_starter (Casual Collector).",
      "Created the price price_new_0 for Casual Collector.",
      "Created the portal configuration bpc_new.",
      `Created the webhook endpoint we_new for ${HOOK}.`,
    ]);
  });

  test.each<[string, object]>([
    ["is sold no longer", { active: false }],
    ["is in another currency", { currency: "eur" }],
    ["has another amount", { unit_amount: 8900 }],
    ["is paid by the year", { recurring: { interval: "year", interval_count: 1 } }],
  ])("creates a new price when the old one %s, and keeps the old one valid", async (_, changes) => {
    const [starter, , elite] = PLANS.map(([plan, cents]) => aMonthlyPrice(plan, cents)) as [Row, Row, Row];
    const { prepare } = anAccount({ prices: [starter, aMonthlyPrice("pro", 9900, changes), elite] });
    const { lines, settings } = await prepare();
    expect(settings.STRIPE_PRICE_PRO).toBe("price_new_3,price_pro");
    expect(lines[0]).toBe("Created the price price_new_3 for Serious Collector.");
  });

  test("changes nothing while a price setting is wrong, and reports every problem", async () => {
    const { changed, lines, prepare } = anAccount({ products: [], configurations: [], endpoints: [] });
    const prices = { starter: ["price_starter", "price_gone"], elite: ["price_lost"] };
    await expect(prepare({ prices })).rejects.toThrow(
      /^Nothing was changed\.\nSTRIPE_PRICE_STARTER has price_gone,.*\nSTRIPE_PRICE_ELITE has price_lost,/,
    );
    expect([changed, lines]).toEqual([[], []]);
  });

  test("corrects our portal and leaves another product's alone", async () => {
    const features = { ...portalFeatures(SOLD), subscription_cancel: { enabled: false } };
    const wrong = configuration({ features });
    const foreign = configuration({ id: "bpc_other", metadata: null, features });
    const { changed, prepare } = anAccount({ configurations: [foreign, wrong] });
    const { lines, settings } = await prepare();
    expect(settings.STRIPE_PORTAL_CONFIGURATION).toBe("bpc_ours");
    expect(lines).toEqual(["Updated the portal configuration bpc_ours."]);
    expect(changed).toEqual([["bpc_ours", { features: portalFeatures(SOLD) }]]);
  });

  test.each<[string, object]>([
    ["is switched off", { status: "disabled" }],
    ["takes fewer events", { enabled_events: ["invoice.paid"] }],
  ])("corrects an endpoint that %s", async (_, changes) => {
    const { changed, prepare } = anAccount({ endpoints: [endpoint(changes)] });
    expect(await prepare()).toEqual({
      left: [],
      lines: ["Updated the events of the webhook endpoint we_ours."],
      settings: SETTINGS,
    });
    expect(changed).toEqual([["we_ours", { enabled_events: EVENTS, disabled: false }]]);
  });
});
