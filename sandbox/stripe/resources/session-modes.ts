import { invalidRequest, noSuch } from "../errors.ts";
import type { WireLineItem, WirePrice } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";
import type { CreateSessionParams } from "./checkout-session-params.ts";

/** The price with this id; 400 for one that is unknown or no longer sold. */
export function findSalePrice(sandbox: Sandbox, id: string, param: string): WirePrice {
  const price = sandbox.store.get("price", id);
  if (!price) throw noSuch("price", id, param, 400);
  if (!price.active)
    throw invalidRequest("The price specified is inactive. This field only accepts active prices.", param);
  return price;
}

const PAYMENT_ONLY = ["customer_creation", "payment_intent_data", "submit_type"] as const;

function checkSubscription(params: CreateSessionParams, items: readonly WireLineItem[]): void {
  for (const param of PAYMENT_ONLY)
    if (params[param] !== undefined)
      throw invalidRequest(`You can not pass \`${param}\` in \`subscription\` mode.`, param);
  if (params.shipping_address_collection)
    throw invalidRequest(
      "The sandbox collects no shipping address in `subscription` mode.",
      "shipping_address_collection",
    );
  if (params.payment_method_types?.some((type) => type !== "card"))
    throw invalidRequest("The sandbox takes only cards in `subscription` mode.", "payment_method_types");
  if (!items.some((item) => item.price?.recurring))
    throw invalidRequest(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      "line_items",
    );
  if (items.length > 1) throw invalidRequest("The sandbox's subscriptions have one item.", "line_items");
}

/** Refuses what does not go with the session's mode. */
export function checkMode(params: CreateSessionParams, items: readonly WireLineItem[]): void {
  if (params.mode === "subscription") {
    checkSubscription(params, items);
    return;
  }
  if (params.subscription_data)
    throw invalidRequest("You can not pass `subscription_data` in `payment` mode.", "subscription_data");
  if (items.some((item) => item.price?.recurring))
    throw invalidRequest(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      "mode",
    );
}
