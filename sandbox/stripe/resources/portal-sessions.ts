import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { invalidRequest, noSuch } from "../errors.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId } from "../ids.ts";
import { expand, integer, listOf, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { findCustomer } from "./known-customers.ts";
import { DEFAULT_CONFIGURATION, findConfiguration, pricesOnOffer } from "./portal-configurations.ts";
import { itemOf } from "./subscription-items.ts";

const named = z.strictObject({ subscription: text() }).optional();

const sessionParams = z.strictObject({
  configuration: text().optional(),
  customer: text(),
  return_url: text().optional(),
  flow_data: z
    .strictObject({
      type: z.enum([
        "payment_method_update",
        "subscription_cancel",
        "subscription_update",
        "subscription_update_confirm",
      ]),
      subscription_cancel: named,
      subscription_update: named,
      subscription_update_confirm: z
        .strictObject({
          subscription: text(),
          items: listOf(z.strictObject({ id: text(), price: text(), quantity: integer.optional() })),
        })
        .optional(),
      after_completion: z
        .strictObject({ type: z.enum(["redirect"]), redirect: z.strictObject({ return_url: text() }) })
        .optional(),
    })
    .optional(),
  ...expand,
});

type SessionParams = z.output<typeof sessionParams>;
type Flow = Stripe.BillingPortal.Session.Flow;

/** Rejects the current plan and any plan that the portal doesn't offer. */
function checkConfirmed(
  sandbox: Sandbox,
  configuration: Stripe.BillingPortal.Configuration,
  { subscription: id, items }: NonNullable<Flow["subscription_update_confirm"]>,
): void {
  const current = itemOf(sandbox.store.need("subscription", id));
  const [item] = items;
  const param = "flow_data[subscription_update_confirm][items]";
  if (item?.id !== current.id) throw noSuch("subscription_item", String(item?.id), param, 400);
  if (!pricesOnOffer(configuration).includes(String(item.price)))
    throw invalidRequest(`The price ${item.price} is not offered by this portal.`, param);
  if (item.price === current.price.id) throw invalidRequest("This update changes nothing.", param);
}

function flowOf(
  sandbox: Sandbox,
  configuration: Stripe.BillingPortal.Configuration,
  { flow_data: data, customer }: SessionParams,
): Flow | null {
  if (!data) return null;
  const confirmed = data.subscription_update_confirm;
  const wanted = data.subscription_cancel ?? data.subscription_update ?? confirmed;
  const known = wanted && sandbox.store.get("subscription", wanted.subscription);
  if (wanted && known?.customer !== customer)
    throw noSuch("subscription", wanted.subscription, `flow_data[${data.type}][subscription]`, 400);
  const confirm = confirmed
    ? { ...confirmed, discounts: null, items: confirmed.items.map((item) => ({ quantity: 1, ...item })) }
    : null;
  if (confirm) checkConfirmed(sandbox, configuration, confirm);
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: data.after_completion?.redirect ?? null,
      type: data.after_completion?.type ?? "portal_homepage",
    },
    customer_update: null,
    subscription_cancel: data.subscription_cancel ? { ...data.subscription_cancel, retention: null } : null,
    subscription_pause: null,
    subscription_update: data.subscription_update ?? null,
    subscription_update_confirm: confirm,
    type: data.type,
  };
}

function createPortalSession(sandbox: Sandbox, params: SessionParams): Stripe.BillingPortal.Session {
  findCustomer(sandbox, params.customer);
  const { configuration = DEFAULT_CONFIGURATION } = params;
  const settings = findConfiguration(sandbox, configuration, "configuration", 400);
  const id = newId("bps");
  return sandbox.store.insert<"billing_portal.session">({
    ...cleared(EXAMPLES["billing_portal.session"]),
    id,
    object: "billing_portal.session",
    configuration,
    created: sandbox.clock.now(),
    customer: params.customer,
    flow: flowOf(sandbox, settings, params),
    return_url: params.return_url ?? null,
    url: `${sandbox.baseUrl}/p/session/${id}`,
  });
}

export const PORTAL_ROUTES = [
  defineRoute("POST", "/v1/billing_portal/sessions", sessionParams, createPortalSession),
];
