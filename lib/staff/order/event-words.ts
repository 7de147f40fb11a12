import { paymentStatus, submissionStatus } from "@/lib/orders/status";
import { fulfillmentLabel } from "@/lib/staff/labels";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

const FIELDS: Record<string, string> = {
  payment_status: "Payment",
  fulfillment_status: "Fulfillment",
  submission_status: "Submission",
  tracking_number: "Tracking number",
  grading_submission_number: "Submission number",
  internal_notes: "Internal notes",
  invoice_filename: "Invoice file",
  review_reason: "To be reviewed",
  dispute_status: "Dispute",
};

const WORDS: Record<string, string> = {
  created: "Order created",
  linked: "Linked to an account",
  refunded: "Refunded",
  refund_started: "Refund started",
  refund_failed: "Refund failed",
  arrived: "Package arrived",
  counted: "Counted",
  recounted: "Counted again",
  count_mismatch: "The count differs",
  reason: "Reason given",
  exception_resolved: "Payment exception settled",
};

/** An entry of the timeline in words: what happened, and for a changed field before and after. */
export function eventWords(event: Pick<StaffOrderEvent, "type" | "from_value" | "to_value" | "data">): {
  title: string;
  change: string | null;
} {
  const { type, from_value: from, to_value: to } = event;
  const field = FIELDS[type];
  if (!field) {
    const title = WORDS[type] ?? sentence(type);
    const isLink = type === "linked" || type === "reason";
    return { title, change: isLink || (from === null && to === null) ? null : arrow(from, to) };
  }
  const word = (value: string | null) => (value === null ? "none" : valueWord(type, value));
  const title = event.data?.corrected ? `${field} corrected` : field;
  return { title, change: `${word(from)} → ${word(to)}` };
}

function arrow(from: string | null, to: string | null): string {
  return from === null ? (to ?? "") : `${from} → ${to ?? "none"}`;
}

function valueWord(type: string, value: string): string {
  if (type === "payment_status")
    return value === "paid" || value === "unpaid" ? paymentStatus(value).label : value;
  if (type === "fulfillment_status") return fulfillmentLabel(value);
  if (type === "submission_status") return submissionStatus(value).label;
  return value;
}

function sentence(type: string): string {
  const words = type.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who did it, as staff read it. */
export function actorWords(event: Pick<StaffOrderEvent, "actor_type" | "actor_email">): string {
  if (event.actor_type === "staff") return event.actor_email ?? "Staff";
  return { customer: event.actor_email ?? "Customer", stripe: "Payment service", system: "System" }[
    event.actor_type
  ];
}
