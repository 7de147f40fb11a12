import { businessDate } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import { askWords } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isToShip, lookedForSince } from "@/lib/orders/inbound";
import { openingOf } from "@/lib/orders/opening";
import type { Order } from "@/lib/orders/order";
import { promiseBrief } from "@/lib/orders/promise";
import type { Adjustment } from "@/lib/orders/schema";
import { batchStanding, hasLeft, isAwaited, isInPart, isToCancel, paymentStatus } from "@/lib/orders/status";
import { trackingLine } from "@/lib/orders/tracking/carrier";

/**
 * Returns a batch as a row of its owner's dashboard, in words. `asked`: what can be decided about it. Rows are sent once more as
 * data, so empty parts are left out.
 */
export function batchRow(order: Order, now: number, asked?: Adjustment) {
  const standing = isToCancel(order)
    ? requestBrief(order)
    : (promiseBrief(order, now) ?? packageBrief(order, now));
  return {
    id: order.id,
    name: displayBatchId(order),
    submittedAt: order.submitted_at,
    cards: order.num_cards,
    // React sends one object of several rows as the long way to the first of them.
    status: { ...batchStanding(order) },
    /** What its owner decides, and until when. When it is back, or before check-in, what is known of the package. */
    notes: [...(asked ? [askBrief(asked, now)] : []), ...(standing ? [standing] : [])].map(
      ({ text, tone }) => (tone ? { text, tone } : { text }),
    ),
    payment: paymentStatus(order.payment_status),
    isToShip: isToShip(order),
    /** Null: the parcel has not left. */
    tracking: hasLeft(order.submission_status) ? trackingLine(order) : null,
    hasTracking: Boolean(order.tracking_number) && hasLeft(order.submission_status),
  };
}

function askBrief(asked: Adjustment, now: number): { text: string; tone: "warning" } {
  return { text: `${askWords(asked, now)} by ${formatShortDate(asked.deadline_at)}`, tone: "warning" };
}

/** Says of a batch that is to be canceled since when; nothing is promised of it, and its package is not opened. */
function requestBrief({ cancel_requested_at: at }: Order): { text: string; tone: undefined } {
  return { text: `Since ${dayOf(at ?? "")}`, tone: undefined };
}

const dayOf = (at: string) => formatShortDate(businessDate(Date.parse(at)));

/** Says of a paid batch that is not checked in why nothing is to be shipped; null where it is, and for all others. */
function packageBrief(
  order: Order,
  now: number,
): { text: string; tone: "warning" | "danger" | undefined } | null {
  if (!isAwaited(order)) return null;
  const { arrived_at: arrivedAt, inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = order;
  const say = (text: string) => ({ text, tone: undefined });
  const opening = openingOf(order, now);
  if (opening?.isLate)
    return { text: `Late to open, was due ${formatShortDate(opening.by)}`, tone: "danger" };
  if (arrivedAt && opening)
    return say(`Arrived ${dayOf(arrivedAt)}, opened by ${formatShortDate(opening.by)}`);
  if (arrivedAt)
    return say(`Arrived ${dayOf(arrivedAt)}, ${isInPart(order) ? "counted in part" : "to be counted"}`);
  const since = lookedForSince(order, now);
  if (since) return { text: `Looking for it since ${formatShortDate(since)}`, tone: "warning" };
  if (deliveredAt) return say(`You said: delivered ${formatShortDate(deliveredAt)}`);
  return shippedAt ? say(`You said: shipped ${formatShortDate(shippedAt)}`) : null;
}

/** A row of the dashboard as batchRow words it. */
export type BatchRow = ReturnType<typeof batchRow>;
