import "server-only";
import { AppError, messages } from "@/lib/base/errors";
import { paths } from "@/lib/base/paths";
import type { Viewer } from "@/lib/orders/confirmation/confirmation";
import { replaceTrackingLink, type TrackingLink } from "@/lib/orders/mutations";
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

/**
 * Ends the link that the owner saw (`generation`), or puts a new one in its place. 404 for everybody but the owner;
 * when another tab was quicker, the link as that tab left it.
 */
export async function changeTrackingLink(
  orderId: string,
  viewer: Viewer,
  change: { action: "revoke" | "renew"; generation: number },
): Promise<ShownTrackingLink> {
  const answer = await replaceTrackingLink({
    orderId,
    userId: viewer.userId,
    guestKey: viewer.guestKey,
    generation: change.generation,
    tokenHash: change.action === "renew" ? trackingHashOf(orderId, change.generation + 1) : null,
  });
  if (answer.outcome === "not_found") throw new AppError(404, messages.notFound);
  return shown(answer.link);
}
