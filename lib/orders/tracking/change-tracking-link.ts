import "server-only";
import { AppError } from "@/lib/base/errors";
import { replaceTrackingLink } from "@/lib/orders/tracking/mutations";
import { type ShownTrackingLink, shown, trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import type { Viewer } from "@/lib/orders/viewer";

/**
 * Ends the link that the owner saw (`generation`, 0 for none), or puts a new one in its place, after which the old one
 * opens nothing any more. Answers the link as it is now: when another tab was quicker, as that tab left it. Throws 404
 * for everybody but the owner.
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
  if (answer.outcome === "not_found") throw new AppError("not_found");
  return shown(answer.link);
}
