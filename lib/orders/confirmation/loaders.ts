import "server-only";
import { toCents } from "@/lib/base/money";
import { cancellationOf, isCanceled } from "@/lib/orders/cancellation";
import { confirmedOrder, type LoadedConfirmation } from "@/lib/orders/confirmation/confirmation";
import { getOrderBySession } from "@/lib/orders/data";
import { inboundShipmentOf } from "@/lib/orders/inbound";
import type { Viewer } from "@/lib/orders/order";
import { hasReceipt } from "@/lib/orders/photos/receipt";
import { promiseText } from "@/lib/orders/promise";
import { batchStanding, stepStatus } from "@/lib/orders/status";
import { nextStep } from "@/lib/orders/timeline";
import { visibleTrackingLink } from "@/lib/orders/tracking/tracking-link";

/**
 * Returns the paid or later canceled order of a payment session, as this viewer may see it; null while unpaid or unknown. Throws
 * when the database is down.
 */
export async function loadConfirmedOrder(
  sessionId: string,
  viewer: Viewer,
): Promise<LoadedConfirmation | null> {
  const read = await getOrderBySession(sessionId);
  const { order: found, tracking_link: link, cancel_mode, cancel_refund, photos } = read;
  if (!found || !(found.payment_status === "paid" || isCanceled(found))) return null;
  const order = confirmedOrder(found, viewer);
  const left = toCents(found.total_paid ?? 0) - found.refunded_cents;
  const cancellation = cancellationOf(found, order.isMasked ? null : left, cancel_mode, cancel_refund);
  const now = Date.now();
  const { meaning } = stepStatus(found);
  const stands = { standing: batchStanding(found).label, meaning, next: nextStep(found, now) };
  if (order.isMasked)
    return {
      ...{ order, trackingLink: null, photos: [], hasReceipt: false },
      ...{ inboundShipment: null, cancellation, promise: null, ...stands },
    };
  return {
    order,
    trackingLink: visibleTrackingLink(link),
    photos,
    hasReceipt: hasReceipt(found),
    inboundShipment: inboundShipmentOf(found, now),
    cancellation,
    promise: promiseText(found, now),
    ...stands,
  };
}
