import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { noSuch } from "../errors.ts";
import type { Expansion } from "../expand.ts";
import { createdWithin, listPage } from "../list-page.ts";
import { createdFilter, expand, pagination, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { createSessionParams } from "./checkout-session-params.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";
import { expireByRequest } from "./end-checkout-session.ts";
import { listLineItems } from "./line-items.ts";

const PATH = "/v1/checkout/sessions";

function findSession(sandbox: Sandbox, id: string) {
  const session = sandbox.store.get("checkout.session", id);
  if (!session) throw noSuch("checkout.session", id, "session");
  return session;
}

const listParams = z.strictObject({
  ...pagination,
  ...createdFilter,
  customer: text().optional(),
  customer_details: z.strictObject({ email: text() }).optional(),
  payment_intent: text().optional(),
  status: z.enum(["complete", "expired", "open"]).optional(),
  subscription: text().optional(),
});

export const SESSION_ROUTES = [
  defineRoute("POST", PATH, createSessionParams, createCheckoutSession),
  defineRoute("GET", PATH, listParams, (sandbox, params) =>
    listPage(sandbox.store, "checkout.session", PATH, params, [
      ...createdWithin(params.created),
      ...fieldIs("customer", params.customer),
      ...fieldIs("customer_details.email", params.customer_details?.email),
      ...fieldIs("payment_intent", params.payment_intent),
      ...fieldIs("status", params.status),
      ...fieldIs("subscription", params.subscription),
    ]),
  ),
  defineRoute("GET", `${PATH}/:id`, z.strictObject(expand), (sandbox, _params, id) =>
    findSession(sandbox, id),
  ),
  defineRoute("POST", `${PATH}/:id/expire`, z.strictObject(expand), (sandbox, _params, id) =>
    expireByRequest(sandbox, findSession(sandbox, id)),
  ),
  defineRoute("GET", `${PATH}/:id/line_items`, z.strictObject(pagination), (sandbox, params, id) =>
    listLineItems(sandbox, findSession(sandbox, id).id, params),
  ),
];

export const SESSION_EXPANDABLE: Record<string, Expansion> = {
  customer: "customer",
  line_items: (sandbox, session) => listLineItems(sandbox, session.id),
  invoice: "invoice",
  payment_intent: "payment_intent",
  subscription: "subscription",
};
