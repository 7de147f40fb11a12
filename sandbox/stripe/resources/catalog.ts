import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { noSuch } from "../errors.ts";
import { createdWithin, listPage } from "../list-page.ts";
import { boolean, createdFilter, expand, listOf, pagination, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Condition, fieldIs } from "../store.ts";
import { createPrice, createProduct } from "./prices.ts";

const PRICES = "/v1/prices";
const PRODUCTS = "/v1/products";

/** What is on sale from the start: a monthly price each, in cents. */
const CATALOG = [
  { key: "starter", name: "Casual Collector", amount: 2900, active: true },
  { key: "pro", name: "Serious Collector", amount: 9900, active: true },
  { key: "elite", name: "Volume Master", amount: 24_900, active: true },
  { key: "archived", name: "Founding Member", amount: 1900, active: false },
  { key: "foreign", name: "Newsletter", amount: 500, active: true },
] as const;

const PLAN_KEYS: readonly string[] = ["starter", "pro", "elite"];

/** The prices between which a subscriber may change by himself. */
export const PLAN_PRICES: readonly string[] = PLAN_KEYS.map((key) => `price_sandbox_${key}`);

/** Puts the products and prices there that are not yet. */
export function seedCatalog(sandbox: Pick<Sandbox, "store" | "clock">): void {
  for (const { key, name, amount, active } of CATALOG) {
    const product = `prod_sandbox_${key}`;
    if (!sandbox.store.get("product", product)) createProduct(sandbox, { id: product, active, name });
    const id = `price_sandbox_${key}`;
    if (!sandbox.store.get("price", id))
      createPrice(sandbox, { id, active, currency: "usd", unitAmount: amount, product, monthly: true });
  }
}

/** JSON holds booleans, which SQLite reads as 0 and 1. */
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

export const CATALOG_ROUTES = [
  defineRoute("GET", PRICES, priceList, (sandbox, params) =>
    listPage(sandbox.store, "price", PRICES, params, [
      ...createdWithin(params.created),
      ...flagIs("active", params.active),
      ...fieldIs("currency", params.currency),
      ...fieldIs("product", params.product),
      ...fieldIs("type", params.type),
    ]),
  ),
  defineRoute("GET", `${PRICES}/:id`, z.strictObject(expand), (sandbox, _params, id) => {
    const price = sandbox.store.get("price", id);
    if (!price) throw noSuch("price", id, "price");
    return price;
  }),
  defineRoute("GET", PRODUCTS, productList, (sandbox, params) =>
    listPage(sandbox.store, "product", PRODUCTS, params, [
      ...createdWithin(params.created),
      ...flagIs("active", params.active),
      ...idIn(params.ids),
    ]),
  ),
  defineRoute("GET", `${PRODUCTS}/:id`, z.strictObject(expand), (sandbox, _params, id) => {
    const product = sandbox.store.get("product", id);
    if (!product) throw noSuch("product", id, "id");
    return product;
  }),
];
