import "server-only";
import { toCents } from "@/lib/base/money";
import { cancellationOf, isCanceled } from "@/lib/orders/cancellation";
import { confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { getOrderBySession } from "@/lib/orders/data";
import { inboundShipmentOf } from "@/lib/orders/inbound";
import type { Viewer } from "@/lib/orders/order";
import { hasReceipt } from "@/lib/orders/photos/receipt";
import { promiseText } from "@/lib/orders/promise";
import { batchStanding, stepStatus } from "@/lib/orders/status";
import { nextStep } from "@/lib/orders/timeline";
import { visibleTrackingLink } from "@/lib/orders/tracking/tracking-link";

/**
 * A paid order and what its confirmation shows. Links, photos, package and estimate are empty for viewers without a
 * right to the order.
 */
export type LoadedConfirmation = NonNullable<Awaited<ReturnType<typeof loadConfirmedOrder>>>;

/**
 * Returns the order of a Checkout Session as this viewer may see it. Null unless it's paid, or was canceled after the
 * payment. Throws when the database is down.
 */
export async function loadConfirmedOrder(sessionId: string, viewer: Viewer) {
  const read = await getOrderBySession(sessionId);
  const { order: found, tracking_link: link, cancel_mode, cancel_refund, photos } = read;
  if (!found || !(found.payment_status === "paid" || isCanceled(found))) return null;
  const order = confirmedOrder(found, viewer);
  const left = toCents(found.total_paid ?? 0) - found.refunded_cents;
  const cancellation = cancellationOf(found, order.isMasked ? null : left, cancel_mode, cancel_refund);
  const now = Date.now();
  const isOwn = !order.isMasked;
  return {
    order,
    trackingLink: isOwn ? visibleTrackingLink(link) : null,
    photos: isOwn ? photos : [],
    hasReceipt: isOwn && hasReceipt(found),
    /** Null once the package has arrived. */
    inboundShipment: isOwn ? inboundShipmentOf(found, now) : null,
    cancellation,
    promise: isOwn ? promiseText(found, now) : null,
    standing: batchStanding(found).label,
    meaning: stepStatus(found).meaning,
    next: nextStep(found, now),
  };
}
