import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";
import { promiseBrief } from "@/lib/orders/promise";
import { isAwaited, paymentStatus, submissionStatus } from "@/lib/orders/status";
import { trackingLine } from "@/lib/orders/tracking/carrier";

/** Reads a batch as a row of its owner's dashboard shows it at a moment in milliseconds: each value in the words that people read. */
export function batchRow(order: Order, now: number) {
  return {
    id: order.id,
    name: displayBatchId(order),
    submittedAt: order.submitted_at,
    cards: order.num_cards,
    status: submissionStatus(order.submission_status),
    /** Until when it is back; null before check-in, and once it has left. */
    promise: promiseBrief(order, now),
    payment: paymentStatus(order.payment_status),
    /** It can be printed for. */
    isAwaited: isAwaited(order),
    tracking: trackingLine(order),
    hasTracking: Boolean(order.tracking_number),
  };
}

/** A row of the dashboard as batchRow words it. */
export type BatchRow = ReturnType<typeof batchRow>;
