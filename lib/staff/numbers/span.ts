const DAY_MS = 86_400_000;

/** Days that a picture shows: thirteen weeks, the last of which ends today. */
export const SHOWN_DAYS = 91;
/** Days that a figure is about, which is compared with as many before. */
export const FIGURE_DAYS = 30;

/** Lists so many days from one on, as "2026-11-23". */
export function daysFrom(first: string, count: number): string[] {
  const start = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: count }, (_, place) =>
    new Date(start + place * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Parts a list of days into weeks, the last of which is whole: the first one may be shorter. */
export function weeksOf<Day>(days: readonly Day[]): Day[][] {
  const weeks: Day[][] = [];
  for (let end = days.length; end > 0; end -= 7) weeks.unshift(days.slice(Math.max(end - 7, 0), end));
  return weeks;
}

/** Answers the days that a figure is about, and those that it is compared with. */
export function figureSpans<Day>(days: readonly Day[]): { now: Day[]; before: Day[] } {
  return { now: days.slice(-FIGURE_DAYS), before: days.slice(-2 * FIGURE_DAYS, -FIGURE_DAYS) };
}

/** Adds up one figure of several days, or of whatever else has one. */
export function sumOf<Day>(days: readonly Day[], figure: (day: Day) => number): number {
  return days.reduce((sum, day) => sum + figure(day), 0);
}
