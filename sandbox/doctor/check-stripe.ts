import Stripe from "stripe";
import { isLoopback } from "@/lib/base/env";
import { MEMBERSHIP_PLANS, plans } from "@/lib/base/plans";
import { neededPermissions } from "@/sandbox/setup/key-permissions";
import {
  isSellable,
  priceDoubts,
  priceProblems,
  priceSetting,
  productId,
} from "@/sandbox/setup/named-prices";
import { allowsJust, portalFeatures, readNamedPrices, type SoldPrice } from "@/sandbox/setup/prepare-stripe";
import { listedPrices, stripeClient } from "../launcher/stripe-setup.ts";
import { WEBHOOK_EVENTS } from "../launcher/webhook-events.ts";
import { type Finding, findingsAbout, type Settings, wordsOf } from "./finding.ts";

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;
type Resource = keyof typeof neededPermissions;

type Probe = (stripe: Stripe, settings: Settings) => PromiseLike<unknown>;

/** Creates no Checkout Session, since Stripe rejects one that expires in the past. */
const openEndedPage =
  (mode: "payment" | "subscription", itemOf: (settings: Settings) => LineItem): Probe =>
  (stripe, settings) =>
    stripe.checkout.sessions.create({
      mode,
      line_items: [{ quantity: 1, ...itemOf(settings) }],
      success_url: "https://example.com",
      expires_at: 1,
    });

/** Calls that require each permission but change nothing: they only read, or Stripe rejects them for another reason. */
const PROBES: Record<Resource, Probe[]> = {
  charge: [(stripe) => stripe.refunds.create({ payment_intent: "pi_of_the_doctor" })],
  checkout_session: [
    openEndedPage("payment", () => ({
      price_data: { currency: "usd", unit_amount: 100, product_data: { name: "Probe" } },
    })),
    openEndedPage("subscription", (settings) => ({
      price: listedPrices(settings[priceSetting(MEMBERSHIP_PLANS[0])])[0] ?? "price_missing",
    })),
  ],
  customer: [(stripe) => stripe.customers.update("cus_of_the_doctor", { metadata: {} })],
  customer_portal: [(stripe) => stripe.billingPortal.sessions.create({ customer: "cus_of_the_doctor" })],
  dispute: [(stripe) => stripe.disputes.list({ limit: 1 })],
  event: [(stripe) => stripe.events.list({ limit: 1 })],
  invoice: [(stripe) => stripe.invoices.list({ limit: 1 })],
  payment_intent: [(stripe) => stripe.paymentIntents.list({ limit: 1 })],
  subscription: [(stripe) => stripe.subscriptions.list({ limit: 1 })],
};

const SETUP = "Run `npm run stripe:setup`.";

/**
 * Checks the product key's permissions. Checks the prices, portal and webhook with STRIPE_SETUP_KEY, or with the
 * product's key if it isn't set.
 */
export async function checkStripe(settings: Settings): Promise<Finding[]> {
  const { STRIPE_SECRET_KEY: key = "", STRIPE_SETUP_KEY: setupKey, STRIPE_API_URL: address } = settings;
  const permissions = await checkKey(stripeClient(key, address), settings);
  if (permissions.some(({ state }) => state !== "right")) return permissions;
  const stripe = stripeClient(setupKey || key, address);
  const isLive = /^[rs]k_live_/.test(key);
  if (setupKey) {
    const { wrong } = findingsAbout("STRIPE_SETUP_KEY");
    if (/^[rs]k_live_/.test(setupKey) !== isLive)
      return [...permissions, wrong("It's for a different mode than STRIPE_SECRET_KEY.")];
    if (await isRefused(stripe))
      return [...permissions, wrong("Stripe doesn't recognize this key. Copy it again.")];
  }
  const sold: SoldPrice[] = [];
  return [
    ...permissions,
    ...(await looked("prices", () => checkPrices(stripe, settings, isLive, sold))),
    ...(await looked("billing portal", () => checkPortal(stripe, settings, sold))),
    ...(await looked("webhook", async () => ({ problems: await webhookProblems(stripe, settings) }))),
  ];
}

/** Returns whether a key belongs to no account. A key with few permissions is still valid. */
async function isRefused(stripe: Stripe): Promise<boolean> {
  return stripe.prices.list({ limit: 1 }).then(
    () => false,
    (error) => error instanceof Stripe.errors.StripeAuthenticationError,
  );
}

async function checkKey(stripe: Stripe, settings: Settings): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout("Stripe key");
  const missing = new Set<string>();
  for (const [resource, probe] of probes()) {
    const error = await Promise.resolve(probe(stripe, settings)).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return [wrong("Stripe doesn't recognize STRIPE_SECRET_KEY. Copy it again.")];
    if (error instanceof Stripe.errors.StripePermissionError)
      missing.add(namedPermission(error) ?? `${resource} (${neededPermissions[resource]})`);
    // "No such object" proves the permission.
    else if (error && !(error instanceof Stripe.errors.StripeInvalidRequestError))
      return [unknown(`Couldn't check with Stripe: ${wordsOf(error)}`)];
  }
  return missing.size > 0
    ? [
        wrong(
          `STRIPE_SECRET_KEY needs these permissions: ${[...missing].join(", ")}. Add them in the Stripe dashboard.`,
        ),
      ]
    : [right("has the permissions it needs")];
}

