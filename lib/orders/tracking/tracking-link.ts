import "server-only";
import { AppError } from "@/lib/base/errors";
import { paths } from "@/lib/base/paths";
import type { Viewer } from "@/lib/orders/confirmation/confirmation";
import { ensureTrackingLink, replaceTrackingLink, type TrackingLink } from "@/lib/orders/mutations";
import { trackingToken, trackingTokenHash } from "@/lib/orders/tracking/tracking-token";

/** A tracking link as its owner sees it; `path` is null once the owner has ended it. */
export type ShownTrackingLink = { generation: number; path: string | null };

/** The tracking link of a paid order, made when it has none; null for an order that was never paid. */
export async function trackingLinkOf(orderId: string): Promise<ShownTrackingLink | null> {
  const link = await ensureTrackingLink(orderId, hashOf(orderId, 1));
  return link ? shown(link) : null;
}

/** A link that was read already, as its owner sees it. */
export function shown(link: TrackingLink): ShownTrackingLink {
  const token = trackingToken(link.order_id, link.generation);
  // Made under a former secret: it still opens for whoever has it, but we cannot say it again.
  const isOurs = trackingTokenHash(token) === link.token_hash;
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
    tokenHash: change.action === "renew" ? hashOf(orderId, change.generation + 1) : null,
  });
  if (answer.outcome === "not_found") throw new AppError("not_found");
  return shown(answer.link);
}

function hashOf(orderId: string, generation: number): string {
  return trackingTokenHash(trackingToken(orderId, generation));
}
