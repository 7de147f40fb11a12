import type Stripe from "stripe";
import { MEMBERSHIP_PLANS, type MembershipPlan, plans } from "@/lib/base/plans";
import { sharedPrices } from "@/lib/base/price-settings";
import {
  isMarkedForAnother,
  isSellable,
  type NamedPrice,
  type NamedPrices,
  OURS,
  ownProduct,
  priceDoubts,
  priceProblems,
  priceSetting,
  productId,
} from "@/sandbox/setup/named-prices";

export type WantedStripe = {
  /** The base of the webhook URL. */
  appUrl: string;
  webhook: { path: string; events: readonly string[] } | null;
  apiVersion: string;
  /** Existing prices by plan. The product of the first one is reused. */
  prices: Partial<Record<MembershipPlan, string[]>>;
};

/** Settings for the environment, and the steps left to do by hand. */
export type PreparedStripe = { settings: Record<string, string>; left: string[] };

/** `tell` gets one line per change, as soon as it's made. */
type Work = PreparedStripe & { tell: (line: string) => void };

/**
 * Creates or corrects products, monthly prices, portal configuration and webhook endpoint. Leaves correct objects
 * unchanged, so it can run again. Never changes a price, since members keep theirs: another amount gets a new price,
 * and former prices stay valid. Reports each change immediately, so nothing is lost if a later step fails.
 */
export async function prepareStripe(
  stripe: Stripe,
  wanted: WantedStripe,
  tell: (line: string) => void,
): Promise<PreparedStripe> {
  const named = await readRightPrices(stripe, wanted);
  const done: Work = { settings: {}, left: priceDoubts(named), tell };
  const sold = [];
  for (const plan of MEMBERSHIP_PLANS) {
    const product = await findProduct(stripe, plan, named[plan], done);
    const { price, former } = await findPrice(stripe, plan, product, named[plan], done);
    done.settings[priceSetting(plan)] = [price, ...former].join(",");
    sold.push({ product, price });
  }
  done.settings.STRIPE_PORTAL_CONFIGURATION = await preparePortal(stripe, portalFeatures(sold), done);
  if (wanted.webhook) await prepareWebhook(stripe, wanted, wanted.webhook, done);
  return { settings: done.settings, left: done.left };
}

async function readRightPrices(stripe: Stripe, { prices }: WantedStripe): Promise<NamedPrices> {
  const named = await readNamedPrices(stripe, prices);
  const bySetting = MEMBERSHIP_PLANS.map((plan) => [priceSetting(plan), prices[plan] ?? []] as const);
  const problems = [...sharedPrices(Object.fromEntries(bySetting)), ...priceProblems(named)];
  if (problems.length > 0) throw new Error(`Nothing was changed.\n${problems.join("\n")}`);
  return named;
}

async function findProduct(
  stripe: Stripe,
  plan: MembershipPlan,
  [sold]: NamedPrice[],
  done: Work,
): Promise<string> {
  if (sold?.price) return productId(sold.price);
  const id = ownProduct(plan);
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if ((error as { code?: string }).code !== "resource_missing") throw error;
  }
  await stripe.products.create({ id, name: plans[plan].label, metadata: { ...OURS, plan } });
  done.tell(`Created the product ${id} (${plans[plan].label}).`);
  return id;
}

/**
 * Returns the price to sell, and the former prices: those in the settings and the product's other prices that weren't
 * created for another plan.
 */
async function findPrice(
  stripe: Stripe,
  plan: MembershipPlan,
  product: string,
  named: NamedPrice[],
  done: Work,
) {
  const { monthlyCents } = plans[plan];
  const all: Stripe.Price[] = [];
  for await (const price of stripe.prices.list({ product, type: "recurring", limit: 100 })) all.push(price);
  const own = all.filter((price) => !isMarkedForAnother(price, plan));
  let sold = [named[0]?.price, ...own].find((price) => price && isSellable(price, plan));
  if (!sold) {
    const recurring = { interval: "month" } as const;
    const price = {
      product,
      currency: "usd",
      unit_amount: monthlyCents,
      recurring,
      metadata: { ...OURS, plan },
    };
    sold = await stripe.prices.create(price);
    done.tell(`Created the price ${sold.id} for ${plans[plan].label}.`);
  }
  const { id } = sold;
  const former = new Set([...named, ...own].map((other) => other.id));
  former.delete(id);
  return { price: id, former: [...former] };
}

