import { formatShortDate } from "@/lib/base/time";
import { cardCount } from "@/lib/base/words";
import { problemMark } from "@/lib/orders/problem";
import { reasonWords } from "@/lib/orders/words";
import { setAsideWords } from "@/lib/staff/desk/stop-reason";
import { conditionLabel } from "@/lib/staff/labels";
import { isUpchargeUnsettled } from "@/lib/staff/orders/order-question";
import type { StaffOrder } from "@/lib/staff/staff-order";

type Attention = Pick<
  StaffOrder,
  | "open_exceptions"
  | "review_reason"
  | "dispute_status"
  | "received_count"
  | "num_cards"
  | "count_differs"
  | "cards_here"
  | "damage"
  | "problem"
  | "asked"
>;

/** A dispute that is still open, as the payment service names it: an inquiry, the dispute, or an appeal. */
const OPEN_DISPUTES = [
  "needs_response",
  "warning_needs_response",
  "appeal_needs_response",
  "under_review",
  "warning_under_review",
  "appeal_under_review",
];

/**
 * Says why an order needs somebody's eyes, a text for each reason; empty when it does not. The saved view of exceptions
 * has the orders with any: of other cards until that is decided, of damage until somebody has seen it.
 */
export function attentionWords(order: Attention): string[] {
  return [
    order.dispute_status && OPEN_DISPUTES.includes(order.dispute_status) ? "Payment disputed" : "",
    order.open_exceptions > 0 ? "Its payment does not fit" : "",
    order.problem ? problemMark(order.problem) : "",
    order.review_reason ? reasonWords(order.review_reason) : "",
    order.cards_here ? `${cardCount(order.cards_here)} still here` : "",
    order.count_differs ? `Counted ${order.received_count} of ${order.num_cards}` : "",
    isUpchargeUnsettled(order) ? "Upcharge to settle" : "",
    order.damage ? conditionLabel(order.damage) : "",
  ].filter(Boolean);
}

/**
 * Says what the customer of a paid order has told us that waits for somebody here: that it is to be canceled, or that its
 * package, which is not here, was delivered; that from when on the saved view has it, too.
 */
export function customerWords(
  order: Pick<StaffOrder, "payment_status" | "cancel_requested_at" | "is_said_delivered">,
): string[] {
  return [
    order.payment_status === "paid" && order.cancel_requested_at ? "Cancel requested" : "",
    order.is_said_delivered ? "Said delivered, not here" : "",
  ].filter(Boolean);
}

/** Says why the package of an order is set aside, and when its customer was asked last; empty when it is not. */
export function setAsideNote({ set_aside: aside }: Pick<StaffOrder, "set_aside">): string[] {
  if (!aside) return [];
  const asked = aside.asked_at ? `, asked ${formatShortDate(aside.asked_at)}` : "";
  return [`Set aside: ${setAsideWords(aside.reason).toLowerCase()}${asked}`];
}
