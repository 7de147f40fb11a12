import "server-only";
import { paths } from "@/lib/base/paths";
import type { TrackingLink } from "@/lib/orders/order";
import { trackingHashOf, trackingToken } from "@/lib/orders/tracking/tracking-token";

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
