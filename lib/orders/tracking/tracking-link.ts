import "server-only";
import { paths } from "@/lib/base/paths";
import { hashOf, sign } from "@/lib/base/signing";
import type { TrackingLink } from "@/lib/orders/order";

/**
 * The token of an order's tracking link: 32 bytes that only this server can derive, so that a mail and the owner's pages
 * can show the link although the database holds no more than its hash. Another generation gives another token.
 */
export function trackingToken(orderId: string, generation: number): string {
  return sign("tracking", `${orderId}:${generation}`);
}

/** What the database knows of a token: SHA-256, hex. */
export function trackingTokenHash(token: string): string {
  return hashOf(token);
}

/** The hash of the token that an order's link of this generation has. */
export function trackingHashOf(orderId: string, generation: number): string {
  return trackingTokenHash(trackingToken(orderId, generation));
}

/**
 * A tracking link as its owner sees it; `path` is null once the owner has ended it. An imported order has none before its
 * owner makes the first: generation 0.
 */
export type ShownTrackingLink = { generation: number; path: string | null };

/** The link of an order that was paid, as its owner sees it. */
export function shown(link: TrackingLink | null): ShownTrackingLink {
  if (!link) return { generation: 0, path: null };
  const token = trackingToken(link.order_id, link.generation);
  // Made under a former secret: it still opens for whoever has it, but we cannot say it again.
  const isOurs = trackingHashOf(link.order_id, link.generation) === link.token_hash;
  return { generation: link.generation, path: link.is_active && isOurs ? paths.track(token) : null };
}
