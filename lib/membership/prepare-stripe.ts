import type Stripe from "stripe";
import { MEMBERSHIP_PLANS, type MembershipPlan, plans } from "@/lib/base/plans";
import { allowsJust, portalFeatures } from "@/lib/membership/portal-features";

/** Marks what is ours in an account that may sell other things, too. */
const OURS = { app: "slabrelay" };

/** What the account is to hold. */
export type WantedStripe = {
  /** Where the product is reached; the webhook's address is made of it, on this machine none. */
  appUrl: string;
  /** Path of the webhook, and the types of events that it takes. */
  webhook: { path: string; events: readonly string[] } | null;
  /** The API version of the client, which the webhook's events are to have. */
  apiVersion: string;
  /** Prices that the settings name already, by plan: the product of the first is gone on with. */
  prices: Partial<Record<MembershipPlan, string[]>>;
};

/** What was found or made: lines for who runs it, and the settings to put into the environment. */
export type PreparedStripe = { lines: string[]; settings: Record<string, string> };

/**
 * Makes, or checks, in an account of the payment service what memberships need: a product and a monthly price of each
 * plan, the portal's configuration, the webhook endpoint. Running it again changes nothing that is right. A price is
 * never changed, since members keep theirs: another amount is a new price, and the former ones stay recognised. Throws
 * what the client throws, for a key that may not do it, say.
 */
export async function prepareStripe(stripe: Stripe, wanted: WantedStripe): Promise<PreparedStripe> {
  const done: PreparedStripe = { lines: [], settings: {} };
  const sold = [];
  for (const plan of MEMBERSHIP_PLANS) {
    const product = await findProduct(stripe, plan, wanted.prices[plan] ?? [], done);
    const { price, former } = await findPrice(stripe, plan, product, done);
    done.settings[`STRIPE_PRICE_${plan.toUpperCase()}`] = [price, ...former].join(",");
    sold.push({ product, price });
  }
  done.settings.STRIPE_PORTAL_CONFIGURATION = await preparePortal(stripe, portalFeatures(sold), done);
  if (wanted.webhook) await prepareWebhook(stripe, wanted, wanted.webhook, done);
  return done;
}

/** The product of the price that the settings name, else ours by its fixed id, made if it is not there. */
async function findProduct(
  stripe: Stripe,
  plan: MembershipPlan,
  [price]: string[],
  done: PreparedStripe,
): Promise<string> {
  if (price) {
    const { product } = await stripe.prices.retrieve(price);
    return typeof product === "string" ? product : product.id;
  }
  const id = `slabrelay_${plan}`;
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if ((error as { code?: string }).code !== "resource_missing") throw error;
  }
  await stripe.products.create({ id, name: plans[plan].label, metadata: { ...OURS, plan } });
  done.lines.push(`Made the product ${id} (${plans[plan].label}).`);
  return id;
}

/** Tells whether a price is one at which a plan is sold: active, and of its dollars a month. */
export function isSellable(price: Stripe.Price, plan: MembershipPlan): boolean {
  const { active, currency, unit_amount, recurring } = price;
  return (
    active &&
    currency === "usd" &&
    unit_amount === plans[plan].monthlyCents &&
    recurring?.interval === "month" &&
    recurring.interval_count === 1
  );
}

/** The price that is sold from now on, and all others of the product, which members may have. */
async function findPrice(stripe: Stripe, plan: MembershipPlan, product: string, done: PreparedStripe) {
  const { monthlyCents } = plans[plan];
  const all: Stripe.Price[] = [];
  for await (const price of stripe.prices.list({ product, type: "recurring", limit: 100 })) all.push(price);
  let sold = all.find((price) => isSellable(price, plan));
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
    done.lines.push(`Made the price ${sold.id} of ${plans[plan].label}.`);
  }
  const { id } = sold;
  return { price: id, former: all.filter((other) => other.id !== id).map((other) => other.id) };
}

async function preparePortal(
  stripe: Stripe,
  features: Stripe.BillingPortal.ConfigurationCreateParams.Features,
  done: PreparedStripe,
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
      done.lines.push(`Corrected the portal's configuration ${found.id}.`);
    }
    return found.id;
  }
  const { id } = await configurations.create({ features, metadata: OURS });
  done.lines.push(`Made the portal's configuration ${id}.`);
  return id;
}

async function prepareWebhook(
  stripe: Stripe,
  { appUrl, apiVersion }: WantedStripe,
  { path, events }: { path: string; events: readonly string[] },
  done: PreparedStripe,
): Promise<void> {
  const url = `${appUrl}${path}`;
  const enabled = [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  for await (const found of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (found.url !== url) continue;
    const isRight =
      found.status === "enabled" &&
      found.enabled_events.length === events.length &&
      events.every((event) => found.enabled_events.includes(event));
    if (!isRight) {
      await stripe.webhookEndpoints.update(found.id, { enabled_events: enabled, disabled: false });
      done.lines.push(`Corrected the events of the webhook endpoint ${found.id}.`);
    }
    if (found.api_version !== apiVersion)
      done.lines.push(
        `The webhook endpoint ${found.id} has the API version ${found.api_version ?? "of the account"}, the product ` +
          `${apiVersion}: remove it in the dashboard and run this again, it cannot be changed.`,
      );
    return;
  }
  const { id, secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: enabled,
    api_version: apiVersion as Stripe.WebhookEndpointCreateParams.ApiVersion,
    metadata: OURS,
  });
  done.lines.push(`Made the webhook endpoint ${id} for ${url}.`);
  if (secret) done.settings.STRIPE_WEBHOOK_SECRET = secret;
}
