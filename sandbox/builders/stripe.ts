import Stripe from "stripe";
import type { Product } from "./product.ts";

/** The payment service's own API, as somebody with the secret key uses it beside the product. */
export function stripeOf(product: Product): Stripe {
  const { hostname, port } = new URL(product.setting("STRIPE_API_URL"));
  return new Stripe(product.setting("STRIPE_SECRET_KEY"), { host: hostname, port, protocol: "http" });
}
