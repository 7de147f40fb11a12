import { businessDate } from "@/lib/base/business-date";
import { problemMark } from "@/lib/orders/problem";
import { reasonWords } from "@/lib/orders/words";
import { conditionLabel } from "@/lib/staff/labels";
import type { StaffOrder } from "@/lib/staff/staff-order";

type Attention = Pick<
  StaffOrder,
  | "open_exceptions"
  | "review_reason"
  | "dispute_status"
  | "received_count"
  | "num_cards"
  | "package_condition"
  | "fulfillment_status"
  | "problem"
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
 * has the orders with any, of other cards or damage as long as they are not complete.
 */
export function attentionWords(order: Attention): string[] {
  const isHere = order.fulfillment_status !== "complete";
  const { received_count: counted, package_condition: condition } = order;
  return [
    order.dispute_status && OPEN_DISPUTES.includes(order.dispute_status) ? "Payment disputed" : "",
    order.open_exceptions > 0 ? "Its payment does not fit" : "",
    order.problem ? problemMark(order.problem) : "",
    order.review_reason ? reasonWords(order.review_reason) : "",
    isHere && counted !== null && counted !== order.num_cards
      ? `Counted ${counted} of ${order.num_cards}`
      : "",
    isHere && condition && condition !== "ok" ? conditionLabel(condition) : "",
  ].filter(Boolean);
}

type Said = Pick<
  StaffOrder,
  "payment_status" | "fulfillment_status" | "arrived_at" | "cancel_requested_at" | "inbound_delivered_at"
>;

const DAY_MS = 86_400_000;

/**
 * Says what the customer of a paid order has told us that waits for somebody here, at a moment in milliseconds: that it is to
 * be canceled, or that its package, which is not here, was delivered two days ago or longer. The saved view counts two
 * business days: a weekend later the order is in it, too.
 */
export function customerWords(order: Said, now: number): string[] {
  if (order.payment_status !== "paid") return [];
  const isAway = order.fulfillment_status === "not_received" && order.arrived_at === null;
  const { cancel_requested_at: canceling, inbound_delivered_at: delivered } = order;
  return [
    canceling ? "Cancel requested" : "",
    isAway && delivered && dayNumber(now) - dayNumber(Date.parse(delivered)) >= 2
      ? "Said delivered, not here"
      : "",
  ].filter(Boolean);
}

const dayNumber = (at: number) => Date.parse(businessDate(at)) / DAY_MS;
