import { cardCount } from "@/lib/base/messages";
import { formatShortDate } from "@/lib/base/time";
import { adjustmentEventText } from "@/lib/orders/adjustment";
import { inboundEventText } from "@/lib/orders/inbound";
import type { OrderEventType } from "@/lib/orders/order";
import { photoKind } from "@/lib/orders/photo";
import { statuses, statusOf } from "@/lib/orders/status";
import { addressEventText, problemEventText } from "@/lib/orders/timeline";
import { carrierName, isCarrier } from "@/lib/orders/tracking-number";
import { setAsideText } from "@/lib/staff/desk/stop-reason";
import {
  conditionLabel,
  disputeLabel,
  fulfillmentLabel,
  paymentWord,
  storedReasonText,
  submissionLabel,
} from "@/lib/staff/labels";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

const FIELDS = {
  payment_status: "Payment",
  fulfillment_status: "Fulfillment",
  submission_status: "Status",
  tracking_number: "Tracking number",
  grading_submission_number: "Submission number",
  internal_notes: "Staff notes",
  invoice_filename: "Invoice file",
  review_reason: "Review",
  dispute_status: "Dispute",
  shelf_location: "Shelf",
  return_carrier: "Return carrier",
  grader_group: "Grader shipment",
  inbound_tracking: "Package tracking",
} satisfies Partial<Record<OrderEventType, string>>;
type Field = keyof typeof FIELDS;

const TITLES = {
  created: "Submitted",
  linked: "Linked to an account",
  refunded: "Refunded",
  refund_started: "Refund started",
  refund_failed: "Refund failed",
  arrived: "Package arrived",
  counted: "Counted",
  recounted: "Counted again",
  count_mismatch: "Count differs",
  package_condition: "Package condition",
  package_matched: "Package matched",
  payment_adopted: "Payment updated from Stripe",
  note: "Note",
  reason: "Reason given",
  exception_resolved: "Payment exception resolved",
  undone: "Undone",
  cards_back: "Cards back from the grader",
  box_counted: "Box counted",
  set_aside: "Set aside",
  set_aside_asked: "Asked the customer",
  set_aside_ended: "No longer set aside",
  photo: "Photo",
  photo_shown: "Photo",
  cancel_asked: "Customer asked to cancel",
  cancel_withdrawn: "Cancellation request withdrawn",
  cancel_declined: "Cancellation declined",
  delay: "Delayed",
} satisfies Record<Exclude<OrderEventType, Field | SharedType>, string>;

/** Event types that customers see with the same text. */
const SHARED = [
  "adjustment",
  "inbound_shipped",
  "inbound_delivered",
  "inbound_withdrawn",
  "problem",
  "return_address",
] as const;
type SharedType = (typeof SHARED)[number];
const isShared = (type: OrderEventType): type is SharedType => SHARED.some((shared) => shared === type);

const UNDONE: Record<string, string> = {
  arrival: "arrival",
  check_in: "check-in",
  match: "package match",
  change: "last change",
  group_add: "adding to a shipment",
  group_out: "removing from its shipment",
  group_close: "closing its shipment",
  group_step: "shipment step",
  return: "return shipment",
  box: "box count",
  set_aside: "setting aside",
  set_aside_note: "note about asking the customer",
  cancel_declined: "declining the cancellation",
  withdrawal: "withdrawing a question",
  set_aside_end: "removing from the set-aside list",
};

const isField = (type: OrderEventType): type is Field => Object.hasOwn(FIELDS, type);

/**
 * Returns the title of an order event and its change, or null if the title is enough. The title of a step forward
 * names the completed action.
 */
export function eventText(event: Pick<StaffOrderEvent, "type" | "from_value" | "to_value" | "data">): {
  title: string;
  change: string | null;
} {
  const { type, from_value: from, to_value: to } = event;
  if (type === "submission_status" && to !== null && Object.hasOwn(statuses, to) && !event.data?.corrected)
    return { title: statusOf(to).done, change: null };
  if (type === "payment_status" && to === "paid") return { title: "Paid", change: null };
  if (isField(type)) {
    const word = (value: string | null) => (value === null ? "none" : valueWord(type, value));
    const title = event.data?.corrected ? `${FIELDS[type]} corrected` : FIELDS[type];
    return { title, change: `${word(from)} → ${word(to)}` };
  }
  if (isShared(type)) return { title: sharedText(type, from, to), change: null };
  if (type === "delay" && to === null) return { title: "Delay ended", change: null };
  if (type === "linked" && to === null) return { title: "Unlinked from an account", change: null };
  return { title: TITLES[type], change: changeText(type, from, to) };
}

function sharedText(type: SharedType, from: string | null, to: string | null): string {
  if (type === "adjustment") return adjustmentEventText(to);
  if (type === "return_address") return addressEventText(to);
  if (type === "problem") return problemEventText(to);
  return inboundEventText(type, from, to);
}

function changeText(type: keyof typeof TITLES, from: string | null, to: string | null): string | null {
  if (type === "linked" || type === "reason" || type === "set_aside_ended") return null;
  if (type === "delay") return to && `until ${formatShortDate(to)}`;
  if (type === "note") return to ?? `undone: ${from}`;
  if (type === "set_aside") return to && setAsideText(to);
  if (type === "photo") return to ? photoText(to) : `removed: ${photoText(from)}`;
  if (type === "photo_shown") return to === "true" ? "shown to the customer" : "hidden from the customer";
  if (type === "box_counted") return `box ${from}: ${cardCount(Number(to))}`;
  if (type === "undone") return from && (UNDONE[from] ?? null);
  if (type === "exception_resolved") return from && storedReasonText(from);
  if (from === null && to === null) return null;
  if (type === "created") return null;
  if (type === "package_condition") return arrow(from && conditionLabel(from), to && conditionLabel(to));
  return arrow(from, to);
}

function photoText(kind: string | null): string {
  return photoKind(kind).toLowerCase();
}

function arrow(from: string | null, to: string | null): string {
  return from === null ? (to ?? "") : `${from} → ${to ?? "none"}`;
}

function valueWord(type: Field, value: string): string {
  switch (type) {
    case "payment_status":
      return paymentWord(value);
    case "dispute_status":
      return disputeLabel(value).label;
    case "fulfillment_status":
      return fulfillmentLabel(value);
    case "submission_status":
      return submissionLabel(value).label;
    case "return_carrier":
      return isCarrier(value) ? carrierName(value) : value;
    case "review_reason":
      // Reviewed damage is stored here, too.
      return conditionLabel(storedReasonText(value));
    default:
      return value;
  }
}
