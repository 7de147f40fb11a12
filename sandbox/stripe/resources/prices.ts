import type Stripe from "stripe";
import { newId } from "../ids.ts";
import type { WirePrice } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";

interface InlinePrice {
  currency: string;
  unitAmount: number;
  product: {
    name: string;
    description?: string | undefined;
    images?: string[] | undefined;
    metadata?: Record<string, string> | undefined;
  };
}

/** The product and the price behind a line item's `price_data`; both inactive, for this one sale. */
export function createInlinePrice(sandbox: Sandbox, inline: InlinePrice): WirePrice {
  const now = sandbox.clock.now();
  const product: Stripe.Product = {
    id: newId("prod"),
    object: "product",
    active: false,
    created: now,
    default_price: null,
    description: inline.product.description ?? null,
    images: inline.product.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: inline.product.metadata ?? {},
    name: inline.product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
  };
  sandbox.store.insert<"product">(product);
  return sandbox.store.insert<"price">({
    id: newId("price"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: now,
    currency: inline.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: product.id,
    recurring: null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: inline.unitAmount,
    unit_amount_decimal: String(inline.unitAmount),
  });
}
