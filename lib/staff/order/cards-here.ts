import { cardCount } from "@/lib/base/words";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

/**
 * Says what of an order lies in our building and has to go back when its money goes back; null when nothing is here (any
 * more).
 */
export function cardsHere(
  order: Pick<
    StaffOrder,
    "arrived_at" | "received_at" | "received_count" | "shelf_location" | "fulfillment_status"
  >,
): string | null {
  if (order.fulfillment_status === "complete") return null;
  if (order.received_at && order.received_count !== null) {
    const shelf = order.shelf_location ? ` (shelf ${order.shelf_location})` : "";
    return `${cardCount(order.received_count)} of it ${order.received_count === 1 ? "is" : "are"} here${shelf} and must go back to the customer.`;
  }
  return order.arrived_at ? "Its package is here, unopened, and must go back to the customer." : null;
}

/** Tells whether staff have said by hand that a batch is here, and nobody has counted its cards. */
export function isUncounted(
  order: Pick<StaffOrder, "payment_status" | "submission_status" | "received_count">,
): boolean {
  const isHere = order.submission_status === "received" || order.submission_status === "processing";
  return order.payment_status === "paid" && isHere && order.received_count === null;
}

/** Tells whether there is something to take a photograph of, or was: nothing comes to us that is not paid, as a rule. */
export function canHavePhotos(
  order: Pick<StaffOrder, "payment_status" | "arrived_at">,
  events: Pick<StaffOrderEvent, "type">[],
): boolean {
  const wasTaken = events.some(({ type }) => type === "photo");
  return order.payment_status === "paid" || order.arrived_at !== null || wasTaken;
}

/**
 * Tells whether the grader has cards of a paid batch, or had them and they are not on their way home: it may ask for more. The
 * database refuses an upcharge of any other (private.was_sent).
 */
export function canAskUpcharge(
  order: Pick<StaffOrder, "payment_status" | "submission_status" | "received_count">,
): boolean {
  const wasSent = ["shipped", "grading", "graded"].includes(order.submission_status);
  return order.payment_status === "paid" && order.received_count !== null && wasSent;
}