const probes = () =>
  (Object.entries(PROBES) as [Resource, Probe[]][]).flatMap(([resource, list]) =>
    list.map((probe) => [resource, probe] as const),
  );

/** Returns the missing permission that Stripe's message names. */
function namedPermission({ message }: Error): string | undefined {
  const [, resource, needed] = /'rak_(\w+)_(read|write)'/.exec(message) ?? [];
  return resource && `${resource} (${needed})`;
}

type Seen = { problems: string[]; doubts?: string[] };

async function looked(about: string, check: () => Promise<Seen>): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout(about);
  try {
    const { problems, doubts = [] } = await check();
    if (problems.length + doubts.length === 0) return [right("set up correctly")];
    return [
      ...(problems.length > 0 ? [wrong(problems.join(" "))] : []),
      ...(doubts.length > 0 ? [unknown(doubts.join(" "))] : []),
    ];
  } catch (error) {
    return [
      error instanceof Stripe.errors.StripePermissionError
        ? unknown("This key can't check it. Set STRIPE_SETUP_KEY to one that can, for this command only.")
        : unknown(wordsOf(error)),
    ];
  }
}

async function checkPrices(
  stripe: Stripe,
  settings: Settings,
  isLive: boolean,
  sold: SoldPrice[],
): Promise<Seen> {
  const ids = MEMBERSHIP_PLANS.map((plan) => [plan, listedPrices(settings[priceSetting(plan)])] as const);
  const named = await readNamedPrices(stripe, Object.fromEntries(ids));
  const problems = priceProblems(named);
  for (const plan of MEMBERSHIP_PLANS) {
    const prices = named[plan].flatMap(({ price }) => price ?? []);
    for (const { id, livemode } of prices) {
      if (livemode !== isLive)
        problems.push(`${id} in ${priceSetting(plan)} is for a different mode than the key. ${SETUP}`);
    }
    const first = named[plan][0]?.price;
    if (!first) continue;
    sold.push({ product: productId(first), price: first.id });
    if (!isSellable(first, plan))
      problems.push(
        `${first.id} in ${priceSetting(plan)} isn't an active price of $${plans[plan].monthlyCents / 100} a month. ${SETUP}`,
      );
  }
  if (problems.length > 0) sold.length = 0;
  return { problems, doubts: priceDoubts(named) };
}

async function checkPortal(stripe: Stripe, settings: Settings, sold: SoldPrice[]): Promise<Seen> {
  const id = settings.STRIPE_PORTAL_CONFIGURATION ?? "";
  const expand = ["features.subscription_update.products"];
  const found = await stripe.billingPortal.configurations.retrieve(id, { expand }).catch(missingAsNull);
  if (!found)
    return {
      problems: [`STRIPE_PORTAL_CONFIGURATION has ${id}, which isn't in this account. ${SETUP}`],
    };
  if (!found.active) return { problems: [`The configuration ${id} isn't active. ${SETUP}`] };
  if (sold.length === 0) return { problems: [], doubts: ["Fix the prices first, then check again."] };
  return {
    problems: allowsJust(found, portalFeatures(sold))
      ? []
      : [`The configuration ${id} has the wrong features. ${SETUP}`],
  };
}

async function webhookProblems(stripe: Stripe, settings: Settings): Promise<string[]> {
  const appUrl = new URL(settings.APP_URL ?? "");
  // Only the sandbox can send events to loopback.
  if (isLoopback(appUrl.href)) return [];
  const url = `${appUrl.href.replace(/\/+$/, "")}/api/webhooks/stripe`;
  const endpoints: Stripe.WebhookEndpoint[] = [];
  for await (const found of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (found.url === url) endpoints.push(found);
  }
  if (endpoints.length === 0) return [`No endpoint sends events to ${url}. ${SETUP}`];
  if (endpoints.length > 1)
    return [
      `${endpoints.length} endpoints send events to ${url}. Delete all but the one whose signing secret is STRIPE_WEBHOOK_SECRET.`,
    ];
  return endpoints.flatMap(problemsOf);
}

function problemsOf({ id, status, enabled_events, api_version }: Stripe.WebhookEndpoint): string[] {
  const missing = WEBHOOK_EVENTS.filter(
    (event) => !enabled_events.includes(event) && !enabled_events.includes("*"),
  );
  const versions = `uses API version ${api_version}, not ${Stripe.API_VERSION}`;
  return [
    ...(status === "enabled" ? [] : [`The endpoint ${id} is disabled. ${SETUP}`]),
    ...(missing.length > 0 ? [`The endpoint ${id} doesn't send ${missing.join(", ")}. ${SETUP}`] : []),
    ...(api_version === Stripe.API_VERSION
      ? []
      : [`The endpoint ${id} ${versions}. Delete it first. ${SETUP}`]),
  ];
}

function missingAsNull(error: unknown): null {
  if ((error as { code?: string }).code === "resource_missing") return null;
  throw error;
}
