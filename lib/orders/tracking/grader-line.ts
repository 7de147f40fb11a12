import type { Order } from "@/lib/orders/order";
import { SUBMISSION_STEPS } from "@/lib/orders/status";

/** The number that a batch has at the grading company, and that company's own page about it where it is known. */
export type GraderLine = { number: string; url: string | null };

/** How it is named, on a screen as in a mail. */
export const graderWords = {
  number: "Grader's submission number",
  lookUp: "Look it up at the grader",
} as const;

/**
 * Answers what a customer is told of the submission that the cards went to the grader with, as soon as they have left; null before
 * and without a number. `pattern`: the setting GRADER_LOOKUP_URL.
 */
export function graderLine(
  order: Pick<Order, "grading_submission_number"> & { submission_status: string },
  pattern: string | undefined,
): GraderLine | null {
  const { grading_submission_number: number, submission_status: status } = order;
  const steps: readonly string[] = SUBMISSION_STEPS;
  if (number === null || steps.indexOf(status) < steps.indexOf("shipped")) return null;
  const url = pattern?.replaceAll("{number}", encodeURIComponent(number.toWellFormed().trim())) ?? null;
  return { number, url };
}
