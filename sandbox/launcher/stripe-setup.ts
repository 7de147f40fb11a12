import Stripe from "stripe";
import { SANDBOX_KEYS, sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";
import { resolveProductModules } from "./product-modules.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

const PRICE_ID = /^price_\w+$/;
/** The value in .env.example. */
const PLACEHOLDER = "price_…";

const partsOf = (setting: string | undefined): string[] =>
  (setting ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "" && id !== PLACEHOLDER);

/** Returns the price IDs in a comma-separated setting, without placeholders. */
export function listedPrices(setting: string | undefined): string[] {
  return partsOf(setting).filter((id) => PRICE_ID.test(id));
}

export function unreadablePrices(name: string, setting: string | undefined): string[] {
  return partsOf(setting)
    .filter((id) => !PRICE_ID.test(id))
    .map((id) => `${name} has ${id}, which isn't a price ID (price_…). Remove it from the setting.`);
}

export function stripeClient(key: string, address: string | undefined): Stripe {
  if (!address) return new Stripe(key, { telemetry: false });
  const { hostname: host, port, protocol } = new URL(address);
  return new Stripe(key, {
    host,
    port,
    protocol: protocol === "https:" ? "https" : "http",
    telemetry: false,
  });
}

const PRICES = ["STRIPE_PRICE_STARTER", "STRIPE_PRICE_PRO", "STRIPE_PRICE_ELITE"] as const;

/**
 * Creates or updates prices, portal and webhook, and prints the settings. Uses STRIPE_SETUP_KEY (which may write more
 * than the product's key), STRIPE_SECRET_KEY, or the running sandbox. Skips the webhook endpoint on loopback, which
 * Stripe can't reach. Returns 1 if a manual step remains. Throws for an invalid setting before it changes anything.
 */
export async function stripeSetup({ env }: { env: NodeJS.ProcessEnv }): Promise<number> {
  const settings: Record<string, string | undefined> =
    env.STRIPE_SETUP_KEY || env.STRIPE_SECRET_KEY
      ? env
      : { ...sandboxEnvironment(readPorts(env), env), STRIPE_SETUP_KEY: SANDBOX_KEYS.stripeSecretKey };
  const { STRIPE_SETUP_KEY, STRIPE_SECRET_KEY, APP_URL } = settings;
  const key = STRIPE_SETUP_KEY || STRIPE_SECRET_KEY;
  if (!key || !APP_URL) throw new Error("stripe:setup needs STRIPE_SETUP_KEY and APP_URL.");
  resolveProductModules();
  const { isLoopback, readAppUrl } = await import("../../lib/base/env.ts");
  const { prepareStripe } = await import("../setup/prepare-stripe.ts");
  const appUrl = readAppUrl(APP_URL);
  const unreadable = PRICES.flatMap((name) => unreadablePrices(name, settings[name]));
  if (unreadable.length > 0) throw new Error(`Nothing was changed.\n${unreadable.join("\n")}`);
  const lines: string[] = [];
  const tell = (line: string) => {
    lines.push(line);
    console.log(line);
  };
  const wanted = {
    apiVersion: Stripe.API_VERSION,
    appUrl,
    prices: {
      starter: listedPrices(settings.STRIPE_PRICE_STARTER),
      pro: listedPrices(settings.STRIPE_PRICE_PRO),
      elite: listedPrices(settings.STRIPE_PRICE_ELITE),
    },
    webhook: isLoopback(appUrl) ? null : { path: "/api/webhooks/stripe", events: WEBHOOK_EVENTS },
  };
  const stripe = stripeClient(key, settings.STRIPE_API_URL);
  const prepared = await prepareStripe(stripe, wanted, tell).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error;
    throw new Error(
      `Stripe doesn't recognize ${STRIPE_SETUP_KEY ? "STRIPE_SETUP_KEY" : "STRIPE_SECRET_KEY"}. Copy it again.`,
    );
  });
  const { left } = prepared;
  console.log(lines.length + left.length > 0 ? "" : "Everything is already set up.\n");
  for (const [name, value] of Object.entries(prepared.settings)) console.log(`${name}=${value}`);
  if (left.length > 0) console.log(`\nTo do manually:\n${left.join("\n")}`);
  return left.length === 0 ? 0 : 1;
}
