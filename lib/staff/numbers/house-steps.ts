import { staffPaths } from "@/lib/base/staff-paths";
import { submissionLabel } from "@/lib/staff/labels";
import { listQueryString } from "@/lib/staff/orders/list-query";

/** Lists the steps in which batches wait for somebody, in their order: all but the last, in which they are home. */
export const HOUSE_STEPS = [
  "pending",
  "received",
  "processing",
  "shipped",
  "grading",
  "graded",
  "completed",
] as const;
/** One of these steps. */
export type HouseStep = (typeof HOUSE_STEPS)[number];

/** Answers what staff call a step, as they read it of a batch; the first holds the paid ones alone, and says so. */
export function stepLabel(step: HouseStep): string {
  return step === "pending" ? "Paid, cards not here" : submissionLabel(step).label;
}

/** Answers the address of the list with the paid batches of a step. */
export function stepHref(step: HouseStep): string {
  return staffPaths.orders + listQueryString({ payment: "paid", submission: step });
}

/** Tells whether the cards of a step are with us or the grader: not still to come, and not on their way back. */
export function isInHouse(step: HouseStep): boolean {
  return step !== "pending" && step !== "completed";
}
