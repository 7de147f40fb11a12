import { membershipPrices, planOfPrice } from "@/lib/membership/prices";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();

test("each plan has a price, and each of these prices is that plan", () => {
  expect(membershipPrices()).toEqual({ starter: "price_starter", pro: "price_pro", elite: "price_elite" });
  for (const [plan, price] of Object.entries(membershipPrices())) expect(planOfPrice(price)).toBe(plan);
});

test("every other price is none", () => {
  const others = ["", "price_", "PRICE_PRO", "price_pro ", "price_free", "pro", "__proto__", "constructor"];
  for (let n = 0; n < 200; n++) others.push(`price_${Math.random().toString(36).slice(2)}`);
  for (const price of others) expect(planOfPrice(price)).toBeNull();
});
