import type Stripe from "stripe";
import { newId } from "../ids.ts";
import type { WirePrice } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";

interface NewProduct {
  id?: string;
  active: boolean;
  name: string;
  description?: string | undefined;
  images?: string[] | undefined;
  metadata?: Record<string, string> | undefined;
}

interface NewPrice {
  id?: string;
  active: boolean;
  currency: string;
  unitAmount: number;
  product: string;
  /** A price per month instead of one for a single sale. */
  monthly?: boolean;
}

interface InlinePrice {
  currency: string;
  unitAmount: number;
  product: Omit<NewProduct, "id" | "active">;
}

const MONTHLY: Stripe.Price.Recurring = {
  interval: "month",
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: "licensed",
};

/** Records a product. */
export function createProduct(sandbox: Pick<Sandbox, "store" | "clock">, wanted: NewProduct): Stripe.Product {
  const now = sandbox.clock.now();
  return sandbox.store.insert<"product">({
    id: wanted.id ?? newId("prod"),
    object: "product",
    active: wanted.active,
    created: now,
    default_price: null,
    description: wanted.description ?? null,
    images: wanted.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: wanted.metadata ?? {},
    name: wanted.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
  });
}

/** Records a price of a product that is there already. */
export function createPrice(sandbox: Pick<Sandbox, "store" | "clock">, wanted: NewPrice): WirePrice {
  return sandbox.store.insert<"price">({
    id: wanted.id ?? newId("price"),
    object: "price",
    active: wanted.active,
    billing_scheme: "per_unit",
    created: sandbox.clock.now(),
    currency: wanted.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: wanted.product,
    recurring: wanted.monthly ? MONTHLY : null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: wanted.monthly ? "recurring" : "one_time",
    unit_amount: wanted.unitAmount,
    unit_amount_decimal: String(wanted.unitAmount),
  });
}

/** The product and the price behind a line item's `price_data`; both inactive, for this one sale. */
export function createInlinePrice(sandbox: Sandbox, inline: InlinePrice): WirePrice {
  const product = createProduct(sandbox, { ...inline.product, active: false });
  return createPrice(sandbox, {
    active: false,
    currency: inline.currency,
    unitAmount: inline.unitAmount,
    product: product.id,
  });
}
