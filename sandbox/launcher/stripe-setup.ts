import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Stripe from "stripe";
import { sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Makes, or checks, in the Stripe account of STRIPE_SECRET_KEY what memberships need, and prints the settings. Without
 * the key it is the running sandbox. On this machine no webhook endpoint is made: Stripe could not reach it.
 */
export async function stripeSetup({ env }: { env: NodeJS.ProcessEnv }): Promise<number> {
  const settings: Record<string, string | undefined> = env.STRIPE_SECRET_KEY
    ? env
    : sandboxEnvironment(readPorts(env), env);
  const { STRIPE_SECRET_KEY: key, APP_URL: appUrl } = settings;
  if (!key || !appUrl) throw new Error("stripe:setup needs STRIPE_SECRET_KEY and APP_URL.");
  const { hostname } = new URL(appUrl);
  const isLocal = LOOPBACK.has(hostname);
  const { prepareStripe } = await productModule<typeof import("../../lib/membership/prepare-stripe.ts")>(
    "lib/membership/prepare-stripe",
  );
  const prepared = await prepareStripe(clientOf(key, settings.STRIPE_API_URL), {
    apiVersion: Stripe.API_VERSION,
    appUrl: appUrl.replace(/\/+$/, ""),
    prices: {
      starter: listed(settings.STRIPE_PRICE_STARTER),
      pro: listed(settings.STRIPE_PRICE_PRO),
      elite: listed(settings.STRIPE_PRICE_ELITE),
    },
    webhook: isLocal ? null : { path: "/api/webhooks/stripe", events: WEBHOOK_EVENTS },
  });
  for (const line of prepared.lines) console.log(line);
  console.log(prepared.lines.length > 0 ? "" : "Everything is there as it should be.\n");
  for (const [name, value] of Object.entries(prepared.settings)) console.log(`${name}=${value}`);
  return 0;
}

/** The ids of a setting; the example's placeholders count as none. */
function listed(setting: string | undefined): string[] {
  return (setting ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter((id) => /^price_\w+$/.test(id));
}

function clientOf(key: string, address: string | undefined): Stripe {
  if (!address) return new Stripe(key, { telemetry: false });
  const { hostname: host, port, protocol } = new URL(address);
  return new Stripe(key, {
    host,
    port,
    protocol: protocol === "https:" ? "https" : "http",
    telemetry: false,
  });
}

/** Loads a module of the product, whose imports begin with @/, in plain Node. */
async function productModule<T>(path: string): Promise<T> {
  const fileOf = (name: string) => pathToFileURL(join(ROOT, `${name}.ts`)).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith("@/") ? next(fileOf(specifier.slice(2)), context) : next(specifier, context),
  });
  return import(fileOf(path));
}
