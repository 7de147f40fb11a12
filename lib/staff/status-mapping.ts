// The specification has three vocabularies for where a batch is, and gives no transitions between them. Ours:
//
//   fulfillment (coarse, picked)   submission status (fine)                          roll-up (as staff say it)
//   not_received                   pending                                           pending
//   grading                        received, processing, shipped, grading, graded    processing
//   complete                       completed, delivered                              completed
//
// Whoever sets one of the first two moves the other along when it does not fit any more; only staff who pick both may
// part them. The database does so on saving (private.fulfillment_of), and the form shows it before with the rules here;
// the database tests hold the two against each other. Staff may set any status at any time, also a former one.
import type { FulfillmentStatus, SubmissionStatus } from "@/lib/orders/order";
import { SUBMISSION_STEPS } from "@/lib/orders/status";

/** What staff call the three coarse steps of a submission; each is also the fine step that a coarse pick leads to. */
export type RollUp = "pending" | "processing" | "completed";

const DEFAULT_STEP: Record<FulfillmentStatus, RollUp> = {
  not_received: "pending",
  grading: "processing",
  complete: "completed",
};

/** Answers the coarse status that a submission status lies in. The database's private.fulfillment_of says the same. */
export function fulfillmentOf(submission: SubmissionStatus): FulfillmentStatus {
  if (submission === "pending") return "not_received";
  return submission === "completed" || submission === "delivered" ? "complete" : "grading";
}

/** Answers the roll-up of a submission status that staff know: pending, processing or completed. */
export function rollUpOf(submission: SubmissionStatus): RollUp {
  return DEFAULT_STEP[fulfillmentOf(submission)];
}

/** The coarse and the fine status of an order, as the edit form holds them. */
export type Statuses = { fulfillment: FulfillmentStatus; submission: SubmissionStatus };

/**
 * Answers both statuses after staff have picked one or both: the one they did not touch follows, unless it fits
 * already; picking both keeps both. The database does the same on saving; this is for the form to show it before.
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

/** Tells whether a change goes back, which is allowed and marked as a correction on the timeline. */
export function isCorrection(from: SubmissionStatus, to: SubmissionStatus): boolean {
  return SUBMISSION_STEPS.indexOf(to) < SUBMISSION_STEPS.indexOf(from);
}
