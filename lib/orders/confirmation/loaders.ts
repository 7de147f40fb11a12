import "server-only";
import { type ConfirmedOrder, confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { getOrderBySession } from "@/lib/orders/data";
import type { Viewer } from "@/lib/orders/order";
import { type ShownTrackingLink, shown } from "@/lib/orders/tracking/tracking-link";

/** `trackingLink` is null for who may not see it. */
export type LoadedConfirmation = { order: ConfirmedOrder; trackingLink: ShownTrackingLink | null };

/** The paid order of a payment session as this visitor may see it; null while it is not paid, or unknown. */
export async function loadConfirmedOrder(
  sessionId: string,
  viewer: Viewer,
): Promise<LoadedConfirmation | null> {
  const { order: found, tracking_link: link } = await getOrderBySession(sessionId);
  if (found?.payment_status !== "paid") return null;
  const order = confirmedOrder(found, viewer);
  return { order, trackingLink: order.isMasked ? null : shown(link) };
}
