import "server-only";
import { type ConfirmedOrder, confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { getOrderBySession } from "@/lib/orders/data";
import type { Viewer } from "@/lib/orders/order";
import { loadOrderPhotos } from "@/lib/orders/photos/loaders";
import type { Photo } from "@/lib/orders/photos/schema";
import { type PromiseWords, promiseWords } from "@/lib/orders/promise";
import { type ShownTrackingLink, shown } from "@/lib/orders/tracking/tracking-link";

/** A paid order with its tracking link; the link is null for who may not see it. */
export type LoadedConfirmation = {
  order: ConfirmedOrder;
  trackingLink: ShownTrackingLink | null;
  /** What is shown of its package; none for who may not see it, and before it is here. */
  photos: Photo[];
  /** The cards are counted, and the viewer may see the custody receipt. */
  hasReceipt: boolean;
  /** Until when it is back; null for who may not see it, and where nothing is promised any more. */
  promise: PromiseWords | null;
};

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
  if (order.isMasked) return { order, trackingLink: null, photos: [], hasReceipt: false, promise: null };
  const photos = await loadOrderPhotos(found);
  const promise = promiseWords(found, Date.now());
  return { order, trackingLink: shown(link), photos, hasReceipt: found.received_count !== null, promise };
}
