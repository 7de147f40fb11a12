import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { invalidRequest, noSuch, StripeError } from "../errors.ts";
import type { Expansion } from "../expand.ts";
import { newId } from "../ids.ts";
import { createdWithin, listPage } from "../list-page.ts";
import type { WireSubscription } from "../object-types.ts";
import {
  boolean,
  createdFilter,
  expand,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  pagination,
  text,
} from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Condition, fieldIs } from "../store.ts";
import { findSalePrice } from "./catalog.ts";
import { createInvoice } from "./invoices.ts";
import { customerIs } from "./known-customers.ts";
import { changeSubscription, itemOf, planOf, withItem } from "./subscription-items.ts";
import { endSubscription, payLatest } from "./subscription-lifecycle.ts";

/** Parameters of `subscriptions.update` that have an effect here. Unlike Stripe, a new price needs a proration behavior. */
const updateParams = z.strictObject({
  cancel_at_period_end: boolean.optional(),
  default_payment_method: text().optional(),
  items: listOf(
    z.strictObject({
      id: text().optional(),
      price: text().optional(),
      quantity: integer.pipe(z.number().min(1)).optional(),
    }),
  ).optional(),
  metadata: metadata.optional(),
  pause_collection: z
    .union([
      z.literal("").transform(() => null),
      z
        .strictObject({ behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]) })
        .transform(({ behavior }) => ({ behavior, resumes_at: null })),
    ])
    .optional(),
  payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).optional(),
  proration_behavior: z.enum(["none", "always_invoice"]).optional(),
  ...expand,
});

type UpdateParams = z.output<typeof updateParams>;

function changeItem(
  sandbox: Sandbox,
  subscription: WireSubscription,
  items: UpdateParams["items"],
): WireSubscription {
  if (items === undefined) return subscription;
  const [change, ...more] = items;
  const item = itemOf(subscription);
  if (!change || more.length > 0 || change.id === undefined)
    throw invalidRequest("The sandbox's subscriptions have one item: name it by its `id`.", "items");
  if (change.id !== item.id) throw noSuch("subscription_item", change.id, "items[0][id]", 400);
  const quantity = change.quantity ?? item.quantity ?? 1;
  if (change.price === undefined) return withItem(subscription, { quantity });
  const price = findSalePrice(sandbox, change.price, "items[0][price]");
  if (!price.recurring)
    throw invalidRequest("The price specified is set to `type=one_time`, not recurring.", "items[0][price]");
  return withItem(subscription, { plan: planOf(price), price, quantity });
}

