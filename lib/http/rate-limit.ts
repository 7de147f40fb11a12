import "server-only";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

type Rule = { limit: number; windowSeconds: number };

/** How often something may be done by one person or address, and how long a trespasser then waits. */
export type RateLimit = { name: string; rules: Rule[]; blockSeconds: number };

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Limits of reference values for payment and sign-in endpoints; per person where one is known, else per address. */
export const rateLimits = {
  checkout: {
    name: "checkout",
    rules: [
      { limit: 6, windowSeconds: MINUTE },
      { limit: 20, windowSeconds: HOUR },
    ],
    blockSeconds: 30 * MINUTE,
  },
  guestCheckout: {
    name: "guest-checkout",
    rules: [{ limit: 60, windowSeconds: DAY }],
    blockSeconds: 30 * MINUTE,
  },
  signIn: {
    name: "sign-in",
    rules: [
      { limit: 6, windowSeconds: MINUTE },
      { limit: 12, windowSeconds: HOUR },
    ],
    blockSeconds: 15 * MINUTE,
  },
  signInAddress: {
    name: "sign-in-address",
    rules: [{ limit: 60, windowSeconds: HOUR }],
    blockSeconds: 15 * MINUTE,
  },
  accountMail: {
    name: "account-mail",
    rules: [
      { limit: 3, windowSeconds: 10 * MINUTE },
      { limit: 6, windowSeconds: DAY },
    ],
    blockSeconds: 15 * MINUTE,
  },
  accountMailAddress: {
    name: "account-mail-address",
    rules: [{ limit: 20, windowSeconds: HOUR }],
    blockSeconds: 15 * MINUTE,
  },
  secondFactor: {
    name: "second-factor",
    rules: [
      { limit: 6, windowSeconds: MINUTE },
      { limit: 20, windowSeconds: HOUR },
    ],
    blockSeconds: 15 * MINUTE,
  },
  processPayment: { name: "process", rules: [{ limit: 60, windowSeconds: MINUTE }], blockSeconds: 0 },
  processSession: { name: "process-session", rules: [{ limit: 30, windowSeconds: MINUTE }], blockSeconds: 0 },
  profile: { name: "profile", rules: [{ limit: 20, windowSeconds: MINUTE }], blockSeconds: 0 },
  portal: { name: "portal", rules: [{ limit: 20, windowSeconds: MINUTE }], blockSeconds: 0 },
  sendEmail: { name: "send-email", rules: [{ limit: 10, windowSeconds: HOUR }], blockSeconds: HOUR },
  linkOrders: { name: "link-orders", rules: [{ limit: 5, windowSeconds: MINUTE }], blockSeconds: 5 * MINUTE },
  badSignature: { name: "bad-signature", rules: [{ limit: 60, windowSeconds: MINUTE }], blockSeconds: 0 },
  everyPost: { name: "post", rules: [{ limit: 300, windowSeconds: MINUTE }], blockSeconds: 0 },
} as const satisfies Record<string, RateLimit>;

/** Counts one use by `subject`; throws 429 with Retry-After when it is one too many. */
export async function takeRateLimit(limit: RateLimit, subject: string): Promise<void> {
  const scale = env().RATE_LIMIT_SCALE;
  const result = unwrap(
    await serviceClient().rpc("take_rate_limit", {
      p_key: `${limit.name}:${subject}`,
      p_rules: limit.rules.map((rule) => ({ limit: rule.limit * scale, window_seconds: rule.windowSeconds })),
      p_block_seconds: limit.blockSeconds,
    }),
  ) as { allowed: boolean; retry_after_seconds: number };
  if (result.allowed) return;
  throw new AppError("rate_limited", {
    headers: { "retry-after": String(Math.max(1, result.retry_after_seconds)) },
  });
}
