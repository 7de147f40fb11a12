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

/** Returns the label of a fulfillment status; an unknown value of an order's history stays as stored. */
export function fulfillmentLabel(status: string): string {
  return Object.hasOwn(FULFILLMENT, status) ? FULFILLMENT[status as FulfillmentStatus] : status;
}

/** Returns the stage of a batch for staff, one of three; customers see eight steps. */
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

/** Returns the badge of a batch for staff; null for one that was canceled before its cards came. */
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

/** Returns the label of a payment status; customers see only paid or not. */
export function paymentLabel(status: PaymentStatus): { label: string; tone: Tone } {
  return PAYMENT[status];
}

/** Returns the label of a payment status; an unknown value of an order's history stays as stored. */
export function paymentWord(status: string): string {
  return Object.hasOwn(PAYMENT, status) ? PAYMENT[status as PaymentStatus].label : status;
}

/** The states of a dispute in Stripe, within a sentence. */
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

/** Returns the state of a dispute in words, and whether it is over; an unknown state stays as it is. */
export function disputeLabel(status: string): { label: string; isOver: boolean } {
  return { label: DISPUTE[status] ?? status, isOver: ENDED.includes(status) };
}

/** Returns a count that stops at a thousand: "37", "1,000+". */
export function countText({ count, is_more }: BoundedCount): string {
  return `${count.toLocaleString("en-US")}${is_more ? "+" : ""}`;
}

const CONDITION: Record<PackageCondition, string> = {
  ok: "No damage",
  damaged_outside: "Package damaged",
  damaged_cards: "Cards damaged",
  tampered: "Opened in transit",
};

/** Returns the condition of a package on arrival; an unknown value of an order's history stays as stored. */
export function conditionLabel(condition: string): string {
  return Object.hasOwn(CONDITION, condition) ? CONDITION[condition as PackageCondition] : condition;
}

/** Returns a reason from an order's history in words; an unknown value stays as stored. */
export function storedReasonText(value: string): string {
  return isReason(value) ? reasonText(value) : value;
}

/** Returns who did something, also after their account was deleted; without an ID it was the system. */
export function performedByText({
  actor_id: id,
  actor_email: email,
}: {
  actor_id: string | null;
  actor_email: string | null;
}): string {
  return email ?? (id === null ? "System" : "Deleted account");
}

/** Returns whether a paid order has no email: it was erased, or Stripe never sent it. */
export function hasNoPerson(order: Pick<StaffOrder, "email" | "payment_status" | "total_paid">): boolean {
  return order.email === null && (order.payment_status === "paid" || order.total_paid !== null);
}

/** Returns what to call the customer of an order that has neither name nor email. */
export function namelessText(order: Parameters<typeof hasNoPerson>[0]): string {
  return hasNoPerson(order) ? "No name on file" : "Guest, not paid yet";
}

export function actorText(event: Pick<StaffOrderEvent, "actor_type" | "actor_email">): string {
  if (event.actor_type === "staff") return event.actor_email ?? "Staff";
  return { customer: event.actor_email ?? "Customer", stripe: "Stripe", system: "System" }[event.actor_type];
}
