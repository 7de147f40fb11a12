import type Stripe from "stripe";
import { type NamedPrices, priceProblems } from "@/lib/membership/named-prices";
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
