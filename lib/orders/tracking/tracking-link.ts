import "server-only";
import { hashedEmail } from "@/lib/auth/sign-in-limits";
import { paths } from "@/lib/base/paths";
import { hashOf, sign } from "@/lib/base/signing";
import { type Bucket, rateLimits } from "@/lib/http/rate-limit";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import type { TrackingLink } from "@/lib/orders/schema";
import type { FindBatch } from "@/lib/orders/tracking/schema";

/**
 * Derives the token of an order's tracking link (43 characters), so that emails and pages can show it although only its hash is
 * stored. Another generation, and another secret, give another token.
 */
export function trackingToken(orderId: string, generation: number): string {
  return sign("tracking", `${orderId}:${generation}`);
}

/** Hashes a token as the database knows it: SHA-256 in hex. Any text has a hash; only a stored one opens an order. */
export function trackingTokenHash(token: string): string {
  return hashOf(token);
}

/** Returns the hash of the token that an order's link of this generation has; a first link has generation 1. */
export function trackingHashOf(orderId: string, generation: number): string {
  return trackingTokenHash(trackingToken(orderId, generation));
}

/** A tracking link as its owner sees it: `path` is null once it was ended, `generation` 0 before an imported order has its first. */
export type VisibleTrackingLink = { generation: number; path: string | null };

/** Returns the link of a paid order as its owner sees it. For no one else, since the path opens the order's history. */
export function visibleTrackingLink(link: TrackingLink | null): VisibleTrackingLink {
  if (!link) return { generation: 0, path: null };
  const token = trackingToken(link.order_id, link.generation);
  // Made under a former secret: the link still works, but its token can't be derived again.
  const isOurs = trackingHashOf(link.order_id, link.generation) === link.token_hash;
  return { generation: link.generation, path: link.is_active && isOurs ? paths.track(token) : null };
}

/** Returns the limits of a look-up: per client address, per email and client address, and per batch. Emails are kept as hashes. */
export function findLimits({ email, batch }: FindBatch, address: string): Bucket[] {
  return [
    { ...rateLimits.findBatchAddress, subject: address },
    { ...rateLimits.findBatchEmail, subject: `${hashedEmail(email)}:${address}` },
    { ...rateLimits.findBatch, subject: readTypedBatchId(batch) ?? batch },
  ];
}
