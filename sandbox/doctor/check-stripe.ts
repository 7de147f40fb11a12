import Stripe from "stripe";
import { isLoopback } from "@/lib/base/env";
import { MEMBERSHIP_PLANS, plans } from "@/lib/base/plans";
import { allowsJust, portalFeatures, type SoldPrice } from "@/lib/membership/portal-features";
import { isSellable } from "@/lib/membership/prepare-stripe";
import { neededPermissions } from "@/lib/stripe/permissions";
import { listedPrices, stripeClient } from "../launcher/stripe-account.ts";
import { WEBHOOK_EVENTS } from "../launcher/webhook-events.ts";
import { type Finding, findingsAbout, type Settings, wordsOf } from "./finding.ts";

type Resource = keyof typeof neededPermissions;

/** A call that each permission allows and that changes nothing: what would be written does not exist. */
const PROBES: Record<Resource, (stripe: Stripe) => PromiseLike<unknown>> = {
  charge: (stripe) => stripe.refunds.create({ payment_intent: "pi_of_the_doctor" }),
  checkout_session: (stripe) => stripe.checkout.sessions.expire("cs_of_the_doctor"),
  customer: (stripe) => stripe.customers.update("cus_of_the_doctor", { metadata: {} }),
  customer_portal: (stripe) => stripe.billingPortal.sessions.create({ customer: "cus_of_the_doctor" }),
  dispute: (stripe) => stripe.disputes.list({ limit: 1 }),
  event: (stripe) => stripe.events.list({ limit: 1 }),
  invoice: (stripe) => stripe.invoices.list({ limit: 1 }),
  payment_intent: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  subscription: (stripe) => stripe.subscriptions.list({ limit: 1 }),
};

const SETUP = "run `npm run stripe:setup`";

/**
 * The payment service: what the product's key may do, and, by STRIPE_SETUP_KEY or else the same key, whether prices,
 * portal and webhook are as the product needs them.
 */
export async function checkStripe(settings: Settings): Promise<Finding[]> {
  const { STRIPE_SECRET_KEY: key = "", STRIPE_SETUP_KEY: setupKey, STRIPE_API_URL: address } = settings;
  const permissions = await checkKey(stripeClient(key, address));
  if (permissions.some(({ state }) => state !== "right")) return permissions;
  const stripe = stripeClient(setupKey || key, address);
  const isLive = /^[rs]k_live_/.test(key);
  if (setupKey && /^[rs]k_live_/.test(setupKey) !== isLive)
    return [
      ...permissions,
      findingsAbout("STRIPE_SETUP_KEY").wrong("It is of the other mode than STRIPE_SECRET_KEY."),
    ];
  const sold: SoldPrice[] = [];
  const account = [
    await looked("prices", () => checkPrices(stripe, settings, isLive, sold)),
    await looked("billing portal", () => checkPortal(stripe, settings, sold)),
    await looked("webhook", () => checkWebhook(stripe, settings)),
  ];
  return [...permissions, ...account];
}

/** What the key that the product runs with may do. */
async function checkKey(stripe: Stripe): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout("payment service's key");
  const missing: string[] = [];
  for (const [resource, probe] of Object.entries(PROBES)) {
    const error = await Promise.resolve(probe(stripe)).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return [wrong("STRIPE_SECRET_KEY is no key of an account: copy it again.")];
    if (error instanceof Stripe.errors.StripePermissionError)
      missing.push(`${resource} (${neededPermissions[resource as Resource]})`);
    // That there is no such object is what a key may be told that may do it.
    else if (error && !(error instanceof Stripe.errors.StripeInvalidRequestError))
      return [unknown(`The payment service does not tell: ${wordsOf(error)}`)];
  }
  return missing.length > 0
    ? [wrong(`STRIPE_SECRET_KEY lacks the permissions ${missing.join(", ")}: edit the key in the dashboard.`)]
    : [right("may do what the product does")];
}

