import { MAX_CARDS_PER_ORDER, plans } from "@/lib/base/plans";
import { cheapestFrom, cheapestPlan, MONTH_PLANS, monthPrice } from "@/lib/membership/month-price";

/** Cards, then fee, cards at the rate, cards over the limit and the whole sum in dollars. */
test.each([
  ["free", 0, [0, 0, 0, 0]],
  ["free", 30, [0, 30, 0, 750]],
  ["free", 9999, [0, 9999, 0, 249_975]],
  ["starter", 0, [29, 0, 0, 29]],
  ["starter", 30, [29, 30, 0, 779]],
  ["starter", 100, [29, 100, 0, 2529]],
  ["starter", 101, [29, 100, 1, 2554]],
  ["pro", 1, [99, 1, 0, 121]],
  ["pro", 33, [99, 33, 0, 825]],
  ["pro", 500, [99, 500, 0, 11_099]],
  ["pro", 600, [99, 500, 100, 13_599]],
  ["elite", 30, [249, 30, 0, 819]],
  ["elite", 1000, [249, 1000, 0, 19_249]],
  ["elite", 1200, [249, 1000, 200, 24_249]],
] as const)("%s: %i cards a month", (plan, count, [fee, cards, cardsOver, total]) => {
  expect(monthPrice(plan, count)).toEqual({
    plan,
    feeCents: fee * 100,
    cards,
    cardsOver,
    totalCents: total * 100,
  });
});

test.each([
  [0, "free"],
  [1, "free"],
  // 33 cards cost $825 with both: who has no fee has promised nothing.
  [33, "free"],
  [34, "pro"],
  [50, "pro"],
  [51, "elite"],
  [1000, "elite"],
  [1001, "elite"],
  [9999, "elite"],
] as const)("%i cards a month cost least with %s", (cards, plan) => {
  expect(cheapestPlan(cards)).toBe(plan);
});

test("at any number the sum is made of what is shown, and none is below that of the cheapest", () => {
  const wrong: unknown[] = [];
  for (let cards = 0; cards <= MAX_CARDS_PER_ORDER; cards += cards < 1100 ? 1 : 97) {
    const least = monthPrice(cheapestPlan(cards), cards).totalCents;
    for (const plan of MONTH_PLANS) {
      const { rateCents, monthlyLimit } = plans[plan];
      const price = monthPrice(plan, cards);
      const sum = price.feeCents + price.cards * rateCents + price.cardsOver * plans.payg.rateCents;
      const isWithin = price.cards <= (monthlyLimit ?? cards) && price.cards + price.cardsOver === cards;
      if (price.totalCents !== sum || sum < least || !isWithin) wrong.push(price);
    }
  }
  expect(wrong).toEqual([]);
});

test("the ladder: where each plan begins to cost least, and that Casual Collector never does", () => {
  const steps: [string, number][] = [];
  for (let cards = 1; cards <= MAX_CARDS_PER_ORDER; cards++) {
    const plan = cheapestPlan(cards);
    if (steps.at(-1)?.[0] !== plan) steps.push([plan, cards]);
  }
  expect(steps).toEqual([
    ["free", 1],
    ["pro", 34],
    ["elite", 51],
  ]);
  const told = MONTH_PLANS.map((plan) => [plan, cheapestFrom(plan)]);
  expect(told.filter(([, from]) => from !== null)).toEqual(steps);
  expect(told).toContainEqual(["starter", null]);
});

describe("no number of cards makes a plan the cheapest", () => {
  afterEach(() => jest.restoreAllMocks());
  test.each([
    ["its limit comes first", { monthlyLimit: 33 }],
    ["its cards cost as much as without it", { rateCents: plans.free.rateCents }],
    ["another costs less from there on", { monthlyCents: plans.elite.monthlyCents }],
  ])("where %s", (_, changes) => {
    jest.replaceProperty(plans, "pro", { ...plans.pro, ...changes });
    expect(cheapestFrom("pro")).toBeNull();
  });
});
