import { MEMBERSHIP_PLANS, membershipPriceNames } from "@/lib/base/plans";
import { cheapestPlan, monthPrice } from "@/lib/membership/month-price";
import { membershipPrices, planOfPrice, requestedPlan } from "@/lib/membership/prices";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("prices", () => {
  setTestSettings({ STRIPE_PRICE_PRO: "price_pro, price_former,price_older" });

  test("maps each plan to a price and back", () => {
    expect(membershipPrices()).toEqual({ starter: "price_starter", pro: "price_pro", elite: "price_elite" });
    for (const [plan, price] of Object.entries(membershipPrices())) expect(planOfPrice(price)).toBe(plan);
  });

  test("accepts our price name and Stripe's ID", () => {
    for (const plan of MEMBERSHIP_PLANS) {
      expect(requestedPlan(membershipPriceNames[plan])).toBe(plan);
      expect(requestedPlan(membershipPrices()[plan])).toBe(plan);
      // What the payment service says of a subscription is its own id, never our name.
      expect(planOfPrice(membershipPriceNames[plan])).toBeNull();
    }
  });

  test("refuses every other price", () => {
    const others = ["", "price_", "PRICE_PRO", "price_pro ", "price_free", "pro", "__proto__", "constructor"];
    for (const price of others) expect([planOfPrice(price), requestedPlan(price)]).toEqual([null, null]);
  });

  test("sells the first of several prices and recognizes the others", () => {
    expect(membershipPrices().pro).toBe("price_pro");
    for (const former of ["price_former", "price_older"]) {
      expect([planOfPrice(former), requestedPlan(former)]).toEqual(["pro", "pro"]);
    }
    expect(planOfPrice("price_pro, price_former,price_older")).toBeNull();
  });
});

describe("month price", () => {
  /** Cards, then fee, cards at the rate, cards over the limit and the whole sum in dollars. */
  test.each([
    ["free", 30, [0, 30, 0, 750]],
    ["starter", 100, [29, 100, 0, 2529]],
    ["starter", 101, [29, 100, 1, 2554]],
    ["pro", 33, [99, 33, 0, 825]],
    ["pro", 600, [99, 500, 100, 13_599]],
    ["elite", 1000, [249, 1000, 0, 19_249]],
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
    // 33 cards cost $825 with both: who has no fee has promised nothing.
    [33, "free"],
    [34, "pro"],
    [51, "elite"],
    [1000, "elite"],
  ] as const)("%i cards a month cost least with %s", (cards, plan) => {
    expect(cheapestPlan(cards)).toBe(plan);
  });
});