/** A key that may not look makes nothing wrong: another one tells. */
async function looked(about: string, check: () => Promise<string[]>): Promise<Finding> {
  const { right, wrong, unknown } = findingsAbout(about);
  try {
    const problems = await check();
    return problems.length > 0 ? wrong(problems.join(" ")) : right("as the product needs it");
  } catch (error) {
    return error instanceof Stripe.errors.StripePermissionError
      ? unknown("The key may not look: set STRIPE_SETUP_KEY to one that may, for this command alone.")
      : unknown(wordsOf(error));
  }
}

async function checkPrices(stripe: Stripe, settings: Settings, isLive: boolean, sold: SoldPrice[]) {
  const problems: string[] = [];
  for (const plan of MEMBERSHIP_PLANS) {
    const name = `STRIPE_PRICE_${plan.toUpperCase()}`;
    const ids = listedPrices(settings[name]);
    for (const [nth, id] of ids.entries()) {
      const price = await stripe.prices.retrieve(id).catch(missingAsNull);
      if (!price) {
        problems.push(`${name} names ${id}, which this account does not have: ${SETUP}.`);
        continue;
      }
      if (price.livemode !== isLive)
        problems.push(`${id} of ${name} is of the other mode than the key: ${SETUP}.`);
      if (nth > 0) continue;
      const product = typeof price.product === "string" ? price.product : price.product.id;
      sold.push({ product, price: id });
      if (!isSellable(price, plan))
        problems.push(
          `${id} of ${name} is no active price of $${plans[plan].monthlyCents / 100} a month: ${SETUP}.`,
        );
    }
  }
  return problems;
}

async function checkPortal(stripe: Stripe, settings: Settings, sold: SoldPrice[]): Promise<string[]> {
  const id = settings.STRIPE_PORTAL_CONFIGURATION ?? "";
  const expand = ["features.subscription_update.products"];
  const found = await stripe.billingPortal.configurations.retrieve(id, { expand }).catch(missingAsNull);
  if (!found) return [`STRIPE_PORTAL_CONFIGURATION names ${id}, which this account does not have: ${SETUP}.`];
  if (!found.active) return [`The configuration ${id} is not active: ${SETUP}.`];
  return allowsJust(found, portalFeatures(sold))
    ? []
    : [`The configuration ${id} allows something else: ${SETUP}.`];
}

async function checkWebhook(stripe: Stripe, settings: Settings): Promise<string[]> {
  const appUrl = new URL(settings.APP_URL ?? "");
  // The sandbox delivers by itself, and no payment service reaches this machine.
  if (isLoopback(appUrl.href)) return [];
  const url = `${appUrl.href.replace(/\/+$/, "")}/api/webhooks/stripe`;
  const endpoints: Stripe.WebhookEndpoint[] = [];
  for await (const found of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (found.url === url) endpoints.push(found);
  }
  if (endpoints.length === 0) return [`No endpoint takes events to ${url}: ${SETUP}.`];
  return [
    ...(endpoints.length > 1
      ? [`${endpoints.length} endpoints take events to ${url}: remove all but one.`]
      : []),
    ...endpoints.flatMap(problemsOf),
  ];
}

function problemsOf({ id, status, enabled_events, api_version }: Stripe.WebhookEndpoint): string[] {
  const missing = WEBHOOK_EVENTS.filter(
    (event) => !enabled_events.includes(event) && !enabled_events.includes("*"),
  );
  const versions = `has the API version ${api_version}, the product ${Stripe.API_VERSION}`;
  return [
    ...(status === "enabled" ? [] : [`The endpoint ${id} is disabled: ${SETUP}.`]),
    ...(missing.length > 0 ? [`The endpoint ${id} does not take ${missing.join(", ")}: ${SETUP}.`] : []),
    ...(api_version === Stripe.API_VERSION
      ? []
      : [`The endpoint ${id} ${versions}: remove it and ${SETUP}.`]),
  ];
}

function missingAsNull(error: unknown): null {
  if ((error as { code?: string }).code === "resource_missing") return null;
  throw error;
}
