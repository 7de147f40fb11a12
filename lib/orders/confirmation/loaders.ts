import "server-only";
import { type ConfirmedOrder, confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { getOrderBySession } from "@/lib/orders/data";
import type { Viewer } from "@/lib/orders/order";
import { type ShownTrackingLink, shown } from "@/lib/orders/tracking/tracking-link";

/** A paid order with its tracking link; the link is null for who may not see it. */
export type LoadedConfirmation = { order: ConfirmedOrder; trackingLink: ShownTrackingLink | null };

/**
 * Reads the paid order of a payment session as this visitor may see it; null while it is not paid, and when no order
 * has this session. Throws when the database cannot be asked.
 */
export async function loadConfirmedOrder(
  sessionId: string,
  viewer: Viewer,
): Promise<LoadedConfirmation | null> {
  const { order: found, tracking_link: link } = await getOrderBySession(sessionId);
  if (found?.payment_status !== "paid") return null;
  const order = confirmedOrder(found, viewer);
  return { order, trackingLink: order.isMasked ? null : shown(link) };
}
