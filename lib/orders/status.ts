// No schema in this file: the browser's code needs its lists and words, and no more.

export const PAYMENT_STATUSES = ["unpaid", "pending", "paid", "failed", "canceled"] as const;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The coarse steps of a batch, in order. */
export const FULFILLMENT_STEPS = ["not_received", "grading", "complete"] as const;

/** The steps of a batch in the order in which it goes through them. */
export const SUBMISSION_STEPS = [
  "pending",
  "received",
  "processing",
  "shipped",
  "grading",
  "graded",
  "completed",
  "delivered",
] as const;
type SubmissionStatus = (typeof SUBMISSION_STEPS)[number];

/** How a package can come in. */
export const PACKAGE_CONDITIONS = ["ok", "damaged_outside", "damaged_cards", "tampered"] as const;
type PackageCondition = (typeof PACKAGE_CONDITIONS)[number];

/** The two statuses that say where a batch stands. */
type Standing = { payment_status: PaymentStatus; submission_status: SubmissionStatus };

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

/** How each step reads to the customer. `shipped` is the way to the grader, not back. */
const SUBMISSION: Record<SubmissionStatus, { label: string; tone: Tone }> = {
  pending: { label: "Waiting for your cards", tone: "neutral" },
  received: { label: "Received and counted", tone: "accent" },
  processing: { label: "Being prepared", tone: "accent" },
  shipped: { label: "Shipped to grader", tone: "accent" },
  grading: { label: "At the grader", tone: "accent" },
  graded: { label: "Grades ready", tone: "success" },
  completed: { label: "On its way back", tone: "success" },
  delivered: { label: "Returned to you", tone: "success" },
};

/** Label and tone of a submission status; an unknown one is styled as pending. */
export function submissionStatus(status: string): { label: string; tone: Tone } {
  return Object.hasOwn(SUBMISSION, status)
    ? SUBMISSION[status as SubmissionStatus]
    : { label: status, tone: "neutral" };
}

/** As submissionStatus; a batch that is not paid does not ask for its cards. */
export function batchStatus(order: Standing): { label: string; tone: Tone } {
  if (order.submission_status !== "pending" || order.payment_status === "paid") {
    return submissionStatus(order.submission_status);
  }
  return { label: order.payment_status === "canceled" ? "Canceled" : "Pending", tone: "neutral" };
}

/** The customer's view of a payment: paid or not; what is on its way says so. */
export function paymentStatus(status: PaymentStatus): { label: string; tone: Tone } {
  if (status === "paid") return { label: "Paid", tone: "success" };
  if (status === "pending") return { label: "Unpaid, payment on its way", tone: "warning" };
  return { label: "Unpaid", tone: "neutral" };
}

/** Whether a batch is paid and its cards are not here yet: how to ship it still matters. */
export function isAwaited(order: Standing): boolean {
  return order.payment_status === "paid" && order.submission_status === "pending";
}

/** Whether the graded cards are on their way back, or there. */
export function hasLeft(submissionStatus: string): boolean {
  return submissionStatus === "completed" || submissionStatus === "delivered";
}

const CONDITIONS: Record<PackageCondition, string> = {
  ok: "The package was in good order",
  damaged_outside: "The package was damaged outside",
  damaged_cards: "Cards in the package were damaged",
  tampered: "The package had been opened on the way",
};

/** How a package came in, in words for the customer; an unknown condition says no more than that it was noted. */
export function packageCondition(condition: string): string {
  return Object.hasOwn(CONDITIONS, condition)
    ? CONDITIONS[condition as PackageCondition]
    : "The condition of the package was noted";
}
