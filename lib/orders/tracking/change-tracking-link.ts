import "server-only";
import { AppError } from "@/lib/base/errors";
import { replaceTrackingLink } from "@/lib/orders/mutations";
import type { Viewer } from "@/lib/orders/order";
import { type ShownTrackingLink, shown, trackingHashOf } from "@/lib/orders/tracking/tracking-link";

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
  if (answer.outcome === "not_found") throw new AppError("not_found");
  return shown(answer.link);
}
