import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { invalidRequest, noSuch } from "../errors.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId } from "../ids.ts";
import { listPage } from "../list-page.ts";
import { boolean, expand, listOf, mergeMetadata, metadata, pagination, text, unsettable } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { findSalePrice, PLAN_PRICES } from "./catalog.ts";

type Configuration = Stripe.BillingPortal.Configuration;

/** The configuration for the product's settings, as `npm run stripe:setup` would create it. */
export const DEFAULT_CONFIGURATION = "bpc_sandbox";

const PATH = "/v1/billing_portal/configurations";
/** Stripe omits the list of products unless it's expanded. */
const PRODUCTS = "features.subscription_update.products";

const switchOnly = z.strictObject({ enabled: boolean });
const features = z.strictObject({
  customer_update: switchOnly.optional(),
  invoice_history: switchOnly.optional(),
  payment_method_update: switchOnly.optional(),
  subscription_cancel: z
    .strictObject({
      enabled: boolean,
      mode: z.enum(["at_period_end"]).default("at_period_end"),
      proration_behavior: z.enum(["none"]).default("none"),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: boolean,
      default_allowed_updates: listOf(z.enum(["price"])).optional(),
      products: listOf(z.strictObject({ product: text(), prices: listOf(text()) })).optional(),
      proration_behavior: z.enum(["none", "always_invoice"]).optional(),
      schedule_at_period_end: z
        .strictObject({
          conditions: listOf(z.strictObject({ type: z.enum(["decreasing_item_amount"]) })).optional(),
        })
        .optional(),
    })
    .optional(),
});
const common = {
  business_profile: z
    .strictObject({
      headline: text(60).optional(),
      privacy_policy_url: text().optional(),
      terms_of_service_url: text().optional(),
    })
    .optional(),
  default_return_url: unsettable().optional(),
  metadata: metadata.optional(),
  name: unsettable().optional(),
  ...expand,
};
const createParams = z.strictObject({ features, ...common });
const updateParams = z.strictObject({ active: boolean.optional(), features: features.optional(), ...common });
const listParams = z.strictObject({ ...pagination, active: boolean.optional() });

type ConfigurationParams = z.output<typeof updateParams>;

function emptyConfiguration(sandbox: Sandbox, id: string): Configuration {
  const now = sandbox.clock.now();
  return {
    ...cleared(EXAMPLES["billing_portal.configuration"]),
    id,
    object: "billing_portal.configuration",
    active: true,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: {
        duration: { interval_options: [], type: "interval_options" },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        products: [],
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    updated: now,
  };
}

function products(sandbox: Sandbox, wanted: { product: string; prices: string[] }[]) {
  return wanted.map(({ product, prices }) => {
    for (const price of prices)
      if (findSalePrice(sandbox, price, "features[subscription_update][products]").product !== product)
        throw invalidRequest(`The price ${price} is not of the product ${product}.`, "features");
    return { adjustable_quantity: { enabled: false, maximum: null, minimum: 1 }, prices, product };
  });
}

function changed(sandbox: Sandbox, before: Configuration, params: ConfigurationParams): Configuration {
  const given = params.features ?? {};
  const { subscription_update: update } = given;
  const former = before.features.subscription_update;
  return {
    ...before,
    active: params.active ?? before.active,
    business_profile: { ...before.business_profile, ...params.business_profile },
    default_return_url: params.default_return_url ?? before.default_return_url,
    features: {
      ...before.features,
      customer_update: { ...before.features.customer_update, ...given.customer_update },
      invoice_history: given.invoice_history ?? before.features.invoice_history,
      payment_method_update: { ...before.features.payment_method_update, ...given.payment_method_update },
      subscription_cancel: { ...before.features.subscription_cancel, ...given.subscription_cancel },
      subscription_update: {
        ...former,
        enabled: update?.enabled ?? former.enabled,
        default_allowed_updates: update?.default_allowed_updates ?? former.default_allowed_updates,
        products: update?.products ? products(sandbox, update.products) : (former.products ?? []),
        proration_behavior: update?.proration_behavior ?? former.proration_behavior,
        schedule_at_period_end: {
          conditions: update?.schedule_at_period_end?.conditions ?? former.schedule_at_period_end.conditions,
        },
      },
    },
    metadata: mergeMetadata(before.metadata ?? {}, params.metadata ?? {}),
    name: params.name ?? before.name,
    updated: sandbox.clock.now(),
  };
}

export function createConfiguration(
  sandbox: Sandbox,
  params: ConfigurationParams,
  id: string = newId("bpc"),
): Configuration {
  const configuration = changed(sandbox, emptyConfiguration(sandbox, id), params);
  return sandbox.store.insert<"billing_portal.configuration">(configuration);
}

export function seedConfiguration(sandbox: Sandbox): void {
  if (sandbox.store.get("billing_portal.configuration", DEFAULT_CONFIGURATION)) return;
  const prices = PLAN_PRICES.map((price) => sandbox.store.need("price", price));
  const features: ConfigurationParams["features"] = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end", proration_behavior: "none" },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ["price"],
      products: prices.map(({ id, product }) => ({ product: String(product), prices: [id] })),
      proration_behavior: "always_invoice",
      schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
    },
  };
  createConfiguration(sandbox, { features, metadata: { app: "slabrelay" } }, DEFAULT_CONFIGURATION);
}

export function findConfiguration(
  sandbox: Sandbox,
  id: string,
  param = "configuration",
  status: 400 | 404 = 404,
): Configuration {
  const known = sandbox.store.get("billing_portal.configuration", id);
  if (!known) throw noSuch("configuration", id, param, status);
  return known;
}

export function pricesOnOffer({ features }: Configuration): string[] {
  const { enabled, default_allowed_updates: updates, products } = features.subscription_update;
  return enabled && updates.includes("price") ? (products ?? []).flatMap(({ prices }) => prices) : [];
}

function shown(configuration: Configuration, paths: string[] | undefined, prefix = ""): Configuration {
  if (paths?.includes(prefix + PRODUCTS)) return configuration;
  const { products: _, ...update } = configuration.features.subscription_update;
  return { ...configuration, features: { ...configuration.features, subscription_update: update } };
}

export const PORTAL_CONFIGURATION_ROUTES = [
  defineRoute("POST", PATH, createParams, (sandbox, params) =>
    shown(createConfiguration(sandbox, params), params.expand),
  ),
  defineRoute("GET", PATH, listParams, (sandbox, params) => {
    const active = { sql: "json_extract(body, '$.active') = ?", values: [params.active ? 1 : 0] };
    const conditions = params.active === undefined ? [] : [active];
    const page = listPage(sandbox.store, "billing_portal.configuration", PATH, params, conditions);
    return { ...page, data: page.data.map((found) => shown(found, params.expand, "data.")) };
  }),
  defineRoute("GET", `${PATH}/:id`, z.strictObject(expand), (sandbox, params, id) =>
    shown(findConfiguration(sandbox, id), params.expand),
  ),
  defineRoute("POST", `${PATH}/:id`, updateParams, (sandbox, params, id) => {
    const after = changed(sandbox, findConfiguration(sandbox, id), params);
    return shown(sandbox.store.update<"billing_portal.configuration">(after), params.expand);
  }),
];
