// Doesn't use zod, because browser code needs only the lists and texts.

/** `failed` and `canceled` come only from Stripe or a full refund. */
export const PAYMENT_STATUSES = ["unpaid", "pending", "paid", "failed", "canceled"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Coarse steps, in order. The specification calls them fulfillment. */
export const FULFILLMENT_STEPS = ["not_received", "grading", "complete"] as const;
export type FulfillmentStatus = (typeof FULFILLMENT_STEPS)[number];

/** Fine steps, in order. The specification calls them submission status. */
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
export type SubmissionStatus = (typeof SUBMISSION_STEPS)[number];

export const PACKAGE_CONDITIONS = ["ok", "damaged_outside", "damaged_cards", "tampered"] as const;
export type PackageCondition = (typeof PACKAGE_CONDITIONS)[number];

type Standing = { payment_status: PaymentStatus; submission_status: SubmissionStatus };

type Arrival = { arrived_at: string | null; is_counted_in_part?: boolean };

/** A pending cancellation request. Counting the cards voids it. */
type Request = { cancel_requested_at: string | null; received_count: number | null };

/** Color of a status. Its label says the same in words. */
export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

type Status = {
  /** For customers. */
  badge: string;
  /** For staff, if the customer's badge says "you" or "your". */
  staffBadge?: string;
  /** In the timeline, once the step is done. */
  done: string;
  tone: Tone;
  meaning: string;
  /** What comes next. Null after the last step. */
  next: string | null;
  /** Must match the database (private.fulfillment_of). */
  fulfillment: FulfillmentStatus;
};

/** In order. `shipped` means to the grader, not back to the customer. */
export const statuses = {
  pending: {
    badge: "Waiting for your cards",
    staffBadge: "Waiting for the cards",
    done: "Paid",
    tone: "neutral",
    meaning: "We're waiting for your package.",
    next: "When it arrives, we'll count your cards and check them in.",
    fulfillment: "not_received",
  },
  received: {
    badge: "Checked in",
    done: "Checked in",
    tone: "accent",
    meaning: "We've received and counted your cards.",
    next: "We'll get your cards ready for the grader.",
    fulfillment: "grading",
  },
  processing: {
    badge: "Getting ready",
    done: "Prepared",
    tone: "accent",
    meaning: "We're sleeving and sorting your cards for the grader.",
    next: "Your cards will leave with our next shipment to the grader.",
    fulfillment: "grading",
  },
  shipped: {
    badge: "On its way to the grader",
    done: "Sent to the grader",
    tone: "accent",
    meaning: "Your cards are on their way to the grader.",
    next: "The grader will check in and grade your cards.",
    fulfillment: "grading",
  },
  grading: {
    badge: "At the grader",
    done: "Arrived at the grader",
    tone: "accent",
    meaning: "The grader has your cards.",
    next: "The grader will grade your cards and return them to us.",
    fulfillment: "grading",
  },
  graded: {
    badge: "Grades ready",
    done: "Graded",
    tone: "success",
    meaning: "Your cards are graded.",
    next: "We'll check your cards and ship them to your return address.",
    fulfillment: "grading",
  },
  completed: {
    badge: "On its way back",
    done: "Shipped back",
    tone: "success",
    meaning: "Your cards are on the way to you.",
    next: "The carrier will deliver your cards to you.",
    fulfillment: "complete",
  },
  delivered: {
    badge: "Delivered",
    done: "Delivered",
    tone: "success",
    meaning: "Your cards are back home.",
    next: null,
    fulfillment: "complete",
  },
} satisfies Record<SubmissionStatus, Status>;

/** The pending status once the package has arrived, or some of several boxes are counted. */
const ARRIVED = {
  badge: "Arrived",
  meaning: "We have your package.",
  next: "We'll open it, count your cards and check them in.",
};
const IN_PART = {
  badge: "Partly counted",
  meaning: "Some of your cards are here and counted. We're waiting for the rest.",
  next: "When the rest arrive, we'll count them and check your cards in.",
};

/** Returns the texts and color of a submission status. An unknown status is shown as it is and styled as pending. */
export function statusOf(status: string): Status {
  return Object.hasOwn(statuses, status)
    ? statuses[status as SubmissionStatus]
    : { ...statuses.pending, badge: status, staffBadge: status };
}

/** Returns the texts and color of a batch's status, including after its package has arrived and before check-in. */
export function stepStatus(order: Arrival & { submission_status: string }): Status {
  const status = statusOf(order.submission_status);
  if (!isUncounted(order)) return status;
  const { badge, ...arrived } = order.is_counted_in_part ? IN_PART : ARRIVED;
  return { ...status, ...arrived, badge, staffBadge: badge };
}

/** Returns whether a package has arrived and isn't checked in. */
function isUncounted(order: Arrival & { submission_status: string }): boolean {
  return order.submission_status === "pending" && order.arrived_at !== null;
}

export function isUnopened(order: Arrival & { submission_status: string }): boolean {
  return isUncounted(order) && !order.is_counted_in_part;
}

/** Returns whether some boxes of a batch are counted while others are still expected. */
export function isInPart(order: Arrival & { submission_status: string }): boolean {
  return isUncounted(order) && Boolean(order.is_counted_in_part);
}

export function isToCancel(order: Pick<Standing, "payment_status"> & Request): boolean {
  return (
    order.payment_status === "paid" && order.received_count === null && order.cancel_requested_at !== null
  );
}

type Badge = { label: string; tone: Tone };
const badgeOf = ({ badge, tone }: Status): Badge => ({ label: badge, tone });

/** Returns a batch's badge in a list. An unpaid or refunded batch shows where its cards are, if they arrived. */
export function batchStatus(order: Standing & Arrival & Request): Badge {
  if (order.payment_status === "paid") return batchStanding(order);
  if (order.submission_status !== "pending") return badgeOf(stepStatus(order));
  return { label: order.payment_status === "canceled" ? "Canceled" : "Pending", tone: "neutral" };
}

/** Returns a batch's badge on its own page: its status or cancellation request once paid, otherwise its payment. */
export function batchStanding(
  order: Arrival & Request & Omit<Standing, "submission_status"> & { submission_status: string },
): Badge {
  if (isToCancel(order)) return { label: "Cancellation requested", tone: "neutral" };
  if (order.payment_status === "paid") return badgeOf(stepStatus(order));
  // A payment column says "Unpaid", as specified, but that would surprise a customer who was refunded.
  if (order.payment_status === "canceled") return { label: "Canceled", tone: "neutral" };
  return paymentStatus(order.payment_status);
}

export function paymentStatus(status: PaymentStatus): Badge {
  if (status === "paid") return { label: "Paid", tone: "success" };
  if (status === "pending") return { label: "Unpaid, payment pending", tone: "warning" };
  return { label: "Unpaid", tone: "neutral" };
}

/** Returns whether a batch is paid and not checked in. */
export function isAwaited(order: Standing): boolean {
  return order.payment_status === "paid" && order.submission_status === "pending";
}

/** Returns whether a batch has reached a step. False for an unknown status. */
export function hasReached(order: { submission_status: string }, step: SubmissionStatus): boolean {
  const steps: readonly string[] = SUBMISSION_STEPS;
  return steps.indexOf(order.submission_status) >= steps.indexOf(step);
}

/** Returns whether the cards are on their way back or delivered. */
export function hasLeft(submissionStatus: string): boolean {
  return submissionStatus === "completed" || submissionStatus === "delivered";
}

const CONDITIONS: Record<PackageCondition, string> = {
  ok: "The package arrived in good condition",
  damaged_outside: "The package was damaged on the outside",
  damaged_cards: "Cards in the package were damaged",
  tampered: "The package was opened in transit",
};

/** Describes a package's condition to its customer. */
export function packageCondition(condition: string): string {
  return Object.hasOwn(CONDITIONS, condition)
    ? CONDITIONS[condition as PackageCondition]
    : "The package condition was noted";
}

const DEFAULT_STEP: Record<FulfillmentStatus, SubmissionStatus> = {
  not_received: "pending",
  grading: "processing",
  complete: "completed",
};

export type StatusPair = { fulfillment: FulfillmentStatus; submission: SubmissionStatus };

/** Returns both statuses after staff picked one or both, by the same rules as the database. */
export function statusesAfter(now: StatusPair, picked: Partial<StatusPair>): StatusPair {
  const next = { ...now, ...picked };
  const isCoarse = next.fulfillment !== now.fulfillment;
  const isFine = next.submission !== now.submission;
  if (isFine && !isCoarse) return { ...next, fulfillment: statuses[next.submission].fulfillment };
  if (isCoarse && !isFine && statuses[now.submission].fulfillment !== next.fulfillment)
    return { ...next, submission: DEFAULT_STEP[next.fulfillment] };
  return next;
}

/** Returns whether a change goes to an earlier step, which the timeline shows as a correction. */
export function isCorrection(from: SubmissionStatus, to: SubmissionStatus): boolean {
  return SUBMISSION_STEPS.indexOf(to) < SUBMISSION_STEPS.indexOf(from);
}
