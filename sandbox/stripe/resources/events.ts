import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { invalidRequest, noSuch } from "../errors.ts";
import { newId } from "../ids.ts";
import { createdWithin, listPage } from "../list-page.ts";
import { boolean, createdFilter, expand, listOf, newMetadata, pagination, text } from "../params.ts";
import { type Condition, fieldIs } from "../store.ts";

const PATH = "/v1/events";
const MAX_TYPES = 20;

const listParams = z.strictObject({
  ...pagination,
  ...createdFilter,
  delivery_success: boolean.optional(),
  type: text().optional(),
  types: listOf(text()).optional(),
});

/** Type names may contain `*`, as in `checkout.session.*`. */
function typeIs(types: string[] | undefined): Condition[] {
  if (types === undefined) return [];
  const sql = types.map(() => "json_extract(body, '$.type') glob ?").join(" or ");
  return [{ sql: `(${sql})`, values: types.map((type) => type.replace(/[[\]?]/g, "")) }];
}

function deliverySuccessIs(wanted: boolean | undefined): Condition[] {
  if (wanted === undefined) return [];
  const open =
    "exists (select 1 from deliveries where event = objects.id and copy = 0 and state <> 'delivered')";
  return [{ sql: wanted ? `not ${open}` : open, values: [] }];
}

export const EVENT_ROUTES = [
  defineRoute("GET", PATH, listParams, (sandbox, params) => {
    if (params.type !== undefined && params.types !== undefined)
      throw invalidRequest("You may only specify one of these parameters: type, types.", "type");
    if (params.types && params.types.length > MAX_TYPES)
      throw invalidRequest(`You may pass up to ${MAX_TYPES} types.`, "types");
    const page = listPage(sandbox.store, "event", PATH, params, [
      ...createdWithin(params.created),
      ...fieldIs("type", params.type?.includes("*") ? undefined : params.type),
      ...typeIs(params.type?.includes("*") ? [params.type] : params.types),
      ...deliverySuccessIs(params.delivery_success),
    ]);
    return { ...page, data: page.data.map((event) => sandbox.events.present(event)) };
  }),
];

/* Stores webhook endpoints for the API. The sandbox still sends its events only to the address it was started with. */

const ENDPOINTS = "/v1/webhook_endpoints";

const createParams = z.strictObject({
  api_version: text().optional(),
  description: text().optional(),
  enabled_events: listOf(text()),
  metadata: newMetadata.optional(),
  url: text(),
  ...expand,
});
const updateParams = z.strictObject({
  disabled: boolean.optional(),
  enabled_events: listOf(text()).optional(),
  url: text().optional(),
  ...expand,
});

export const WEBHOOK_ENDPOINT_ROUTES = [
  // The secret is returned only when the endpoint is created.
  defineRoute("POST", ENDPOINTS, createParams, (sandbox, params) => {
    const endpoint: Stripe.WebhookEndpoint = {
      id: newId("we"),
      object: "webhook_endpoint",
      api_version: params.api_version ?? null,
      application: null,
      created: sandbox.clock.now(),
      description: params.description ?? null,
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: params.metadata ?? {},
      status: "enabled",
      url: params.url,
    };
    return { ...sandbox.store.insert<"webhook_endpoint">(endpoint), secret: newId("whsec") };
  }),
  defineRoute("GET", ENDPOINTS, z.strictObject(pagination), (sandbox, params) =>
    listPage(sandbox.store, "webhook_endpoint", ENDPOINTS, params, []),
  ),
  defineRoute("POST", `${ENDPOINTS}/:id`, updateParams, (sandbox, params, id) => {
    const endpoint = sandbox.store.get("webhook_endpoint", id);
    if (!endpoint) throw noSuch("webhook endpoint", id, "webhook_endpoint");
    return sandbox.store.update<"webhook_endpoint">({
      ...endpoint,
      enabled_events: params.enabled_events ?? endpoint.enabled_events,
      status: params.disabled === undefined ? endpoint.status : params.disabled ? "disabled" : "enabled",
      url: params.url ?? endpoint.url,
    });
  }),
];
