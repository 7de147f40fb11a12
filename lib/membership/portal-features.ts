import type Stripe from "stripe";

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** Names a plan's product and price at the payment service. */
export type SoldPrice = { product: string; price: string };

/**
 * Says what the payment service's portal lets members do. A higher plan is invoiced for the rest of the month at once, a
 * lower one begins with the next renewal, and so does a cancellation: nothing that is paid is lost, and nothing is had
 * that is not. The e-mail address is the account's, so it is not changed there.
 */
export function portalFeatures(sold: SoldPrice[]): Features {
  return {
    customer_update: { enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end", proration_behavior: "none" },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ["price"],
      products: sold.map(({ product, price }) => ({ product, prices: [price] })),
      proration_behavior: "always_invoice",
      schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
    },
  };
}

/**
 * Tells whether a configuration allows just what is wanted: whatever the wanted features name has to be so, and the
 * payment service may say more.
 */
export function allowsJust(configuration: Stripe.BillingPortal.Configuration, wanted: Features): boolean {
  return holds(wanted, configuration.features);
}

function holds(wanted: unknown, found: unknown): boolean {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || wanted.length !== found.length) return false;
    // The order of products is the payment service's.
    return wanted.every((part) => found.some((other) => holds(part, other)));
  }
  if (typeof wanted !== "object" || wanted === null) return wanted === found;
  if (typeof found !== "object" || found === null) return false;
  return Object.entries(wanted).every(([name, part]) => holds(part, Reflect.get(found, name)));
}
