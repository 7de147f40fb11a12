import { daysSince } from "@/lib/base/business-date";
import type { DaySums } from "@/lib/staff/numbers/day-sums";
import { HOUSE_STEPS, type HouseStep, isInHouse, stepHref, stepLabel } from "@/lib/staff/numbers/house-steps";
import type { Numbers, OldestBatch } from "@/lib/staff/numbers/schema";
import { sumOf, weeksOf } from "@/lib/staff/numbers/span";
import { spanLabel } from "@/lib/staff/numbers/words";

/** Holds a step as it is shown: what it holds now, its oldest batch, and its cards at the end of each week. */
export type StepRow = {
  step: HouseStep;
  label: string;
  /** The list of its batches. */
  href: string;
  batches: number;
  cards: number;
  /** With the days of the calendar that it has waited; null where the step holds none. */
  oldest: (OldestBatch & { days: number }) | null;
  /** Cards, and batches, at the end of each week. */
  cardsByWeek: number[];
  batchesByWeek: number[];
};

/** Works out what each step holds, in the order of the steps. */
export function stepRowsOf(numbers: Numbers, days: readonly DaySums[], now: Date): StepRow[] {
  const ends = weeksOf(days).flatMap((week) => week.at(-1)?.steps ?? []);
  return HOUSE_STEPS.map((step) => {
    const held = ends.map((steps) => steps[step]);
    const batches = held.at(-1)?.batches ?? 0;
    // The oldest is read as it is now: it may have come to the step since the sums, which are told beside it.
    const oldest = batches > 0 ? (numbers.steps.find((one) => one.step === step)?.oldest ?? null) : null;
    return {
      step,
      label: stepLabel(step),
      href: stepHref(step),
      batches,
      cards: held.at(-1)?.cards ?? 0,
      oldest: oldest && { ...oldest, days: daysSince(oldest.since, now.getTime()) },
      cardsByWeek: held.map(({ cards }) => cards),
      batchesByWeek: held.map(({ batches }) => batches),
    };
  });
}

/** Names the weeks of the rows, each by its first and last day. */
export function weekLabels(days: readonly DaySums[]): string[] {
  return weeksOf(days).map(spanLabel);
}

/** Adds up what is with us or the grader. */
export function inHouse(rows: readonly StepRow[]): { batches: number; cards: number } {
  const here = rows.filter(({ step }) => isInHouse(step));
  return {
    batches: sumOf(here, ({ batches }) => batches),
    cards: sumOf(here, ({ cards }) => cards),
  };
}
