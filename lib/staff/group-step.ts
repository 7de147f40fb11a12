import { statuses, type Tone } from "@/lib/orders/status";

/** Lists where a group of batches for the grader can stand, in the order in which it goes through them. */
export const GROUP_STEPS = ["open", "closed", "shipped", "grading", "graded", "back"] as const;
/** Where a group stands; `open` can be filled, `back` is done. */
export type GroupStep = (typeof GROUP_STEPS)[number];

const STEPS: Record<GroupStep, { label: string; tone: Tone }> = {
  open: { label: "Open", tone: "warning" },
  closed: { label: "Closed, to be shipped", tone: "neutral" },
  shipped: { label: statuses.shipped.badge, tone: "accent" },
  grading: { label: statuses.grading.badge, tone: "accent" },
  graded: { label: statuses.graded.badge, tone: "accent" },
  back: { label: "Cards back", tone: "success" },
};

/** Answers a group's step as staff read it. */
export function groupStep(step: GroupStep): { label: string; tone: Tone } {
  return STEPS[step];
}
