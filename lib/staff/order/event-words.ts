import { formatShortDate } from "@/lib/base/time";
import { cardCount } from "@/lib/base/words";
import { adjustmentEventWords } from "@/lib/orders/adjustment";
import { inboundEventWords } from "@/lib/orders/inbound";
import type { OrderEventType } from "@/lib/orders/order";
import { photoKind } from "@/lib/orders/photo";
import { carrierName, isCarrier } from "@/lib/orders/shipping/tracking-number";
import { addressEventWords, problemEventWords } from "@/lib/orders/timeline";
import { setAsideWords } from "@/lib/staff/desk/stop-reason";
import {
  conditionLabel,
  disputeLabel,
  fulfillmentLabel,
  paymentWord,
  submissionLabel,
} from "@/lib/staff/labels";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";
import { storedReasonWords } from "@/lib/staff/words";

/** Columns whose change is told with what was there before and after. */
const FIELDS = {
  payment_status: "Payment",
  fulfillment_status: "Fulfillment",
  submission_status: "Submission",
  tracking_number: "Tracking number",
  grading_submission_number: "Submission number",
  internal_notes: "Internal notes",
  invoice_filename: "Invoice file",
  review_reason: "To be reviewed",
  dispute_status: "Dispute",
  shelf_location: "Shelf",
  return_carrier: "Return carrier",
  grader_group: "Group for the grader",
  inbound_tracking: "Package tracking",
} satisfies Partial<Record<OrderEventType, string>>;
type Field = keyof typeof FIELDS;

const WORDS = {
  created: "Order created",
  linked: "Linked to an account",
  refunded: "Refunded",
  refund_started: "Refund started",
  refund_failed: "Refund failed",
  arrived: "Package arrived",
  counted: "Counted",
  recounted: "Counted again",
  count_mismatch: "The count differs",
  package_condition: "Package condition",
  package_matched: "Package matched",
  payment_adopted: "Payment taken over from the payment service",
  note: "Note",
  reason: "Reason given",
  exception_resolved: "Payment exception settled",
  undone: "Undone",
  cards_back: "Cards back from the grader",
  box_counted: "Box counted",
  set_aside: "Set aside",
  set_aside_asked: "Asked about it",
  set_aside_ended: "No longer set aside",
  photo: "Photograph",
  photo_shown: "Photograph",
  adjustment: "Proposal",
  inbound_shipped: "The customer says",
  inbound_delivered: "The customer says",
  inbound_withdrawn: "The customer says",
  cancel_asked: "Customer asked to cancel",
  cancel_withdrawn: "Request to cancel withdrawn",
  cancel_declined: "Request to cancel declined",
  delay: "Delay",
  problem: "Problem",
  return_address: "Return address",
} satisfies Record<Exclude<OrderEventType, Field>, string>;

const UNDONE: Record<string, string> = {
  arrival: "that the package arrived",
  check_in: "the check-in",
  match: "the match of a package",
  change: "the change before",
  group_add: "that it was put into a group",
  group_out: "that it was taken out of its group",
  group_close: "the closing of its group",
  group_step: "the step of its group",
  return: "that it was sent back",
  box: "the count of a box",
  set_aside: "that it was set aside",
  set_aside_note: "the note of who was asked",
  cancel_declined: "that it goes on",
  withdrawal: "that a question was withdrawn",
  set_aside_end: "that it was no longer set aside",
};

const isField = (type: OrderEventType): type is Field => Object.hasOwn(FIELDS, type);

/**
 * Puts an entry of an order's timeline into words: what happened, and for a changed field the value before and after.
 * `change` is null where the title says all.
 */
export function eventWords(event: Pick<StaffOrderEvent, "type" | "from_value" | "to_value" | "data">): {
  title: string;
  change: string | null;
} {
  const { type, from_value: from, to_value: to } = event;
  if (isField(type)) {
    const word = (value: string | null) => (value === null ? "none" : valueWord(type, value));
    const title = event.data?.corrected ? `${FIELDS[type]} corrected` : FIELDS[type];
    return { title, change: `${word(from)} → ${word(to)}` };
  }
  if (type === "linked" && to === null) return { title: "Removed from an account", change: null };
  return { title: WORDS[type], change: changeWords(type, from, to) };
}

function changeWords(
  type: Exclude<OrderEventType, Field>,
  from: string | null,
  to: string | null,
): string | null {
  if (type === "linked" || type === "reason" || type === "set_aside_ended") return null;
  if (type === "adjustment") return adjustmentEventWords(to);
  if (type === "inbound_shipped" || type === "inbound_delivered" || type === "inbound_withdrawn") {
    return inboundEventWords(type, from, to);
  }
  if (type === "delay") return to ? `until ${formatShortDate(to)}` : "none any more";
  if (type === "return_address") return addressEventWords(to);
  if (type === "problem") return problemEventWords(to);
  if (type === "note") return to ?? `taken back: ${from}`;
  if (type === "set_aside") return to && setAsideWords(to);
  if (type === "photo") return to ? photoWords(to) : `taken back: ${photoWords(from)}`;
  if (type === "photo_shown") return to === "true" ? "the customer sees it" : "the customer does not see it";
  if (type === "box_counted") return `box ${from}: ${cardCount(Number(to))}`;
  if (type === "undone") return from && (UNDONE[from] ?? null);
  if (type === "exception_resolved") return from && storedReasonWords(from);
  if (from === null && to === null) return null;
  if (type === "created") return arrow(null, to && paymentWord(to));
  if (type === "package_condition") return arrow(from && conditionLabel(from), to && conditionLabel(to));
  return arrow(from, to);
}

function photoWords(kind: string | null): string {
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
      // Damage that somebody has seen to is one, too.
      return conditionLabel(storedReasonWords(value));
    default:
      return value;
  }
}
