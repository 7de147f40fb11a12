import { join } from "node:path";
import { sandboxPublic } from "../../lib/base/env-public.ts";
import { type Ports, readPorts } from "./ports.ts";

/** These keys are public. lib/base/env.ts rejects them unless on loopback. */
export const SANDBOX_KEYS = {
  publishableKey: "sb_publishable_sandbox_000000000000000000",
  secretKey: "sb_secret_sandbox_0000000000000000000000000",
  signingKey: {
    kty: "EC",
    crv: "P-256",
    kid: "5ab05ab0-0000-4000-8000-000000000001",
    x: "VmSi85PjYyJ29ZulxZOTvNpuNBa9ZYuaJxVcbCGp62U",
    y: "HLsVVksnI81QhSHsBpuzenQ0TEOruTlAT6zHUDQcfzA",
    d: "6PcY4bjr6UYBqEyUYeCDzfxkG__5CvWXRGBk_oDR_PU",
    alg: "ES256",
  },
  stripeSecretKey: "sk_test_sandbox_000000000000000000000000",
  /** Has only the permissions in sandbox/setup/key-permissions.ts. */
  stripeRestrictedKey: "rk_test_sandbox_000000000000000000000000",
  stripeWebhookSecret: "whsec_sandbox_00000000000000000000000000",
  cronSecret: "sandbox-cron-secret-for-development-only-00",
  cookieSecret: "sandbox-cookie-secret-for-development-only",
} as const;

/** The first address is the owner's. */
export const SANDBOX_STAFF = [
  "owner@slabrelay.test",
  "staff1@slabrelay.test",
  "staff2@slabrelay.test",
  "staff3@slabrelay.test",
] as const;

/** Returns the settings for the sandbox on `ports`. The caller's settings take precedence. */
export function sandboxEnvironment(ports: Ports, env: NodeJS.ProcessEnv): Record<string, string> {
  const defaults: Record<string, string> = {
    APP_URL: `http://localhost:${ports.app}`,
    ...sandboxPublic,
    SUPABASE_URL: `http://127.0.0.1:${ports.api}`,
    SUPABASE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
    SUPABASE_SECRET_KEY: SANDBOX_KEYS.secretKey,
    STRIPE_SECRET_KEY: SANDBOX_KEYS.stripeRestrictedKey,
    STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.stripeWebhookSecret,
    STRIPE_API_URL: `http://localhost:${ports.stripe}`,
    STRIPE_PRICE_STARTER: "price_sandbox_starter",
    STRIPE_PRICE_PRO: "price_sandbox_pro",
    STRIPE_PRICE_ELITE: "price_sandbox_elite",
    STRIPE_PORTAL_CONFIGURATION: "bpc_sandbox",
    CHECKOUT_ORIGIN: `http://localhost:${ports.stripe}`,
    RECEIPT_ORIGIN: `http://localhost:${ports.stripe}`,
    PORTAL_ORIGIN: `http://localhost:${ports.stripe}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: "SlabRelay <orders@slabrelay.test>",
    // A domain reserved for examples.
    GRADER_LOOKUP_URL: "https://www.example.com/?submission={number}",
    CRON_SECRET: SANDBOX_KEYS.cronSecret,
    COOKIE_SECRET: SANDBOX_KEYS.cookieSecret,
    ADMIN_EMAILS: SANDBOX_STAFF.join(","),
    TRUSTED_PROXY_HOPS: "0",
    AUTH_SECOND_FACTOR: "totp",
  };
  const set = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[0] in defaults && Boolean(entry[1]),
  );
  return { ...defaults, ...Object.fromEntries(set) };
}

/** Returns `env` if it names hosted services. Otherwise adds the sandbox's settings. */
export function appEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env.SUPABASE_URL ? env : { ...env, ...sandboxEnvironment(readPorts(env), env) };
}

export function loadEnvFile(root: string): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile(join(root, ".env"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return process.env;
}
