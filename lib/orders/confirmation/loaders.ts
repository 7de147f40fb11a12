import "server-only";
import { toCents } from "@/lib/base/money";
import { type NextStep, nextStep } from "@/lib/orders/brief-timeline";
import { type Cancellation, cancellationOf, isCanceled } from "@/lib/orders/cancellation";
import { type ConfirmedOrder, confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { getOrderBySession } from "@/lib/orders/data";
import { type WayHere, wayHereOf } from "@/lib/orders/inbound";
import { hasReceipt } from "@/lib/orders/photos/receipt";
import { type PromiseWords, promiseWords } from "@/lib/orders/promise";
import type { Photo } from "@/lib/orders/schema";
import { batchStanding, stepStatus } from "@/lib/orders/status";
import { type ShownTrackingLink, shown } from "@/lib/orders/tracking/tracking-link";
import type { Viewer } from "@/lib/orders/viewer";

/** An order that was paid, with its tracking link; the link is null for who may not see it. */
export type LoadedConfirmation = {
  order: ConfirmedOrder;
  trackingLink: ShownTrackingLink | null;
  /** What is shown of its package; none for who may not see it, and before it is here. */
  photos: Photo[];
  /** The cards are counted, and the viewer may see the custody receipt. */
  hasReceipt: boolean;
  /** What was said of the package's way to us; null for who may not say anything of it, and once it is here. */
  wayHere: WayHere | null;
  /** What can be done about canceling it (null for who may not), or what became of its money. */
  cancellation: Cancellation | null;
  /** Until when it is back; null for who may not see it, and where nothing is promised any more. */
  promise: PromiseWords | null;
  /** Where it stands, in words, what that means to its owner, and what comes next (null: nothing). */
  standing: string;
  meaning: string;
  next: NextStep | null;
};

/**
 * Reads the order of a payment session, paid or canceled after that, as this visitor may see it; null while it is not paid, and when no order
 * has this session. Throws when the database cannot be asked.
 */
export async function loadConfirmedOrder(
  sessionId: string,
  viewer: Viewer,
): Promise<LoadedConfirmation | null> {
  const read = await getOrderBySession(sessionId);
  const { order: found, tracking_link: link, cancel_way, cancel_refund, photos } = read;
  if (!found || !(found.payment_status === "paid" || isCanceled(found))) return null;
  const order = confirmedOrder(found, viewer);
  const left = toCents(found.total_paid ?? 0) - found.refunded_cents;
  const cancellation = cancellationOf(found, order.isMasked ? null : left, cancel_way, cancel_refund);
  const now = Date.now();
  const { meaning } = stepStatus(found);
  const stands = { standing: batchStanding(found).label, meaning, next: nextStep(found, now) };
  if (order.isMasked)
    return {
      ...{ order, trackingLink: null, photos: [], hasReceipt: false },
      ...{ wayHere: null, cancellation, promise: null, ...stands },
    };
  return {
    order,
    trackingLink: shown(link),
    photos,
    hasReceipt: hasReceipt(found),
    wayHere: wayHereOf(found, now),
    cancellation,
    promise: promiseWords(found, now),
    ...stands,
  };
}
