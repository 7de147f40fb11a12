import type {
  FulfillmentStatus,
  PackageCondition,
  PaymentStatus,
  SubmissionStatus,
} from "@/lib/orders/order";
import { statuses, statusOf, stepStatus, type Tone } from "@/lib/orders/status";
import type { BoundedCount } from "@/lib/staff/staff-order";

const FULFILLMENT: Record<FulfillmentStatus, string> = {
  not_received: "Not received",
  grading: "Grading",
  complete: "Complete",
};

/** Answers a fulfillment status as staff read it; any other word of an order's history stays as it is stored. */
export function fulfillmentLabel(status: string): string {
  return Object.hasOwn(FULFILLMENT, status) ? FULFILLMENT[status as FulfillmentStatus] : status;
}

/** Returns where a batch is in the three words that staff use; the customer reads eight. */
export function rollUpLabel(submission: SubmissionStatus): string {
  return { not_received: "Pending", grading: "Processing", complete: "Completed" }[
    statuses[submission].fulfillment
  ];
}

/** Returns the badge of a submission status for staff. */
export function submissionLabel(status: string): { label: string; tone: Tone } {
  return staffBadge(statusOf(status));
}

const staffBadge = ({ badge, staffBadge: label = badge, tone }: ReturnType<typeof statusOf>) => ({
  label,
  tone,
});

type Whereabouts = {
  payment_status: PaymentStatus;
  submission_status: SubmissionStatus;
  arrived_at: string | null;
  /** Some of its boxes are here and counted, and others are awaited. */
  is_counted_in_part: boolean;
};

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

/** Answers a payment status as staff read it: all five, where customers see paid or not. */
export function paymentLabel(status: PaymentStatus): { label: string; tone: Tone } {
  return PAYMENT[status];
}

/** Answers a payment status as paymentLabel names it; any other word of an order's history stays as it is stored. */
export function paymentWord(status: string): string {
  return Object.hasOwn(PAYMENT, status) ? PAYMENT[status as PaymentStatus].label : status;
}

/** What the payment service calls the standing of a dispute, in staff's words. */
const DISPUTE: Partial<Record<string, string>> = {
  needs_response: "Needs our answer",
  under_review: "The bank is looking at it",
  won: "Won",
  lost: "Lost",
  warning_needs_response: "Inquiry, needs our answer",
  warning_under_review: "Inquiry, the bank is looking at it",
  warning_closed: "Inquiry closed",
  appeal_needs_response: "Appeal, needs our answer",
  appeal_under_review: "Appeal, the bank is looking at it",
  prevented: "Prevented",
};
const ENDED = ["won", "lost", "warning_closed", "prevented"];

/** Answers how a dispute stands, as staff read it, and whether it is over; a word that is new to us stays as it is. */
export function disputeLabel(status: string): { label: string; isOver: boolean } {
  return { label: DISPUTE[status] ?? status, isOver: ENDED.includes(status) };
}

/** Writes a count that stops at a thousand: "37", "1,000+". */
export function countWords({ count, is_more }: BoundedCount): string {
  return `${count.toLocaleString("en-US")}${is_more ? "+" : ""}`;
}

const CONDITION: Record<PackageCondition, string> = {
  ok: "In good order",
  damaged_outside: "Package damaged",
  damaged_cards: "Cards damaged",
  tampered: "Opened on the way",
};

/** Answers the condition a package came in, as staff read it; any other word of an order's history stays as it is stored. */
export function conditionLabel(condition: string): string {
  return Object.hasOwn(CONDITION, condition) ? CONDITION[condition as PackageCondition] : condition;
}
