import "server-only";
import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { counted } from "@/lib/base/messages";
import { hashOf } from "@/lib/base/signing";
import { withinBudget } from "@/lib/base/time-limit";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Formats a wait, rounded up: seconds to 90 s, minutes to 90 min, then hours. */
export function waitText(seconds: number): string {
  if (seconds <= 1.5 * MINUTE) return counted(Math.max(1, Math.ceil(seconds)), "second");
  if (seconds <= 1.5 * HOUR) return counted(Math.ceil(seconds / MINUTE), "minute");
  return counted(Math.ceil(seconds / HOUR), "hour");
}

type Rule = readonly [limit: number, windowSeconds: number];

/** A limit per subject, with the block in seconds (0: until the window ends). Renaming a limit resets it. */
export type RateLimit = { name: string; rules: readonly Rule[]; blockSeconds: number };

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

function limited(name: string, blockSeconds: number, ...rules: Rule[]): RateLimit {
  return { name, rules, blockSeconds };
}

/** Every limit. Endpoints choose the subject. RATE_LIMIT_SCALE multiplies them for tests. */
export const rateLimits = {
  checkout: limited("checkout", 30 * MINUTE, [6, MINUTE], [20, HOUR]),
  guestCheckout: limited("guest-checkout", 30 * MINUTE, [30, MINUTE], [120, HOUR], [400, DAY]),
  signIn: limited("sign-in", 15 * MINUTE, [6, MINUTE], [12, HOUR]),
  signInAddress: limited("sign-in-address", 15 * MINUTE, [60, HOUR]),
  oauthStart: limited("oauth-start", 15 * MINUTE, [60, HOUR]),
  oauthBack: limited("oauth-back", 15 * MINUTE, [60, HOUR]),
  accountMail: limited("account-mail", 15 * MINUTE, [3, 10 * MINUTE], [6, DAY]),
  accountMailAddress: limited("account-mail-address", 15 * MINUTE, [20, HOUR]),
  secondFactor: limited("second-factor", 15 * MINUTE, [6, MINUTE], [20, HOUR]),
  processPayment: limited("process", 0, [60, MINUTE]),
  processSession: limited("process-session", 0, [30, MINUTE]),
  profile: limited("profile", 0, [20, MINUTE]),
  portal: limited("portal", 0, [20, MINUTE]),
  sendEmail: limited("send-email", HOUR, [10, HOUR]),
  problem: limited("problem", 0, [6, MINUTE], [30, DAY]),
  problemAddress: limited("problem-address", 15 * MINUTE, [60, HOUR]),
  photo: limited("photo", 0, [60, MINUTE], [1200, HOUR]),
  findBatchAddress: limited("find-batch-address", 15 * MINUTE, [20, HOUR]),
  findBatchEmail: limited("find-batch-email", 15 * MINUTE, [6, 10 * MINUTE], [12, DAY]),
  findBatch: limited("find-batch", 0, [5, HOUR], [10, DAY]),
  claim: limited("claim", 0, [20, HOUR]),
  linkOrders: limited("link-orders", 5 * MINUTE, [5, MINUTE]),
  badSignature: limited("bad-signature", 0, [60, MINUTE]),
  everyPost: limited("post", 0, [300, MINUTE]),
};

export type Bucket = RateLimit & { subject: string };

export function perPerson(limit: RateLimit): (call: { who: { userId: string } }) => Bucket[] {
  return ({ who }) => [{ ...limit, subject: who.userId }];
}

const takenSchema = z.object({
  allowed: z.boolean(),
  retry_after_seconds: z.number(),
  key: z.optional(z.string()),
  taken_at: z.optional(z.string()),
});

/** Longer subjects are hashed: callers choose some, and the database keeps each for two days. */
const MAX_SUBJECT = 100;

function keyOf(name: string, subject: string): string {
  if (subject.length <= MAX_SUBJECT) return `${name}:${subject}`;
  return `${name}:sha256:${hashOf(subject)}`;
}

/**
 * Counts one use in each bucket and returns the time, for refundRateLimits. Throws 429 with Retry-After (seconds) at
 * the first full bucket without counting the later ones, and 503 without a database: limited work never runs without
 * limits.
 */
export async function takeRateLimits(buckets: readonly Bucket[]): Promise<string | undefined> {
  if (buckets.length === 0) return undefined;
  const scale = env().RATE_LIMIT_SCALE;
  const asked = buckets.map(({ name, subject, rules, blockSeconds }) => ({
    key: keyOf(name, subject),
    rules: rules.map(([limit, windowSeconds]) => ({ limit: limit * scale, window_seconds: windowSeconds })),
    block_seconds: blockSeconds,
  }));
  const taken = await call(serviceClient(), "take_rate_limits", { buckets: asked }, takenSchema);
  if (taken.allowed) return taken.taken_at;
  log.info("rate_limit.refused", { limit: taken.key?.split(":")[0] });
  const retryAfter = Math.max(1, taken.retry_after_seconds);
  throw new AppError("rate_limited", {
    text: `Too many requests. Please wait ${waitText(retryAfter)} and try again.`,
    headers: { "retry-after": String(retryAfter) },
  });
}

/** A slower refund continues after the response. */
const REFUND_BUDGET_MS = 1_000;

/** Undoes the count made at `takenAt` but never lifts a block. Call it once per use. Failures are only logged. */
export async function refundRateLimits(buckets: readonly Bucket[], takenAt: string | undefined) {
  const args = {
    keys: buckets.map(({ name, subject }) => keyOf(name, subject)),
    taken_at: takenAt ?? null,
  };
  const work = run(serviceClient(), "refund_rate_limits", args).catch((error: unknown) =>
    log.error("rate_limit.refund_failed", error),
  );
  await withinBudget(work, REFUND_BUDGET_MS, () => log.warn("rate_limit.refund_slow"));
}
