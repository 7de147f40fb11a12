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

  test("accepts our price names and Stripe's price IDs", () => {
    for (const plan of MEMBERSHIP_PLANS) {
      expect(requestedPlan(membershipPriceNames[plan])).toBe(plan);
      expect(requestedPlan(membershipPrices()[plan])).toBe(plan);
      // Stripe reports a subscription's price by its own ID, never by our name.
      expect(planOfPrice(membershipPriceNames[plan])).toBeNull();
    }
  });

  test("rejects any other price", () => {
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
  /**
   * Plan and number of cards, then fee, cards at the plan's rate, cards over its limit, and total. Amounts are in
   * dollars.
   */
  test.each([
    ["free", 30, [0, 30, 0, 750]],
    ["starter", 100, [29, 100, 0, 2529]],
    ["starter", 101, [29, 100, 1, 2554]],
    ["pro", 33, [99, 33, 0, 825]],
    ["pro", 600, [99, 500, 100, 13_599]],
    ["elite", 1000, [249, 1000, 0, 19_249]],
  ] as const)(
    "calculates the monthly cost on %s for %i cards",
    (plan, count, [fee, cards, cardsOver, total]) => {
      expect(monthPrice(plan, count)).toEqual({
        plan,
        feeCents: fee * 100,
        cards,
        cardsOver,
        totalCents: total * 100,
      });
    },
  );

  test.each([
    [0, "free"],
    // 33 cards cost $825 on either plan. The one without a fee wins, because it has no commitment.
    [33, "free"],
    [34, "pro"],
    [51, "elite"],
    [1000, "elite"],
  ] as const)("returns the cheapest plan for %i cards a month: %s", (cards, plan) => {
    expect(cheapestPlan(cards)).toBe(plan);
  });
});
