import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { noSuch } from "../errors.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId } from "../ids.ts";
import { expand, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { findCustomer } from "./known-customers.ts";
import { DEFAULT_CONFIGURATION, findConfiguration } from "./portal-configurations.ts";

const named = z.strictObject({ subscription: text() }).optional();

const sessionParams = z.strictObject({
  configuration: text().optional(),
  customer: text(),
  return_url: text().optional(),
  flow_data: z
    .strictObject({
      type: z.enum(["payment_method_update", "subscription_cancel", "subscription_update"]),
      subscription_cancel: named,
      subscription_update: named,
    })
    .optional(),
  ...expand,
});

type SessionParams = z.output<typeof sessionParams>;

function flowOf(
  sandbox: Sandbox,
  { flow_data: data, customer }: SessionParams,
): Stripe.BillingPortal.Session.Flow | null {
  if (!data) return null;
  const wanted = data.subscription_cancel ?? data.subscription_update;
  const known = wanted && sandbox.store.get("subscription", wanted.subscription);
  if (wanted && known?.customer !== customer)
    throw noSuch("subscription", wanted.subscription, `flow_data[${data.type}][subscription]`, 400);
  return {
    after_completion: { hosted_confirmation: null, redirect: null, type: "portal_homepage" },
    customer_update: null,
    subscription_cancel: data.subscription_cancel ? { ...data.subscription_cancel, retention: null } : null,
    subscription_pause: null,
    subscription_update: data.subscription_update ?? null,
    subscription_update_confirm: null,
    type: data.type,
  };
}

function createPortalSession(sandbox: Sandbox, params: SessionParams): Stripe.BillingPortal.Session {
  findCustomer(sandbox, params.customer);
  const { configuration = DEFAULT_CONFIGURATION } = params;
  findConfiguration(sandbox, configuration, "configuration", 400);
  const id = newId("bps");
  return sandbox.store.insert<"billing_portal.session">({
    ...cleared(EXAMPLES["billing_portal.session"]),
    id,
    object: "billing_portal.session",
    configuration,
    created: sandbox.clock.now(),
    customer: params.customer,
    flow: flowOf(sandbox, params),
    return_url: params.return_url ?? null,
    url: `${sandbox.baseUrl}/p/session/${id}`,
  });
}

export const PORTAL_ROUTES = [
  defineRoute("POST", "/v1/billing_portal/sessions", sessionParams, createPortalSession),
];
