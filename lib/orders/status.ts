// No schema in this file: the browser's code needs its lists and words, and no more.

/**
 * Lists where an order's money can stand; `failed` and `canceled` come from the payment service or a full refund
 * alone.
 */
export const PAYMENT_STATUSES = ["unpaid", "pending", "paid", "failed", "canceled"] as const;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Lists the coarse steps of a batch, in order: what the specification calls fulfillment. */
export const FULFILLMENT_STEPS = ["not_received", "grading", "complete"] as const;

/**
 * Lists the fine steps of a batch in the order in which it goes through them: what the specification calls submission
 * status.
 */
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

/** Lists how a package can come in, for the check-in to note. */
export const PACKAGE_CONDITIONS = ["ok", "damaged_outside", "damaged_cards", "tampered"] as const;
type PackageCondition = (typeof PACKAGE_CONDITIONS)[number];

/** The two statuses that say where a batch stands. */
type Standing = { payment_status: PaymentStatus; submission_status: SubmissionStatus };

/** When the package of a batch came in (null: it is not here), and whether some of its boxes are counted and others awaited. */
type Arrival = { arrived_at: string | null; is_counted_in_part?: boolean };

/** Since when the customer of a batch wants it canceled, which a count of its cards overtakes. */
type Request = { cancel_requested_at: string | null; received_count: number | null };

/** The meaning of a badge's colour; the label says the same in words, since colour alone tells nothing. */
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

/**
 * Answers label and tone of a submission status. An unknown one is shown by its own word and styled as pending, as the
 * specification has it.
 */
export function submissionStatus(status: string): { label: string; tone: Tone } {
  return Object.hasOwn(SUBMISSION, status)
    ? SUBMISSION[status as SubmissionStatus]
    : { label: status, tone: "neutral" };
}

/**
 * Answers label and tone of the step of a batch, as submissionStatus; nobody waits for what is here, unopened, and of what is counted
 * in part for no more than the rest.
 */
export function stepStatus(order: Arrival & { submission_status: string }): { label: string; tone: Tone } {
  if (!isUncounted(order)) return submissionStatus(order.submission_status);
  const label = order.is_counted_in_part ? "Here, counted in part" : "Here, not opened yet";
  return { label, tone: SUBMISSION.pending.tone };
}

/** Tells whether the package of a batch is here, and not checked in as far as its steps say. */
function isUncounted(order: Arrival & { submission_status: string }): boolean {
  return order.submission_status === "pending" && order.arrived_at !== null;
}

/** Tells whether the package of a batch is here, and nothing of it was opened as far as its steps say. */
export function isUnopened(order: Arrival & { submission_status: string }): boolean {
  return isUncounted(order) && !order.is_counted_in_part;
}

/** Tells whether some boxes of a batch are here and counted, and others are awaited. */
export function isInPart(order: Arrival & { submission_status: string }): boolean {
  return isUncounted(order) && Boolean(order.is_counted_in_part);
}

/** Tells whether its customer wants a batch canceled that is not: staff or the payment service have yet to do it. */
export function isToCancel(order: Pick<Standing, "payment_status"> & Request): boolean {
  return (
    order.payment_status === "paid" && order.received_count === null && order.cancel_requested_at !== null
  );
}

/**
 * Answers label and tone of where a batch stands, as batchStanding; of one that is not paid (any more) where its cards are, for which
 * it does not ask.
 */
export function batchStatus(order: Standing & Arrival & Request): { label: string; tone: Tone } {
  if (order.payment_status === "paid") return batchStanding(order);
  if (order.submission_status !== "pending") return stepStatus(order);
  return { label: order.payment_status === "canceled" ? "Canceled" : "Pending", tone: "neutral" };
}

/**
 * Answers label and tone of a batch that is looked at by itself: once it is paid its step, or that its customer asked to cancel it;
 * else what became of the payment.
 */
export function batchStanding(
  order: Arrival & Request & Omit<Standing, "submission_status"> & { submission_status: string },
): { label: string; tone: Tone } {
  if (isToCancel(order)) return { label: "Asked to cancel", tone: "neutral" };
  if (order.payment_status === "paid") return stepStatus(order);
  // Lists say "Unpaid", as the specification has it: of a batch whose money went back that would be news to its owner.
  if (order.payment_status === "canceled") return { label: "Canceled", tone: "neutral" };
  return paymentStatus(order.payment_status);
}

/** Answers the customer's view of a payment: paid or not, as the specification has it; what is on its way says so. */
export function paymentStatus(status: PaymentStatus): { label: string; tone: Tone } {
  if (status === "paid") return { label: "Paid", tone: "success" };
  if (status === "pending") return { label: "Unpaid, payment on its way", tone: "warning" };
  return { label: "Unpaid", tone: "neutral" };
}

/** Tells whether a batch is paid and its cards are not here yet: how to ship it still matters. */
export function isAwaited(order: Standing): boolean {
  return order.payment_status === "paid" && order.submission_status === "pending";
}

/** Tells whether a batch stands at a step, or past it; one of an unknown step has reached none. */
export function hasReached(order: { submission_status: string }, step: SubmissionStatus): boolean {
  const steps: readonly string[] = SUBMISSION_STEPS;
  return steps.indexOf(order.submission_status) >= steps.indexOf(step);
}

/** Tells whether the graded cards are on their way back, or there: the tracking number is that of the way back. */
export function hasLeft(submissionStatus: string): boolean {
  return submissionStatus === "completed" || submissionStatus === "delivered";
}

const CONDITIONS: Record<PackageCondition, string> = {
  ok: "The package was in good order",
  damaged_outside: "The package was damaged outside",
  damaged_cards: "Cards in the package were damaged",
  tampered: "The package had been opened on the way",
};

/** Says how a package came in, in words for the customer; of an unknown condition no more than that it was noted. */
export function packageCondition(condition: string): string {
  return Object.hasOwn(CONDITIONS, condition)
    ? CONDITIONS[condition as PackageCondition]
    : "The condition of the package was noted";
}
