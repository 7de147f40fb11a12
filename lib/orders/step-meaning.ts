import type { Order, SubmissionStatus } from "@/lib/orders/order";
import { isInPart, isUnopened } from "@/lib/orders/status";

/** What a step means to the customer, and what comes after it; null: nothing. */
export type StepMeaning = { meaning: string; next: string | null };

/** What each step means and what comes after it. */
const MEANING: Record<SubmissionStatus, StepMeaning> = {
  pending: {
    meaning: "Your batch is paid, and we wait for your package.",
    next: "When it arrives, we open it, count the cards and check them in.",
  },
  received: {
    meaning: "Your package is here, and your cards are counted.",
    next: "We prepare them for the grading company.",
  },
  processing: {
    meaning: "We sleeve, sort and list your cards for the grading company.",
    next: "They leave with our next shipment.",
  },
  shipped: {
    meaning: "Your cards are on their way to the grading company.",
    next: "The grading company checks them in and grades them.",
  },
  grading: {
    meaning: "The grading company has your cards.",
    next: "When the grades are in, the cards come back to us.",
  },
  graded: {
    meaning: "Your cards are graded.",
    next: "We check them and send them to the return address of this batch.",
  },
  completed: {
    meaning: "Your cards left for the return address of this batch.",
    next: "The carrier delivers them to you.",
  },
  delivered: { meaning: "Your cards are back with you.", next: null },
};

/** What the first step means once the package is here. */
const UNOPENED: StepMeaning = {
  meaning: "Your package is here, and we have not opened it yet.",
  next: "We open it, count the cards and check them in.",
};

/** What the first step means once some of several boxes are counted. */
const IN_PART: StepMeaning = {
  meaning: "A part of your cards is here and counted, and we wait for the rest.",
  next: "When the rest arrives, we count it and check your cards in.",
};

/** Says what the step at which a batch is means, and what comes next. */
export function stepMeaning(
  order: Pick<Order, "submission_status" | "arrived_at"> & Partial<Pick<Order, "is_counted_in_part">>,
): StepMeaning {
  if (isInPart(order)) return IN_PART;
  return isUnopened(order) ? UNOPENED : MEANING[order.submission_status];
}