async function preparePortal(
  stripe: Stripe,
  features: Stripe.BillingPortal.ConfigurationCreateParams.Features,
  done: Work,
): Promise<string> {
  const { configurations } = stripe.billingPortal;
  const list = configurations.list({
    active: true,
    limit: 100,
    expand: ["data.features.subscription_update.products"],
  });
  for await (const found of list) {
    if (found.metadata?.app !== OURS.app) continue;
    if (!allowsJust(found, features)) {
      await configurations.update(found.id, { features });
      done.tell(`Updated the portal configuration ${found.id}.`);
    }
    return found.id;
  }
  const { id } = await configurations.create({ features, metadata: OURS });
  done.tell(`Created the portal configuration ${id}.`);
  return id;
}

async function prepareWebhook(
  stripe: Stripe,
  { appUrl, apiVersion }: WantedStripe,
  { path, events }: { path: string; events: readonly string[] },
  done: Work,
): Promise<void> {
  const url = `${appUrl}${path}`;
  const enabled = [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  const there: Stripe.WebhookEndpoint[] = [];
  for await (const found of stripe.webhookEndpoints.list({ limit: 100 }))
    if (found.url === url) there.push(found);
  if (there.length > 1) {
    // Only the secret distinguishes the endpoints, and it can't be read again.
    done.left.push(
      `${there.length} webhook endpoints send events to ${url}: ${there.map(({ id }) => id).join(", ")}. In the ` +
        "dashboard, delete all but the one whose signing secret is STRIPE_WEBHOOK_SECRET. Then run this again.",
    );
    return;
  }
  const [found] = there;
  if (found) {
    const isRight =
      found.status === "enabled" &&
      found.enabled_events.length === events.length &&
      events.every((event) => found.enabled_events.includes(event));
    if (!isRight) {
      await stripe.webhookEndpoints.update(found.id, { enabled_events: enabled, disabled: false });
      done.tell(`Updated the events of the webhook endpoint ${found.id}.`);
    }
    if (found.api_version !== apiVersion)
      done.left.push(
        `The webhook endpoint ${found.id} uses ${found.api_version ? `API version ${found.api_version}` : "the account's API version"}, not ` +
          `${apiVersion}, and can't be changed. Delete it in the dashboard and run this again.`,
      );
    return;
  }
  const { id, secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: enabled,
    api_version: apiVersion as Stripe.WebhookEndpointCreateParams.ApiVersion,
    metadata: OURS,
  });
  done.tell(`Created the webhook endpoint ${id} for ${url}.`);
  if (secret) done.settings.STRIPE_WEBHOOK_SECRET = secret;
}

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

export type SoldPrice = { product: string; price: string };

/**
 * Returns the portal's features. Upgrades are invoiced immediately for the rest of the month. Downgrades and
 * cancellations apply at the next renewal. The email belongs to the account, so it can't be edited in the portal.
 */
export function portalFeatures(sold: SoldPrice[]): Features {
  return {
    customer_update: { enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end", proration_behavior: "none" },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ["price"],
      products: sold.map(({ product, price }) => ({ product, prices: [price] })),
      proration_behavior: "always_invoice",
      schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
    },
  };
}

/** Returns whether a configuration has all wanted features. Stripe may return more. */
export function allowsJust(configuration: Stripe.BillingPortal.Configuration, wanted: Features): boolean {
  return holds(wanted, configuration.features);
}

function holds(wanted: unknown, found: unknown): boolean {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || wanted.length !== found.length) return false;
    // Products may come in any order, which Stripe decides.
    return wanted.every((part) => found.some((other) => holds(part, other)));
  }
  if (typeof wanted !== "object" || wanted === null) return wanted === found;
  if (typeof found !== "object" || found === null) return false;
  return Object.entries(wanted).every(([name, part]) => holds(part, Reflect.get(found, name)));
}

/** Reads the prices in the settings with their products. Null for an unknown price. */
export async function readNamedPrices(
  stripe: Stripe,
  ids: Partial<Record<MembershipPlan, readonly string[]>>,
): Promise<NamedPrices> {
  const named: NamedPrices = { starter: [], pro: [], elite: [] };
  for (const plan of MEMBERSHIP_PLANS) {
    for (const id of ids[plan] ?? []) named[plan].push({ id, price: await readPrice(stripe, id) });
  }
  return named;
}

async function readPrice(stripe: Stripe, id: string): Promise<NamedPrice["price"]> {
  try {
    return await stripe.prices.retrieve(id, { expand: ["product"] });
  } catch (error) {
    if ((error as { code?: string }).code !== "resource_missing") throw error;
    return null;
  }
}
