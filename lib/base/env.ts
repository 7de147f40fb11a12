import "server-only";
import { z } from "zod";
import { publicEnv } from "@/lib/base/env-public";
import { lookupOf, readGraderLookup } from "@/lib/base/grader-lookup";
import { sharedPrices } from "@/lib/base/price-settings";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Tells whether an address (a whole URL) is on this machine. Throws a TypeError for what is no URL. */
export function isLoopback(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname);
}

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

/** Prices of a plan, divided by commas: the first is sold, all are recognised. */
const prices = z
  .string()
  .regex(/^price_\w+(\s*,\s*price_\w+)*$/)
  .transform((list) => list.split(",").map((id) => id.trim()) as [string, ...string[]]);

/** Holds the payment service's price ids of a plan: the one that is sold, then those that were. */
export type PriceIds = z.output<typeof prices>;

/** Milliseconds from which on a call of a service is told in the log. */
const slowFrom = (ms: number) => z.coerce.number().int().min(50).max(60_000).default(ms);

const schema = z.object({
  APP_URL: address,
  SUPABASE_URL: address,
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
  SUPABASE_SECRET_KEY: z.string().min(1),
  /** Only for auth services that sign with a shared secret; others publish their keys. */
  SUPABASE_JWT_SECRET: z.string().min(32).optional(),
  STRIPE_SECRET_KEY: z.string().regex(/^[rs]k_(test|live)_/),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_.{8,}/),
  /** Where Stripe's API is, when it is not Stripe's own. */
  STRIPE_API_URL: address.optional(),
  STRIPE_PRICE_STARTER: prices,
  STRIPE_PRICE_PRO: prices,
  STRIPE_PRICE_ELITE: prices,
  STRIPE_PORTAL_CONFIGURATION: z.string().regex(/^bpc_/),
  CHECKOUT_ORIGIN: address.default("https://checkout.stripe.com"),
  RECEIPT_ORIGIN: address.default("https://pay.stripe.com"),
  PORTAL_ORIGIN: address.default("https://billing.stripe.com"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  /** Who gets a mail when money fits no order; nobody without it. */
  ALERT_EMAIL: z.email().optional(),
  /** The grading companies' own pages about a submission, see grader-lookup.ts; nothing links one without. */
  GRADER_LOOKUP_URL: z
    .string()
    .transform((setting, { issues }) => {
      const lookup = readGraderLookup(setting);
      if (lookup === null) issues.push({ code: "custom", input: setting });
      return lookup ?? z.NEVER;
    })
    .optional(),
  /** The owners get a mail of what one of the staff refunds above so many cents. */
  REFUND_ALERT_CENTS: z.coerce.number().int().min(0).max(100_000_000).default(50_000),
  CRON_SECRET: z.string().min(32),
  COOKIE_SECRET: z.string().min(32),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).optional(),
  RATE_LIMIT_SCALE: z.coerce.number().int().positive().default(1),
  ENABLE_TEST_AUTH: z.literal("1").optional(),
  ALLOW_TEST_PAYMENTS: z.literal("1").optional(),
  AUTH_SECOND_FACTOR: z.literal("totp").optional(),
  /** Where traces go (OTLP over http, JSON); none are made without it. The exporter reads this and the next by itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default("slabrelay"),
  /** Of how many requests a trace is kept: 1 of all, 0.1 of every tenth. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  // A page makes one call of the database, and half a second is what people notice.
  SLOW_DATABASE_MS: slowFrom(500),
  // It works out a password's hash on purpose slowly.
  SLOW_AUTH_MS: slowFrom(1_500),
  // A photograph has 5 MB at most.
  SLOW_STORAGE_MS: slowFrom(2_000),
  // A payment page takes the payment service a second or two; after 5 s a try is given up.
  SLOW_PAYMENTS_MS: slowFrom(3_000),
  // Mail servers make strangers wait on purpose, and nobody waits for ours; after 8 s a step is given up.
  SLOW_MAIL_MS: slowFrom(5_000),
});

const EXAMPLES: Record<keyof z.input<typeof schema>, string> = {
  APP_URL: "https://www.example.com",
  SUPABASE_URL: "https://abcdefgh.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_…",
  SUPABASE_SECRET_KEY: "sb_secret_…",
  SUPABASE_JWT_SECRET: "32 characters or more, or leave it out",
  STRIPE_SECRET_KEY: "rk_live_…",
  STRIPE_WEBHOOK_SECRET: "whsec_…",
  STRIPE_API_URL: "leave it out to use Stripe",
  STRIPE_PRICE_STARTER: "price_… of $29 a month",
  STRIPE_PRICE_PRO: "price_… of $99 a month",
  STRIPE_PRICE_ELITE: "price_… of $249 a month",
  STRIPE_PORTAL_CONFIGURATION: "bpc_…, as `npm run stripe:setup` prints it",
  CHECKOUT_ORIGIN: "https://checkout.stripe.com",
  RECEIPT_ORIGIN: "https://pay.stripe.com",
  PORTAL_ORIGIN: "https://billing.stripe.com",
  SMTP_URL: "smtps://user:password@smtp.example.com:465",
  MAIL_FROM: "SlabRelay <orders@example.com>",
  ALERT_EMAIL: "money@example.com, or leave it out",
  GRADER_LOOKUP_URL:
    "https://grader.example.com/orders/{number}, or of several graders A=https://…/{number}; B=https://…/{number}, or leave it out",
  REFUND_ALERT_CENTS: "50000 for $500, which it is when left out",
  CRON_SECRET: "32 random characters or more",
  COOKIE_SECRET: "32 random characters or more",
  TRUSTED_PROXY_HOPS: "1 behind one load balancer, 0 without any",
  RATE_LIMIT_SCALE: "1",
  ENABLE_TEST_AUTH: "1, or leave it out",
  ALLOW_TEST_PAYMENTS: "1, or leave it out",
  AUTH_SECOND_FACTOR: "totp, or leave it out",
  OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.com:4318, or leave it out",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer …, or leave it out",
  OTEL_SERVICE_NAME: "slabrelay",
  OTEL_TRACES_SAMPLER_ARG: "0.1 for every tenth request",
  SLOW_DATABASE_MS: "500",
  SLOW_AUTH_MS: "1500",
  SLOW_STORAGE_MS: "2000",
  SLOW_PAYMENTS_MS: "3000",
  SLOW_MAIL_MS: "5000",
};

const LIVE_KEY = /^[rs]k_live_/;

/** Marks the public keys of the sandbox. */
const SANDBOX_KEY = /sandbox[-_]/;

/** Holds the settings as they are used: checked, with defaults, addresses without a slash at the end. */
export type Env = z.output<typeof schema>;

/**
 * Checks environment variables and answers them as settings; empty ones count as missing. Throws one error that lists
 * every missing or malformed variable with an example, and one for a price in the settings of two plans. Where APP_URL
 * is not on this machine it also throws when the number of proxies is not said, for the sandbox's public keys, for
 * addresses without https, for a test key of the payment service that ALLOW_TEST_PAYMENTS does not let pass, and for
 * loosened limits; and it throws wherever STRIPE_API_URL names another machine, to which the secret key would be sent.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = schema.safeParse(given);
  if (!result.success) {
    const names = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))];
    const lines = names.map((name) => `  ${unusable(name as keyof typeof EXAMPLES, given[name])}`);
    throw new Error(`The settings are not complete:\n${lines.join("\n")}`);
  }
  const env = result.data;
  const { STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_PRICE_ELITE } = env;
  const shared = sharedPrices({ STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_PRICE_ELITE });
  if (shared.length > 0) throw new Error(shared.join("\n"));
  if (!isLoopback(env.APP_URL)) {
    if (env.TRUSTED_PROXY_HOPS === undefined) {
      throw new Error(`TRUSTED_PROXY_HOPS is missing (example: ${EXAMPLES.TRUSTED_PROXY_HOPS}).`);
    }
    const wrong = Object.entries(env).filter(
      ([, value]) => typeof value !== "number" && SANDBOX_KEY.test(String(value)),
    );
    if (wrong.length > 0) {
      throw new Error(
        `Sandbox keys are refused off this machine: ${wrong.map(([name]) => name).join(", ")}.`,
      );
    }
    const { APP_URL, SUPABASE_URL } = env;
    refuseCleartext({ APP_URL, SUPABASE_URL });
    if (!LIVE_KEY.test(env.STRIPE_SECRET_KEY) && !env.ALLOW_TEST_PAYMENTS) {
      throw new Error(
        "STRIPE_SECRET_KEY is a test key: anybody could pay with a test card. ALLOW_TEST_PAYMENTS=1 lets it.",
      );
    }
    if (env.RATE_LIMIT_SCALE !== 1) throw new Error("RATE_LIMIT_SCALE is for tests on this machine only.");
  }
  if (env.STRIPE_API_URL && !isLoopback(env.STRIPE_API_URL)) {
    throw new Error("STRIPE_API_URL may only name this machine; leave it out to use Stripe.");
  }
  return env;
}

function unusable(name: keyof typeof EXAMPLES, value: string | undefined): string {
  return `${name} ${value ? "is malformed" : "is missing"} (example: ${EXAMPLES[name]})`;
}

function refuseCleartext(addresses: Record<string, string>): void {
  const cleartext = Object.entries(addresses).filter(
    ([, url]) => !isLoopback(url) && !url.startsWith("https://"),
  );
  if (cleartext.length === 0) return;
  const names = cleartext.map(([name]) => name).join(", ");
  throw new Error(`${names}: https is wanted; cookies and keys would travel readably.`);
}

/**
 * Answers APP_URL as parseEnv does, for a command that runs before the other settings are there. Throws as parseEnv
 * does.
 */
export function readAppUrl(value: string | undefined): string {
  const { data: url } = address.safeParse(value);
  if (!url) throw new Error(`${unusable("APP_URL", value)}.`);
  refuseCleartext({ APP_URL: url });
  return url;
}

let parsed: Env | undefined;

/**
 * Answers the settings of this process. They are checked once, at their first use, which instrumentation.ts makes the
 * server's start. Throws as parseEnv does.
 */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/**
 * Answers where a submission is looked up by its number, with `{number}` in its place, as its grader among those of the batch has
 * it; undefined where the settings name no address.
 */
export function graderLookup(graders: { number: string; grader: string }[]) {
  return (number: string): string | undefined => {
    const grader = graders.find((one) => one.number === number)?.grader ?? null;
    return lookupOf(env().GRADER_LOOKUP_URL, grader, publicEnv.graders);
  };
}

/** Tells whether payments are real. An event of Stripe of the other mode (`livemode`) is refused. */
export function isLivemode(): boolean {
  return LIVE_KEY.test(env().STRIPE_SECRET_KEY);
}

/** Tells whether cookies must be sent over https only. */
export function isSecureOrigin(): boolean {
  return env().APP_URL.startsWith("https://");
}

/**
 * Tells whether the page /test-auth exists: it does in development and on the sandbox, in production only with
 * ENABLE_TEST_AUTH.
 */
export function isTestAuthOn(): boolean {
  const { ENABLE_TEST_AUTH, SUPABASE_SECRET_KEY } = env();
  return (
    process.env.NODE_ENV === "development" ||
    SANDBOX_KEY.test(SUPABASE_SECRET_KEY) ||
    ENABLE_TEST_AUTH === "1"
  );
}
