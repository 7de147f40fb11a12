import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute, readRoute } from "../api-route.ts";
import { invalidRequest, noSuch } from "../errors.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId } from "../ids.ts";
import { createdWithin, listPage } from "../list-page.ts";
import type { WirePrice } from "../object-types.ts";
import { boolean, createdFilter, expand, integer, listOf, newMetadata, pagination, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Condition, fieldIs } from "../store.ts";

const PRICES = "/v1/prices";
const PRODUCTS = "/v1/products";

/** Monthly prices that exist in every sandbox, in cents. */
const CATALOG = [
  { key: "starter", name: "Casual Collector", amount: 2900, active: true },
  { key: "pro", name: "Serious Collector", amount: 9900, active: true },
  { key: "elite", name: "Volume Master", amount: 24_900, active: true },
  { key: "archived", name: "Founding Member", amount: 1900, active: false },
  { key: "foreign", name: "Newsletter", amount: 500, active: true },
] as const;

const PLAN_KEYS: readonly string[] = ["starter", "pro", "elite"];

export const PLAN_PRICES: readonly string[] = PLAN_KEYS.map((key) => `price_sandbox_${key}`);

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
  monthly?: boolean;
  metadata?: Record<string, string> | undefined;
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

function createProduct(sandbox: Pick<Sandbox, "store" | "clock">, wanted: NewProduct): Stripe.Product {
  const now = sandbox.clock.now();
  return sandbox.store.insert<"product">({
    ...cleared(EXAMPLES.product),
    id: wanted.id ?? newId("prod"),
    object: "product",
    active: wanted.active,
    created: now,
    description: wanted.description ?? null,
    images: wanted.images ?? [],
    metadata: wanted.metadata ?? {},
    name: wanted.name,
    tax_details: null,
    type: "service",
    updated: now,
  });
}

function createPrice(sandbox: Pick<Sandbox, "store" | "clock">, wanted: NewPrice): WirePrice {
  return sandbox.store.insert<"price">({
    ...cleared(EXAMPLES.price),
    id: wanted.id ?? newId("price"),
    object: "price",
    active: wanted.active,
    billing_scheme: "per_unit",
    created: sandbox.clock.now(),
    currency: wanted.currency,
    metadata: wanted.metadata ?? {},
    product: wanted.product,
    recurring: wanted.monthly ? MONTHLY : null,
    tax_behavior: "unspecified",
    type: wanted.monthly ? "recurring" : "one_time",
    unit_amount: wanted.unitAmount,
    unit_amount_decimal: String(wanted.unitAmount),
  });
}

/** Creates the inactive product and price of a line item's `price_data`. */
export function createInlinePrice(sandbox: Sandbox, inline: InlinePrice): WirePrice {
  const product = createProduct(sandbox, { ...inline.product, active: false });
  return createPrice(sandbox, {
    active: false,
    currency: inline.currency,
    unitAmount: inline.unitAmount,
    product: product.id,
  });
}

/** Returns an active price. Throws 400 for an unknown or inactive one. */
export function findSalePrice(sandbox: Sandbox, id: string, param: string): WirePrice {
  const price = sandbox.store.get("price", id);
  if (!price) throw noSuch("price", id, param, 400);
  if (!price.active)
    throw invalidRequest("The price specified is inactive. This field only accepts active prices.", param);
  return price;
}

export function seedCatalog(sandbox: Pick<Sandbox, "store" | "clock">): void {
  for (const { key, name, amount, active } of CATALOG) {
    const product = `prod_sandbox_${key}`;
    if (!sandbox.store.get("product", product)) createProduct(sandbox, { id: product, active, name });
    const id = `price_sandbox_${key}`;
    if (!sandbox.store.get("price", id))
      createPrice(sandbox, { id, active, currency: "usd", unitAmount: amount, product, monthly: true });
  }
}

/** JSON contains booleans, which SQLite reads as 0 and 1. */
function flagIs(path: string, value: boolean | undefined): Condition[] {
  return value === undefined ? [] : [{ sql: `json_extract(body, '$.${path}') = ?`, values: [value ? 1 : 0] }];
}

const listParams = { ...pagination, ...createdFilter, active: boolean.optional() };

const priceList = z.strictObject({
  ...listParams,
  currency: text().optional(),
  product: text().optional(),
  type: z.enum(["one_time", "recurring"]).optional(),
});

const productList = z.strictObject({ ...listParams, ids: listOf(text()).optional() });

function idIn(ids: string[] | undefined): Condition[] {
  return ids === undefined ? [] : [{ sql: `id in (${ids.map(() => "?").join(", ")})`, values: ids }];
}

const newProduct = z.strictObject({
  id: text().optional(),
  description: text().optional(),
  metadata: newMetadata.optional(),
  name: text(),
  ...expand,
});

const newPrice = z.strictObject({
  currency: z.enum(["usd"]),
  metadata: newMetadata.optional(),
  product: text(),
  recurring: z.strictObject({ interval: z.enum(["month"]) }).optional(),
  unit_amount: integer.pipe(z.number().min(0)),
  ...expand,
});

export const CATALOG_ROUTES = [
  defineRoute("POST", PRODUCTS, newProduct, (sandbox, params) => {
    if (params.id !== undefined && sandbox.store.get("product", params.id))
      throw invalidRequest(`Product already exists: '${params.id}'`, "id", "resource_already_exists");
    const { name, description, metadata, id } = params;
    return createProduct(sandbox, {
      ...(id === undefined ? {} : { id }),
      active: true,
      description,
      metadata,
      name,
    });
  }),
  defineRoute("POST", PRICES, newPrice, (sandbox, params) => {
    if (!sandbox.store.get("product", params.product))
      throw noSuch("product", params.product, "product", 400);
    return createPrice(sandbox, {
      active: true,
      currency: params.currency,
      metadata: params.metadata,
      monthly: params.recurring !== undefined,
      product: params.product,
      unitAmount: params.unit_amount,
    });
  }),
  defineRoute("GET", PRICES, priceList, (sandbox, params) =>
    listPage(sandbox.store, "price", PRICES, params, [
      ...createdWithin(params.created),
      ...flagIs("active", params.active),
      ...fieldIs("currency", params.currency),
      ...fieldIs("product", params.product),
      ...fieldIs("type", params.type),
    ]),
  ),
  readRoute("price", PRICES, "price"),
  defineRoute("GET", PRODUCTS, productList, (sandbox, params) =>
    listPage(sandbox.store, "product", PRODUCTS, params, [
      ...createdWithin(params.created),
      ...flagIs("active", params.active),
      ...idIn(params.ids),
    ]),
  ),
  readRoute("product", PRODUCTS, "id"),
];
