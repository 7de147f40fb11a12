import { paths } from "@/lib/base/paths";
import type { SavedView } from "@/lib/staff/labels";
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

/** What staff call each step, and the view of the orders' list that shows its batches, where there is one. */
const STEPS: Record<HouseStep, { label: string; view: SavedView | null }> = {
  pending: { label: "Paid, cards not here", view: "needs_check_in" },
  received: { label: "Received", view: null },
  processing: { label: "Being prepared", view: null },
  shipped: { label: "On the way to the grader", view: null },
  grading: { label: "At the grader", view: null },
  graded: { label: "Grades are there", view: "ready_to_return" },
  completed: { label: "On the way back", view: null },
};

/** Answers what staff call a step. */
export function stepLabel(step: HouseStep): string {
  return STEPS[step].label;
}

/** Answers the address of the list with the batches of a step; null where no view of the list fits. */
export function stepHref(step: HouseStep): string | null {
  const { view } = STEPS[step];
  return view && paths.admin + listQueryString({ view });
}

/** Tells whether the cards of a step are with us or the grader: not still to come, and not on their way back. */
export function isInHouse(step: HouseStep): boolean {
  return step !== "pending" && step !== "completed";
}
