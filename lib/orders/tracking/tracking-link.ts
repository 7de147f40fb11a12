import "server-only";
import { hashedEmail } from "@/lib/auth/sign-in-limits";
import { paths } from "@/lib/base/paths";
import { hashOf, sign } from "@/lib/base/signing";
import { type Bucket, rateLimits } from "@/lib/http/rate-limit";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import type { TrackingLink } from "@/lib/orders/schema";
import type { FindBatch } from "@/lib/orders/tracking/schema";

/**
 * Derives the token of an order's tracking link (43 characters). Emails and pages can then show the link although
 * only the token's hash is stored. Changing the generation or the secret changes the token.
 */
export function trackingToken(orderId: string, generation: number): string {
  return sign("tracking", `${orderId}:${generation}`);
}

/** Returns the SHA-256 hash of a token in hex, as stored in the database. */
export function trackingTokenHash(token: string): string {
  return hashOf(token);
}

/** Returns the token hash of an order's link in this generation. The first link has generation 1. */
export function trackingHashOf(orderId: string, generation: number): string {
  return trackingTokenHash(trackingToken(orderId, generation));
}

/**
 * A tracking link as its owner sees it. `path` is null once the link has been turned off, and `generation` is 0
 * before an imported order gets its first link.
 */
export type VisibleTrackingLink = { generation: number; path: string | null };

/**
 * Returns the link of a paid order for its owner. Never pass it to anyone else, since the path opens the order's
 * history.
 */
export function visibleTrackingLink(link: TrackingLink | null): VisibleTrackingLink {
  if (!link) return { generation: 0, path: null };
  const token = trackingToken(link.order_id, link.generation);
  // Created with a former secret: the link still works, but its token can't be derived again.
  const isOurs = trackingHashOf(link.order_id, link.generation) === link.token_hash;
  return { generation: link.generation, path: link.is_active && isOurs ? paths.track(token) : null };
}

/**
 * Returns the rate limits of a lookup: per client address, per email and client address, and per batch. Emails are
 * stored as hashes.
 */
export function findLimits({ email, batch }: FindBatch, address: string): Bucket[] {
  return [
    { ...rateLimits.findBatchAddress, subject: address },
    { ...rateLimits.findBatchEmail, subject: `${hashedEmail(email)}:${address}` },
    { ...rateLimits.findBatch, subject: readTypedBatchId(batch) ?? batch },
  ];
}
