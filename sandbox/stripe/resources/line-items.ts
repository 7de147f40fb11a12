import { newId } from "../ids.ts";
import type { ListPage, PageParams } from "../list-page.ts";
import { listPage } from "../list-page.ts";
import type { WireLineItem, WirePrice } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";

const DEFAULT_PAGE: PageParams = { limit: 10 };

/** A row of a Checkout Session: the price times the quantity, in the currency's smallest unit. */
export function createLineItem(
  sandbox: Sandbox,
  price: WirePrice,
  quantity: number,
  itemMetadata: Record<string, string>,
): WireLineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  const product = typeof price.product === "string" ? sandbox.store.get("product", price.product) : null;
  return sandbox.store.insert<"item">({
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product?.name ?? null,
    metadata: itemMetadata,
    price,
    quantity,
  });
}

/** The rows of a session in the order they were given; Stripe pages them like any list. */
export function listLineItems(
  sandbox: Sandbox,
  session: string,
  page: PageParams = DEFAULT_PAGE,
): ListPage<WireLineItem> {
  const ids = sandbox.store.notes("checkout.session", session).lineItems;
  const condition = { sql: `id in (${ids.map(() => "?").join(", ")})`, values: ids };
  return listPage(sandbox.store, "item", `/v1/checkout/sessions/${session}/line_items`, page, [condition]);
}
