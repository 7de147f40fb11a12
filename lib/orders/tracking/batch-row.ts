import { formatShortDate } from "@/lib/base/time";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type Inbound, wayHereOf } from "@/lib/orders/inbound";
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
    /** Until when it is back, or before check-in what its owner said of the package; null without, and once it has left. */
    note: promiseBrief(order, now) ?? saidBrief(wayHereOf(order)),
    payment: paymentStatus(order.payment_status),
    /** It can be printed for. */
    isAwaited: isAwaited(order),
    tracking: trackingLine(order),
    hasTracking: Boolean(order.tracking_number),
  };
}

function saidBrief(said: Inbound | null): { text: string; tone: undefined } | null {
  if (!said?.inbound_shipped_at) return null;
  const { inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = said;
  const words = deliveredAt
    ? `delivered ${formatShortDate(deliveredAt)}`
    : `shipped ${formatShortDate(shippedAt)}`;
  return { text: `You said: ${words}`, tone: undefined };
}

/** A row of the dashboard as batchRow words it. */
export type BatchRow = ReturnType<typeof batchRow>;
