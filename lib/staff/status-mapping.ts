import type { FulfillmentStatus, SubmissionStatus } from "@/lib/orders/order";
import { SUBMISSION_STEPS } from "@/lib/orders/status";

/** What staff call the three coarse steps of a submission. */
export type RollUp = "pending" | "processing" | "completed";

const DEFAULT_STEP: Record<FulfillmentStatus, RollUp> = {
  not_received: "pending",
  grading: "processing",
  complete: "completed",
};

/** The coarse status that a submission status lies in. The database's private.fulfillment_of says the same. */
export function fulfillmentOf(submission: SubmissionStatus): FulfillmentStatus {
  if (submission === "pending") return "not_received";
  return submission === "completed" || submission === "delivered" ? "complete" : "grading";
}

/** The roll-up of a submission status that staff know: pending, processing or completed. */
export function rollUpOf(submission: SubmissionStatus): RollUp {
  return DEFAULT_STEP[fulfillmentOf(submission)];
}

export type Statuses = { fulfillment: FulfillmentStatus; submission: SubmissionStatus };

/**
 * Both statuses after staff have picked one or both: the one they did not touch follows, unless it fits already. What
 * the database does on saving, for the form to show before.
 */
export function statusesAfter(now: Statuses, picked: Partial<Statuses>): Statuses {
  const next = { ...now, ...picked };
  const isCoarse = next.fulfillment !== now.fulfillment;
  const isFine = next.submission !== now.submission;
  if (isFine && !isCoarse) return { ...next, fulfillment: fulfillmentOf(next.submission) };
  if (isCoarse && !isFine && fulfillmentOf(now.submission) !== next.fulfillment) {
    return { ...next, submission: DEFAULT_STEP[next.fulfillment] };
  }
  return next;
}

/** Whether a change goes back: allowed, and marked as a correction on the timeline. */
export function isCorrection(from: SubmissionStatus, to: SubmissionStatus): boolean {
  return SUBMISSION_STEPS.indexOf(to) < SUBMISSION_STEPS.indexOf(from);
}