function setCancelAtPeriodEnd(
  sandbox: Sandbox,
  subscription: WireSubscription,
  cancel: boolean,
): WireSubscription {
  if (cancel === subscription.cancel_at_period_end) return subscription;
  if (subscription.schedule !== null)
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any ` +
        "cancelation behavior directly is not allowed. Please update the schedule instead.",
    );
  return { ...withCancellation(sandbox, subscription, cancel), cancel_at_period_end: cancel };
}

function withCancellation(
  sandbox: Sandbox,
  subscription: WireSubscription,
  cancel: boolean,
): WireSubscription {
  return {
    ...subscription,
    cancel_at: cancel ? itemOf(subscription).current_period_end : null,
    cancel_at_period_end: false,
    canceled_at: cancel ? sandbox.clock.now() : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: cancel ? "cancellation_requested" : null,
    },
  };
}

/**
 * Ends a subscription with its period, or undoes that. Sets only the date, not the flag, as the portal does in
 * flexible billing mode (https://docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export function cancelInPortal(sandbox: Sandbox, subscription: WireSubscription, cancel: boolean): void {
  changeSubscription(sandbox, subscription, withCancellation(sandbox, subscription, cancel));
}

function changeMethod(
  sandbox: Sandbox,
  subscription: WireSubscription,
  method: string | undefined,
): WireSubscription {
  if (method === undefined) return subscription;
  const known = sandbox.store.get("payment_method", method);
  if (known?.customer !== subscription.customer)
    throw noSuch("PaymentMethod", method, "default_payment_method", 400);
  return { ...subscription, default_payment_method: method };
}

function payOverdue(sandbox: Sandbox, subscription: WireSubscription): WireSubscription {
  const invoice = sandbox.store.need("invoice", String(subscription.latest_invoice));
  if (subscription.status === "past_due" && invoice.status === "open")
    payLatest(sandbox, subscription, invoice);
  return sandbox.store.need("subscription", subscription.id);
}

/** Returns whether a price change is billed immediately. Throws 400 for what the sandbox doesn't support. */
function checkProration(before: WireSubscription, after: WireSubscription, params: UpdateParams): boolean {
  const [former, latter] = [itemOf(before).price, itemOf(after).price];
  if (former.id === latter.id) return false;
  if (params.proration_behavior === undefined)
    throw invalidRequest("The sandbox wants to be told: `none` or `always_invoice`.", "proration_behavior");
  if (params.proration_behavior === "none") return false;
  if ((latter.unit_amount ?? 0) < (former.unit_amount ?? 0))
    throw invalidRequest("The sandbox gives nothing back: lower a price with `none`.", "proration_behavior");
  return true;
}

function billRaise(
  sandbox: Sandbox,
  before: WireSubscription,
  changed: WireSubscription,
  behavior: UpdateParams["payment_behavior"],
): WireSubscription {
  payLatest(sandbox, changed, createInvoice(sandbox, changed, "subscription_update", before));
  const after = sandbox.store.need("subscription", changed.id);
  if (after.status !== "past_due" || behavior !== "error_if_incomplete") return after;
  throw new StripeError(402, {
    type: "card_error",
    code: "card_declined",
    message: "Your card was declined.",
  });
}

export function updateSubscription(
  sandbox: Sandbox,
  subscription: WireSubscription,
  params: UpdateParams,
): WireSubscription {
  if (subscription.status === "canceled" && Object.keys(params).some((name) => name !== "metadata"))
    throw invalidRequest(
      "A canceled subscription can only update its cancellation_details and metadata.",
      undefined,
    );
  const withNewItem = changeItem(sandbox, subscription, params.items);
  const withNewMethod = changeMethod(sandbox, withNewItem, params.default_payment_method);
  const cancel = params.cancel_at_period_end ?? subscription.cancel_at_period_end;
  const after = setCancelAtPeriodEnd(sandbox, withNewMethod, cancel);
  const isRaise = checkProration(subscription, after, params);
  const changed = changeSubscription(sandbox, subscription, {
    ...after,
    latest_invoice: isRaise ? newId("in") : after.latest_invoice,
    metadata: mergeMetadata(subscription.metadata, params.metadata ?? {}),
    pause_collection:
      params.pause_collection === undefined ? after.pause_collection : params.pause_collection,
  });
  if (isRaise) return billRaise(sandbox, subscription, changed, params.payment_behavior);
  return params.default_payment_method === undefined ? changed : payOverdue(sandbox, changed);
}

const PATH = "/v1/subscriptions";

const listParams = z.strictObject({
  ...pagination,
  ...createdFilter,
  customer: text().optional(),
  price: text().optional(),
  status: z.enum(["active", "all", "canceled", "ended", "past_due"]).optional(),
});

const cancelParams = z.strictObject({
  cancellation_details: z
    .strictObject({
      comment: text().optional(),
      feedback: z
        .enum([
          "customer_service",
          "low_quality",
          "missing_features",
          "other",
          "switched_service",
          "too_complex",
          "too_expensive",
          "unused",
        ])
        .optional(),
    })
    .optional(),
  ...expand,
});

/** Without a status, Stripe omits canceled ones. */
function statusIs(status: z.output<typeof listParams>["status"]): Condition[] {
  if (status === "all") return [];
  if (status !== undefined) return fieldIs("status", status === "ended" ? "canceled" : status);
  return [{ sql: "json_extract(body, '$.status') <> ?", values: ["canceled"] }];
}

function findSubscription(sandbox: Sandbox, id: string): WireSubscription {
  const subscription = sandbox.store.get("subscription", id);
  if (!subscription) throw noSuch("subscription", id, "id");
  return subscription;
}

export const SUBSCRIPTION_ROUTES = [
  defineRoute("GET", PATH, listParams, (sandbox, params) =>
    listPage(sandbox.store, "subscription", PATH, params, [
      ...createdWithin(params.created),
      ...customerIs(sandbox, params.customer),
      ...fieldIs("items.data[0].price.id", params.price),
      ...statusIs(params.status),
    ]),
  ),
  defineRoute("GET", `${PATH}/:id`, z.strictObject(expand), (sandbox, _params, id) =>
    findSubscription(sandbox, id),
  ),
  defineRoute("POST", `${PATH}/:id`, updateParams, (sandbox, params, id) =>
    updateSubscription(sandbox, findSubscription(sandbox, id), params),
  ),
  defineRoute("DELETE", `${PATH}/:id`, cancelParams, (sandbox, params, id) => {
    const subscription = findSubscription(sandbox, id);
    if (subscription.status === "canceled") throw noSuch("subscription", id, "id");
    const { comment = null, feedback = null } = params.cancellation_details ?? {};
    return endSubscription(sandbox, subscription, { comment, feedback });
  }),
];

export const SUBSCRIPTION_EXPANDABLE: Record<string, Expansion> = {
  customer: "customer",
  default_payment_method: "payment_method",
  latest_invoice: "invoice",
  schedule: "subscription_schedule",
};
