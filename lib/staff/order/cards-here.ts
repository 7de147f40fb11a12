import { cardCount } from "@/lib/base/messages";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

/** Returns which of an order's cards we have and must ship back after a full refund. Null for none. */
export function cardsHere(
  order: Pick<
    StaffOrder,
    "arrived_at" | "received_at" | "received_count" | "shelf_location" | "fulfillment_status"
  >,
): string | null {
  if (order.fulfillment_status === "complete") return null;
  if (order.received_at && order.received_count !== null) {
    const shelf = order.shelf_location ? ` (shelf ${order.shelf_location})` : "";
    return `${cardCount(order.received_count)} ${order.received_count === 1 ? "is" : "are"} still here${shelf}.`;
  }
  return order.arrived_at ? "The unopened package is still here." : null;
}

/** Returns whether staff marked a batch as received without counting its cards. */
export function isUncounted(
  order: Pick<StaffOrder, "payment_status" | "submission_status" | "received_count">,
): boolean {
  const isHere = order.submission_status === "received" || order.submission_status === "processing";
  return order.payment_status === "paid" && isHere && order.received_count === null;
}

/** Returns whether we have or had cards or a package to photograph. */
export function canHavePhotos(
  order: Pick<StaffOrder, "payment_status" | "arrived_at">,
  events: Pick<StaffOrderEvent, "type">[],
): boolean {
  const wasTaken = events.some(({ type }) => type === "photo");
  return order.payment_status === "paid" || order.arrived_at !== null || wasTaken;
}

/**
 * Returns whether a batch can have an upcharge: the grader has or had its cards. The database enforces this in
 * private.was_sent.
 */
export function canAskUpcharge(
  order: Pick<StaffOrder, "payment_status" | "submission_status" | "received_count">,
): boolean {
  const wasSent = ["shipped", "grading", "graded"].includes(order.submission_status);
  return order.payment_status === "paid" && order.received_count !== null && wasSent;
}
