import "server-only";
import { toCents } from "@/lib/base/money";
import { type NextStep, nextStep } from "@/lib/orders/brief-timeline";
import { type Cancellation, cancellationOf, isCanceled } from "@/lib/orders/cancellation";
import { type ConfirmedOrder, confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { getOrderBySession } from "@/lib/orders/data";
import { type InboundShipment, inboundShipmentOf } from "@/lib/orders/inbound";
import { hasReceipt } from "@/lib/orders/photos/receipt";
import { type PromiseText, promiseText } from "@/lib/orders/promise";
import type { Photo } from "@/lib/orders/schema";
import { batchStanding, stepStatus } from "@/lib/orders/status";
import { type ShownTrackingLink, shown } from "@/lib/orders/tracking/tracking-link";
import type { Viewer } from "@/lib/orders/viewer";

/** A paid order and what its confirmation shows. All but the order are empty for viewers without a right to it. */
export type LoadedConfirmation = {
  order: ConfirmedOrder;
  trackingLink: ShownTrackingLink | null;
  /** Photos of its package. */
  photos: Photo[];
  /** The cards are counted. */
  hasReceipt: boolean;
  /** The inbound shipment; null once it's here. */
  inboundShipment: InboundShipment | null;
  /** What the customer can cancel, or where the money went. */
  cancellation: Cancellation | null;
  /** When it will be back, while there is an estimate. */
  promise: PromiseText | null;
  /** The status in words, what it means, and the next step, if any. */
  standing: string;
  meaning: string;
  next: NextStep | null;
};

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
    trackingLink: shown(link),
    photos,
    hasReceipt: hasReceipt(found),
    inboundShipment: inboundShipmentOf(found, now),
    cancellation,
    promise: promiseText(found, now),
    ...stands,
  };
}
