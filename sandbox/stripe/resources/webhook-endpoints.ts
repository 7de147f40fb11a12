import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { noSuch } from "../errors.ts";
import { newId } from "../ids.ts";
import { listPage } from "../list-page.ts";
import { boolean, expand, listOf, newMetadata, pagination, text } from "../params.ts";

/*
 * Endpoints as the API keeps them. The sandbox sends its events to the one address that it was started with, whatever
 * stands here.
 */

const PATH = "/v1/webhook_endpoints";

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
  // Its secret is told once, in the answer that makes it.
  defineRoute("POST", PATH, createParams, (sandbox, params) => {
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
  defineRoute("GET", PATH, z.strictObject(pagination), (sandbox, params) =>
    listPage(sandbox.store, "webhook_endpoint", PATH, params, []),
  ),
  defineRoute("POST", `${PATH}/:id`, updateParams, (sandbox, params, id) => {
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
