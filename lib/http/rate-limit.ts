import "server-only";
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";
import { waitWords } from "@/lib/http/wait-words";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** A window starts with the first use. */
type Rule = { limit: number; windowSeconds: number };

/** A limit per subject and its block in seconds (0: until the window ends). A new name resets it. */
export type RateLimit = { name: string; rules: Rule[]; blockSeconds: number };

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Every limit. Endpoints choose the subject. RATE_LIMIT_SCALE multiplies them for tests. */
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
    rules: [
      { limit: 30, windowSeconds: MINUTE },
      { limit: 120, windowSeconds: HOUR },
      { limit: 400, windowSeconds: DAY },
    ],
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
  oauthStart: {
    name: "oauth-start",
    rules: [{ limit: 60, windowSeconds: HOUR }],
    blockSeconds: 15 * MINUTE,
  },
  oauthBack: {
    name: "oauth-back",
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
  problem: {
    name: "problem",
    rules: [
      { limit: 6, windowSeconds: MINUTE },
      { limit: 30, windowSeconds: DAY },
    ],
    blockSeconds: 0,
  },
  problemAddress: {
    name: "problem-address",
    rules: [{ limit: 60, windowSeconds: HOUR }],
    blockSeconds: 15 * MINUTE,
  },
  photo: {
    name: "photo",
    rules: [
      { limit: 60, windowSeconds: MINUTE },
      { limit: 1200, windowSeconds: HOUR },
    ],
    blockSeconds: 0,
  },
  findBatchAddress: {
    name: "find-batch-address",
    rules: [{ limit: 20, windowSeconds: HOUR }],
    blockSeconds: 15 * MINUTE,
  },
  findBatchEmail: {
    name: "find-batch-email",
    rules: [
      { limit: 6, windowSeconds: 10 * MINUTE },
      { limit: 12, windowSeconds: DAY },
    ],
    blockSeconds: 15 * MINUTE,
  },
  findBatch: {
    name: "find-batch",
    rules: [
      { limit: 5, windowSeconds: HOUR },
      { limit: 10, windowSeconds: DAY },
    ],
    blockSeconds: 0,
  },
  claim: { name: "claim", rules: [{ limit: 20, windowSeconds: HOUR }], blockSeconds: 0 },
  linkOrders: { name: "link-orders", rules: [{ limit: 5, windowSeconds: MINUTE }], blockSeconds: 5 * MINUTE },
  badSignature: { name: "bad-signature", rules: [{ limit: 60, windowSeconds: MINUTE }], blockSeconds: 0 },
  everyPost: { name: "post", rules: [{ limit: 300, windowSeconds: MINUTE }], blockSeconds: 0 },
} as const satisfies Record<string, RateLimit>;

/** A limit with its subject: a user id, a client address, a payment session. */
export type Bucket = RateLimit & { subject: string };

/** Limits the signed-in caller. */
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
  return `${name}:sha256:${createHash("sha256").update(subject).digest("hex")}`;
}

/**
 * Counts one use in each bucket, and returns when, for refundRateLimits. Throws 429 with Retry-After
 * (seconds) at the first full one, leaving the later ones uncounted, and 503 without a database: limited work
 * never runs unlimited.
 */
export async function takeRateLimits(buckets: readonly Bucket[]): Promise<string | undefined> {
  if (buckets.length === 0) return undefined;
  const scale = env().RATE_LIMIT_SCALE;
  const asked = buckets.map(({ name, subject, rules, blockSeconds }) => ({
    key: keyOf(name, subject),
    rules: rules.map(({ limit, windowSeconds }) => ({ limit: limit * scale, window_seconds: windowSeconds })),
    block_seconds: blockSeconds,
  }));
  const taken = await call(serviceClient(), "take_rate_limits", { p_buckets: asked }, takenSchema);
  if (taken.allowed) return taken.taken_at;
  log.info("rate_limit.refused", { limit: taken.key?.split(":")[0] });
  const retryAfter = Math.max(1, taken.retry_after_seconds);
  throw new AppError("rate_limited", {
    text: `Too many requests. Please wait ${waitWords(retryAfter)} and try again.`,
    headers: { "retry-after": String(retryAfter) },
  });
}

/** A slower refund continues after the response. */
const REFUND_BUDGET_MS = 1_000;

/** Undoes the count made at `takenAt`, but never a block. Call it once per use. Failures are only logged. */
export async function refundRateLimits(
  buckets: readonly Bucket[],
  takenAt: string | undefined,
): Promise<void> {
  const args = {
    p_keys: buckets.map(({ name, subject }) => keyOf(name, subject)),
    p_taken_at: takenAt ?? null,
  };
  const work = run(serviceClient(), "refund_rate_limits", args).catch((error: unknown) =>
    log.error("rate_limit.refund_failed", error),
  );
  await withinBudget(work, REFUND_BUDGET_MS, () => log.warn("rate_limit.refund_slow"));
}
