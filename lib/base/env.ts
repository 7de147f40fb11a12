import "server-only";
import { z } from "zod";
import { readGraderLookup } from "@/lib/base/grader-lookup";
import { sharedPrices } from "@/lib/base/price-settings";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether a URL is on this machine. Throws a TypeError for an invalid URL. */
export function isLoopback(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname);
}

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

/** Comma-separated price ids: the first is sold, all are recognized. */
const prices = z
  .string()
  .regex(/^price_\w+(\s*,\s*price_\w+)*$/)
  .transform((list) => list.split(",").map((id) => id.trim()) as [string, ...string[]]);

/** A plan's price ids: the current one, then former ones. */
export type PriceIds = z.output<typeof prices>;

/** Calls slower than this many milliseconds are logged. */
const slowFrom = (ms: number) => z.coerce.number().int().min(50).max(60_000).default(ms).describe(String(ms));

/** All settings. Each description is an example value. */
const schema = z.object({
  APP_URL: address.describe("https://www.example.com"),
  SUPABASE_URL: address.describe("https://abcdefgh.supabase.co"),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1).describe("sb_publishable_…"),
  SUPABASE_SECRET_KEY: z.string().min(1).describe("sb_secret_…"),
  /** Only for auth services that sign with a shared secret. Others publish their keys. */
  SUPABASE_JWT_SECRET: z.string().min(32).optional().describe("32 characters or more, or leave it out"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_/)
    .describe("rk_live_…"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_.{8,}/)
    .describe("whsec_…"),
  /** Defaults to Stripe's own API. */
  STRIPE_API_URL: address.optional().describe("leave it out to use Stripe"),
  STRIPE_PRICE_STARTER: prices.describe("price_… for $29 a month"),
  STRIPE_PRICE_PRO: prices.describe("price_… for $99 a month"),
  STRIPE_PRICE_ELITE: prices.describe("price_… for $249 a month"),
  STRIPE_PORTAL_CONFIGURATION: z.string().regex(/^bpc_/).describe("bpc_…, printed by `npm run stripe:setup`"),
  CHECKOUT_ORIGIN: address.default("https://checkout.stripe.com").describe("https://checkout.stripe.com"),
  RECEIPT_ORIGIN: address.default("https://pay.stripe.com").describe("https://pay.stripe.com"),
  PORTAL_ORIGIN: address.default("https://billing.stripe.com").describe("https://billing.stripe.com"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).describe("smtps://user:password@smtp.example.com:465"),
  MAIL_FROM: z.string().min(3).describe("SlabRelay <orders@example.com>"),
  /** Receives an email when a payment matches no order. */
  ALERT_EMAIL: z.email().optional().describe("money@example.com, or leave it out"),
  GRADER_LOOKUP_URL: z
    .string()
    .transform((setting, { issues }) => {
      const lookup = readGraderLookup(setting);
      if (lookup === null) issues.push({ code: "custom", input: setting });
      return lookup ?? z.NEVER;
    })
    .optional()
    .describe(
      "https://grader.example.com/orders/{number}, or for several graders A=https://…/{number}; B=https://…/{number}, or leave it out",
    ),
  /** Larger staff refunds are reported to the owners by email. */
  REFUND_ALERT_CENTS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .default(50_000)
    .describe("50000 for $500, the default"),
  CRON_SECRET: z.string().min(32).describe("32 random characters or more"),
  COOKIE_SECRET: z.string().min(32).describe("32 random characters or more"),
  TRUSTED_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe("1 behind one load balancer, 0 without any"),
  RATE_LIMIT_SCALE: z.coerce.number().int().positive().default(1).describe("1"),
  ENABLE_TEST_AUTH: z.literal("1").optional().describe("1, or leave it out"),
  ALLOW_TEST_PAYMENTS: z.literal("1").optional().describe("1, or leave it out"),
  AUTH_SECOND_FACTOR: z.literal("totp").optional().describe("totp, or leave it out"),
  /** Enables tracing (OTLP over HTTP). The exporter reads this and the next setting itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .describe("https://collector.example.com:4318, or leave it out"),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional().describe("authorization=Bearer …, or leave it out"),
  OTEL_SERVICE_NAME: z.string().default("slabrelay").describe("slabrelay"),
  /** Share of requests traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe("0.1 for one in ten requests"),
  // Pages make one database call, and users notice half a second.
  SLOW_DATABASE_MS: slowFrom(500),
  // Password hashing is slow by design.
  SLOW_AUTH_MS: slowFrom(1_500),
  // Photos can be up to 5 MB.
  SLOW_STORAGE_MS: slowFrom(2_000),
  // A checkout takes Stripe a second or two. We give up after 5 s.
  SLOW_PAYMENTS_MS: slowFrom(3_000),
  // Mail servers delay unknown senders, and no user waits for our emails. We give up after 8 s.
  SLOW_MAIL_MS: slowFrom(5_000),
});

const LIVE_KEY = /^[rs]k_live_/;

/** Appears in every public key of the sandbox. */
const SANDBOX_KEY = /sandbox[-_]/;

export type Env = z.output<typeof schema>;
type Setting = keyof typeof schema.shape;

/**
 * Validates environment variables. Empty ones count as missing. Throws one error that lists every problem. When
 * hosted, also rejects sandbox keys, http, test keys without ALLOW_TEST_PAYMENTS, loosened rate limits, and a missing
 * proxy count. Always refuses to send the secret key to a STRIPE_API_URL on another machine.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = schema.safeParse(given);
  if (!result.success) {
    const names = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))];
    const lines = names.map((name) => `  ${unusable(name as Setting, given[name])}`);
    throw new Error(`Some settings are missing or malformed:\n${lines.join("\n")}`);
  }
  const env = result.data;
  const { STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_PRICE_ELITE } = env;
  const shared = sharedPrices({ STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_PRICE_ELITE });
  if (shared.length > 0) throw new Error(shared.join("\n"));
  if (!isLoopback(env.APP_URL)) {
    if (env.TRUSTED_PROXY_HOPS === undefined) {
      throw new Error(
        `TRUSTED_PROXY_HOPS is missing (example: ${schema.shape.TRUSTED_PROXY_HOPS.description}).`,
      );
    }
    const wrong = Object.entries(env).filter(
      ([, value]) => typeof value !== "number" && SANDBOX_KEY.test(String(value)),
    );
    if (wrong.length > 0) {
      throw new Error(`Sandbox keys only work on this machine: ${wrong.map(([name]) => name).join(", ")}.`);
    }
    const { APP_URL, SUPABASE_URL } = env;
    refuseCleartext({ APP_URL, SUPABASE_URL });
    if (!LIVE_KEY.test(env.STRIPE_SECRET_KEY) && !env.ALLOW_TEST_PAYMENTS) {
      throw new Error(
        "STRIPE_SECRET_KEY is a test key, so anyone could pay with a test card. ALLOW_TEST_PAYMENTS=1 allows it.",
      );
    }
    if (env.RATE_LIMIT_SCALE !== 1) throw new Error("RATE_LIMIT_SCALE is for tests on this machine only.");
  }
  if (env.STRIPE_API_URL && !isLoopback(env.STRIPE_API_URL)) {
    throw new Error("STRIPE_API_URL must point to this machine. Leave it out to use Stripe.");
  }
  return env;
}

function unusable(name: Setting, value: string | undefined): string {
  return `${name} ${value ? "is malformed" : "is missing"} (example: ${schema.shape[name].description})`;
}

function refuseCleartext(addresses: Record<string, string>): void {
  const cleartext = Object.entries(addresses).filter(
    ([, url]) => !isLoopback(url) && !url.startsWith("https://"),
  );
  if (cleartext.length === 0) return;
  const names = cleartext.map(([name]) => name).join(", ");
  throw new Error(`${names} must use https, or cookies and keys would be sent unencrypted.`);
}

/** Returns APP_URL for commands that run before the other settings exist. Throws as parseEnv does. */
export function readAppUrl(value: string | undefined): string {
  const { data: url } = address.safeParse(value);
  if (!url) throw new Error(`${unusable("APP_URL", value)}.`);
  refuseCleartext({ APP_URL: url });
  return url;
}

let parsed: Env | undefined;

/** Returns this process's settings, validated on first use. Throws as parseEnv does. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** Returns whether payments are real. Stripe events of the other mode are rejected. */
export function isLivemode(): boolean {
  return LIVE_KEY.test(env().STRIPE_SECRET_KEY);
}

export function isSecureOrigin(): boolean {
  return env().APP_URL.startsWith("https://");
}

/** Returns whether /test-auth exists: in development, on the sandbox, or with ENABLE_TEST_AUTH. */
export function isTestAuthOn(): boolean {
  const { ENABLE_TEST_AUTH, SUPABASE_SECRET_KEY } = env();
  return (
    process.env.NODE_ENV === "development" ||
    SANDBOX_KEY.test(SUPABASE_SECRET_KEY) ||
    ENABLE_TEST_AUTH === "1"
  );
}
