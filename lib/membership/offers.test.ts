import { OFFERS } from "@/lib/membership/offers";

test("the four plans with their prices, rates, limits and what each one brings", () => {
  expect(OFFERS.map(({ id, name, price, per, points }) => [id, name, price + per, ...points])).toEqual([
    [
      "free",
      "No Commitment",
      "$0pay per submission",
      "$25/card",
      "No monthly fee, no card limit",
      "Every batch tracked on your dashboard",
    ],
    [
      "starter",
      "Casual Collector",
      "$29/month",
      "$25/card",
      "Up to 100 cards/month",
      "Free shipping and insurance",
    ],
    [
      "pro",
      "Serious Collector",
      "$99/month",
      "$22/card",
      "Up to 500 cards/month",
      "Cheapest from 34 cards a month",
    ],
    [
      "elite",
      "Volume Master",
      "$249/month",
      "$19/card",
      "Up to 1,000 cards/month",
      "Cheapest from 51 cards a month",
    ],
  ]);
});

test("only the one that lowers no rate has something to admit: what its fee buys", () => {
  const caveats = OFFERS.map(({ id, caveat }) => [id, caveat]);
  expect(caveats).toEqual([
    ["free", null],
    ["starter", "That is what its $29 buys. The rate is the same as No Commitment's."],
    ["pro", null],
    ["elite", null],
  ]);
});

test("each says what is lost by trying it, as the refund rules do", () => {
  const [free, ...members] = OFFERS.map(({ safety }) => safety);
  expect(free).toMatch(/before you ship it.*whole price/);
  expect(new Set(members)).toEqual(
    new Set(["Cancel at any time; what you paid for stays until the month ends."]),
  );
});

test("one of them is marked as the most popular", () => {
  expect(OFFERS.filter(({ isPopular }) => isPopular).map(({ id }) => id)).toEqual(["pro"]);
});
