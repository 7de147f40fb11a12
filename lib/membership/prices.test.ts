import { MEMBERSHIP_PLANS, membershipPriceNames } from "@/lib/base/plans";
import { membershipPrices, planOfPrice, requestedPlan } from "@/lib/membership/prices";
import { SEED, seeded } from "@/sandbox/builders/random";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings({ STRIPE_PRICE_PRO: "price_pro, price_former,price_older" });

test("each plan has a price, and each of these prices is that plan", () => {
  expect(membershipPrices()).toEqual({ starter: "price_starter", pro: "price_pro", elite: "price_elite" });
  for (const [plan, price] of Object.entries(membershipPrices())) expect(planOfPrice(price)).toBe(plan);
});

test("a caller may name a plan's price by our name or by the payment service's id", () => {
  for (const plan of MEMBERSHIP_PLANS) {
    expect(requestedPlan(membershipPriceNames[plan])).toBe(plan);
    expect(requestedPlan(membershipPrices()[plan])).toBe(plan);
    // What the payment service says of a subscription is its own id, never our name.
    expect(planOfPrice(membershipPriceNames[plan])).toBeNull();
  }
});

test("every other price is none", () => {
  const others = ["", "price_", "PRICE_PRO", "price_pro ", "price_free", "pro", "__proto__", "constructor"];
  const random = seeded(SEED);
  for (let n = 0; n < 200; n++) others.push(`price_${random().toString(36).slice(2)}`);
  for (const price of others) expect([planOfPrice(price), requestedPlan(price)]).toEqual([null, null]);
});

test("of several prices of a plan the first is sold, and the others are still that plan's", () => {
  expect(membershipPrices().pro).toBe("price_pro");
  for (const former of ["price_former", "price_older"]) {
    expect([planOfPrice(former), requestedPlan(former)]).toEqual(["pro", "pro"]);
  }
  expect(planOfPrice("price_pro, price_former,price_older")).toBeNull();
});
