import { isReason, reasonText } from "@/lib/orders/messages";
import {
  type FulfillmentStatus,
  type PackageCondition,
  type PaymentStatus,
  type SubmissionStatus,
  statuses,
  statusOf,
  stepStatus,
  type Tone,
} from "@/lib/orders/status";
import type { BoundedCount, StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

const FULFILLMENT: Record<FulfillmentStatus, string> = {
  not_received: "Not received",
  grading: "Grading",
  complete: "Complete",
};

/** Returns the label of a fulfillment status. Unknown values from an order's history are shown as stored. */
export function fulfillmentLabel(status: string): string {
  return Object.hasOwn(FULFILLMENT, status) ? FULFILLMENT[status as FulfillmentStatus] : status;
}

/** Returns a batch's stage for staff: one of three, while customers see eight steps. */
export function rollUpLabel(submission: SubmissionStatus): string {
  return { not_received: "Pending", grading: "Processing", complete: "Completed" }[
    statuses[submission].fulfillment
  ];
}

export function submissionLabel(status: string): { label: string; tone: Tone } {
  return staffBadge(statusOf(status));
}

const staffBadge = ({ badge, staffBadge: label = badge, tone }: ReturnType<typeof statusOf>) => ({
  label,
  tone,
});

type Whereabouts = Pick<
  StaffOrder,
  "payment_status" | "submission_status" | "arrived_at" | "is_counted_in_part"
>;

/** Returns a batch's badge for staff. Null if it was canceled before its cards arrived. */
export function whereaboutsLabel(order: Whereabouts): { label: string; tone: Tone } | null {
  const isAwaited = order.submission_status === "pending" && !order.arrived_at;
  return isAwaited && order.payment_status === "canceled" ? null : staffBadge(stepStatus(order));
}

const PAYMENT: Record<PaymentStatus, { label: string; tone: Tone }> = {
  unpaid: { label: "Unpaid", tone: "neutral" },
  pending: { label: "Pending", tone: "warning" },
  paid: { label: "Paid", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  canceled: { label: "Canceled", tone: "neutral" },
};

/** Returns a payment status's label and tone. Customers only see paid or unpaid. */
export function paymentLabel(status: PaymentStatus): { label: string; tone: Tone } {
  return PAYMENT[status];
}

/** Returns the label of a payment status. Unknown values from an order's history are shown as stored. */
export function paymentWord(status: string): string {
  return Object.hasOwn(PAYMENT, status) ? PAYMENT[status as PaymentStatus].label : status;
}

/** Stripe's dispute statuses, worded for use within a sentence. */
const DISPUTE: Partial<Record<string, string>> = {
  needs_response: "needs a response",
  under_review: "under review",
  won: "won",
  lost: "lost",
  warning_needs_response: "inquiry, needs a response",
  warning_under_review: "inquiry, under review",
  warning_closed: "inquiry closed",
  appeal_needs_response: "appeal, needs a response",
  appeal_under_review: "appeal, under review",
  prevented: "prevented",
};
const ENDED = ["won", "lost", "warning_closed", "prevented"];

/** Returns the text of a dispute's status and whether the dispute is over. Unknown statuses are shown as stored. */
export function disputeLabel(status: string): { label: string; isOver: boolean } {
  return { label: DISPUTE[status] ?? status, isOver: ENDED.includes(status) };
}

/** Returns a count capped at a thousand: "37", "1,000+". */
export function countText({ count, is_more }: BoundedCount): string {
  return `${count.toLocaleString("en-US")}${is_more ? "+" : ""}`;
}

const CONDITION: Record<PackageCondition, string> = {
  ok: "No damage",
  damaged_outside: "Package damaged",
  damaged_cards: "Cards damaged",
  tampered: "Opened in transit",
};

/** Returns the condition of a package on arrival. Unknown values from an order's history are shown as stored. */
export function conditionLabel(condition: string): string {
  return Object.hasOwn(CONDITION, condition) ? CONDITION[condition as PackageCondition] : condition;
}

/** Returns the text of a reason from an order's history. Unknown values are shown as stored. */
export function storedReasonText(value: string): string {
  return isReason(value) ? reasonText(value) : value;
}

/** Returns who performed an action, even if their account was deleted. Without an ID it was the system. */
export function performedByText({
  actor_id: id,
  actor_email: email,
}: {
  actor_id: string | null;
  actor_email: string | null;
}): string {
  return email ?? (id === null ? "System" : "Deleted account");
}

/** Returns whether a paid order has no email because it was erased or Stripe never sent one. */
export function hasNoPerson(order: Pick<StaffOrder, "email" | "payment_status" | "total_paid">): boolean {
  return order.email === null && (order.payment_status === "paid" || order.total_paid !== null);
}

/** Returns how to refer to the customer of an order without a name or email. */
export function namelessText(order: Parameters<typeof hasNoPerson>[0]): string {
  return hasNoPerson(order) ? "No name on file" : "Guest, not paid yet";
}

export function actorText(event: Pick<StaffOrderEvent, "actor_type" | "actor_email">): string {
  if (event.actor_type === "staff") return event.actor_email ?? "Staff";
  return { customer: event.actor_email ?? "Customer", stripe: "Stripe", system: "System" }[event.actor_type];
}
