import { businessDate } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import { askText } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import { batchName } from "@/lib/orders/batch-name";
import { lookedForSince } from "@/lib/orders/inbound";
import { openingOf } from "@/lib/orders/opening";
import type { Order } from "@/lib/orders/order";
import { backBy } from "@/lib/orders/promise";
import type { Adjustment } from "@/lib/orders/schema";
import {
  batchStatus,
  hasLeft,
  isAwaited,
  isToCancel,
  paymentStatus,
  SUBMISSION_STEPS,
  type Tone,
} from "@/lib/orders/status";
import { trackingLine } from "@/lib/orders/tracking/carrier";

type Note = { text: string; tone: "warning" | "danger" | undefined };

/**
 * Returns a batch as a row of its owner's dashboard, in words. `asked`: a question about it. Rows are sent a second time as
 * data, so empty parts are left out.
 */
export function batchRow(order: Order, now: number, asked?: Adjustment) {
  const isPaid = order.payment_status === "paid";
  const back = isToCancel(order) ? null : backBy(order, now);
  const note = isToCancel(order) ? requestNote(order) : packageNote(order, now);
  return {
    id: order.id,
    name: batchName(order, now),
    code: displayBatchId(order),
    submittedAt: order.submitted_at,
    cards: order.num_cards,
    status: statusOf(order, Boolean(back?.isLate)),
    /** How many of the eight steps are done. */
    place: isPaid ? SUBMISSION_STEPS.indexOf(order.submission_status) + 1 : 0,
    notes: [...(asked ? [askNote(asked, now)] : []), ...(note ? [note] : [])].map(({ text, tone }) =>
      tone ? { text, tone } : { text },
    ),
    ...(back && { backBy: back.text }),
    payment: order.payment_status === "canceled" ? "Refunded" : paymentStatus(order.payment_status).label,
    ...(hasLeft(order.submission_status) && order.tracking_number && { tracking: trackingLine(order) }),
  };
}

/** Returns a new object each time, because React sends a shared one as a long path to its first use. */
function statusOf(order: Order, isLate: boolean): { label: string; tone: Tone } {
  const { label, tone } = batchStatus(order);
  return isLate ? { label: `${label} · late`, tone: "danger" } : { label, tone };
}

function askNote(asked: Adjustment, now: number): Note {
  return { text: `${askText(asked, now)} by ${formatShortDate(asked.deadline_at)}`, tone: "warning" };
}

function requestNote({ cancel_requested_at: at }: Order): Note {
  return { text: `Since ${dayOf(at ?? "")}`, tone: undefined };
}

const dayOf = (at: string) => formatShortDate(businessDate(Date.parse(at)));

/** Returns what is known about the package of a paid batch that isn't checked in; null if nothing. */
function packageNote(order: Order, now: number): Note | null {
  if (!isAwaited(order)) return null;
  const { arrived_at: arrivedAt, inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = order;
  const say = (text: string): Note => ({ text, tone: undefined });
  const opening = openingOf(order, now);
  if (opening?.isLate)
    return { text: `We're late opening it (due ${formatShortDate(opening.by)})`, tone: "danger" };
  if (opening) return say(`We'll open it by ${formatShortDate(opening.by)}`);
  if (arrivedAt) return say(`Arrived ${dayOf(arrivedAt)}`);
  const since = lookedForSince(order, now);
  if (since) return { text: `We're searching (since ${formatShortDate(since)})`, tone: "warning" };
  if (deliveredAt) return say(`Delivered ${formatShortDate(deliveredAt)} (reported by you)`);
  return shippedAt ? say(`Shipped ${formatShortDate(shippedAt)} (reported by you)`) : null;
}

/** A row of the dashboard as batchRow words it. */
export type BatchRow = ReturnType<typeof batchRow>;
