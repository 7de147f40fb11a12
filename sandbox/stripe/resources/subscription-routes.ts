import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { noSuch } from "../errors.ts";
import type { Expansion } from "../expand.ts";
import { createdWithin, listPage } from "../list-page.ts";
import type { WireSubscription } from "../object-types.ts";
import { createdFilter, expand, pagination, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Condition, fieldIs } from "../store.ts";
import { endSubscription } from "./change-subscription.ts";
import { updateParams, updateSubscription } from "./update-subscription.ts";

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

/** Without a status Stripe leaves out the canceled ones. */
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
      ...fieldIs("customer", params.customer),
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
};
