import type Stripe from "stripe";
import { allowsJust, portalFeatures } from "@/lib/membership/portal-features";

const sold = [
  { product: "prod_1", price: "price_1" },
  { product: "prod_2", price: "price_2" },
];

/** A configuration as the payment service answers it: with more than was asked for. */
const aConfiguration = (changes: object = {}) => {
  const features = portalFeatures(sold);
  const update = { ...features.subscription_update, billing_cycle_anchor: null, ...changes };
  return {
    id: "bpc_1",
    features: { ...features, subscription_pause: { enabled: false }, subscription_update: update },
  } as unknown as Stripe.BillingPortal.Configuration;
};

test("a higher plan is billed at once, a lower one waits, and nothing is changed but plan and card", () => {
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
  ["lowers at once", { schedule_at_period_end: { conditions: [] } }, false],
  ["does not say", { schedule_at_period_end: null }, false],
  ["says it in a form that we do not know", { schedule_at_period_end: "lower prices" }, false],
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
  ["lists none", { products: undefined }, false],
  ["changes quantities, too", { default_allowed_updates: ["price", "quantity"] }, false],
])("a configuration that %s", (_, changes, isRight) => {
  expect(allowsJust(aConfiguration(changes), portalFeatures(sold))).toBe(isRight);
});
