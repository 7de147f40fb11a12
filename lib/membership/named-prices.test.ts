import type Stripe from "stripe";
import { type NamedPrices, priceDoubts, priceProblems } from "@/lib/membership/named-prices";
import { aMonthlyPrice, PLANS } from "@/sandbox/builders/stripe-account";

const priced = (plan: string, cents: number, changes: object = {}) => {
  const price = aMonthlyPrice(plan, cents, changes);
  return { id: price.id, price: price as unknown as Stripe.Price };
};
/** The settings as they should be, but for `changes`. */
const settings = (changes: Partial<NamedPrices> = {}): NamedPrices => ({
  ...(Object.fromEntries(PLANS.map(([plan, cents]) => [plan, [priced(plan, cents)]])) as NamedPrices),
  ...changes,
});

test("nothing is wrong with a price of each plan, nor with none at all", () => {
  expect(priceProblems(settings())).toEqual([]);
  expect(priceProblems({ starter: [], pro: [], elite: [] })).toEqual([]);
});

test("a price that the account does not have is told with its setting, a former one, too", () => {
  const gone = { id: "price_gone", price: null };
  for (const pro of [[gone], [priced("pro", 9900), gone]]) {
    expect(priceProblems(settings({ pro }))).toEqual([
      "STRIPE_PRICE_PRO names price_gone, which this account does not have: take the id out of the setting and run `npm run stripe:setup`, or use the key of the account that has it.",
    ]);
  }
});

/** A product made by hand, with the name that somebody gave it. */
const aProduct = (name: string, changes: object = {}) => ({ id: "prod_1", name, metadata: {}, ...changes });

test.each<[string, object | string]>([
  ["by the id that the set-up gives", "slabrelay_elite"],
  ["by the set-up's mark", aProduct("Best", { metadata: { app: "slabrelay", plan: "elite" } })],
  ["by its name", aProduct("Volume Master")],
])("a product that is known as another plan's %s is none of this plan's, sold or former", (_, product) => {
  const elite = priced("elite", 24_900, { product });
  const id = typeof product === "string" ? product : "prod_1";
  for (const starter of [[elite], [priced("starter", 2900), elite]]) {
    expect(priceProblems(settings({ starter, elite: [] }))).toEqual([
      `STRIPE_PRICE_STARTER names price_elite, a price of Volume Master (product ${id}): leave it in STRIPE_PRICE_ELITE alone.`,
    ]);
  }
});

test("swapped ids, and such that cross, are told of both settings", () => {
  const [starter, elite] = [priced("starter", 2900), priced("elite", 24_900)];
  const swapped = priceProblems(settings({ starter: [elite], elite: [starter] }));
  expect(swapped.map((problem) => problem.split(",")[0])).toEqual([
    "STRIPE_PRICE_STARTER names price_elite",
    "STRIPE_PRICE_ELITE names price_starter",
  ]);
  const crossing = settings({ starter: [starter, elite], elite: [elite, starter] });
  expect(priceProblems(crossing)).toEqual(swapped);
});

test("a price that the set-up made for another plan is that one's, whatever its product", () => {
  const made = priced("pro", 2900, { metadata: { app: "slabrelay", plan: "starter" } });
  expect(priceProblems(settings({ pro: [priced("pro", 9900), made] }))).toEqual([
    expect.stringContaining("STRIPE_PRICE_PRO names price_pro, a price of Casual Collector"),
  ]);
  // Somebody else's mark says nothing.
  const foreign = priced("pro", 8900, { metadata: { app: "other", plan: "starter" } });
  expect(priceProblems(settings({ pro: [priced("pro", 9900), foreign] }))).toEqual([]);
});

test.each<[string, object]>([
  ["another amount", { unit_amount: 8900 }],
  ["another currency", { currency: "eur" }],
  ["no longer sold", { active: false }],
])("of the plan's own product a price is right, former or to be replaced: %s", (_, changes) => {
  const old = priced("pro", 9900, { id: "price_old", ...changes });
  expect(priceProblems(settings({ pro: [old] }))).toEqual([]);
  expect(priceProblems(settings({ pro: [priced("pro", 9900), old] }))).toEqual([]);
  expect(priceDoubts(settings({ pro: [priced("pro", 9900), old] }))).toEqual([]);
});

describe("a product that nothing marks", () => {
  const product = aProduct("Membership");
  const of = (cents: number, changes: object = {}) =>
    priced("pro", cents, { id: "price_by_hand", product, ...changes });

  test("is a plan's whose price it has, and so are its former prices", () => {
    const former = priced("pro", 8900, { id: "price_old", product });
    expect(priceProblems(settings({ pro: [of(9900), former] }))).toEqual([]);
    expect(priceDoubts(settings({ pro: [of(9900), former] }))).toEqual([]);
  });

  test.each<[string, object]>([
    ["another amount", { unit_amount: 500 }],
    ["another currency", { currency: "eur" }],
    ["another interval", { recurring: { interval: "year", interval_count: 1 } }],
  ])("is not gone on with for a price of %s", (_, changes) => {
    expect(priceProblems(settings({ pro: [of(9900, changes)] }))).toEqual([
      'STRIPE_PRICE_PRO names price_by_hand, which is no active price of $99 a month, of the product prod_1 ("Membership"), which nothing marks as Serious Collector\'s: if members have it, give the product the metadata app=slabrelay, plan=pro; else take the id out of the setting and run `npm run stripe:setup`.',
    ]);
  });

  test("may have had a former price: that is told as a doubt, unless another plan costs as much", () => {
    const newsletter = settings({ pro: [priced("pro", 9900), of(500)] });
    expect(priceProblems(newsletter)).toEqual([]);
    expect(priceDoubts(newsletter)).toEqual([
      'STRIPE_PRICE_PRO names price_by_hand of the product prod_1 ("Membership"), which nothing marks as Serious Collector\'s: if members have it, give the product the metadata app=slabrelay, plan=pro, else take the id out of the setting.',
    ]);
    const elite = settings({ pro: [priced("pro", 9900), of(24_900)] });
    expect(priceProblems(elite)).toEqual([
      expect.stringMatching(/^STRIPE_PRICE_PRO names price_by_hand, .* costs what Volume Master does/),
    ]);
    expect(priceDoubts(elite)).toEqual([]);
  });

  test("cannot be two plans' at once", () => {
    const starter = [priced("starter", 2900, { product })];
    expect(priceProblems(settings({ starter, pro: [priced("pro", 9900, { product })] }))).toEqual([
      "STRIPE_PRICE_STARTER names price_starter of the product prod_1, from which STRIPE_PRICE_PRO sells, too: each plan needs a product of its own.",
      "STRIPE_PRICE_PRO names price_pro of the product prod_1, from which STRIPE_PRICE_STARTER sells, too: each plan needs a product of its own.",
    ]);
  });
});
