import { formatShortDate } from "@/lib/base/time";
import { FIGURE_DAYS } from "@/lib/staff/numbers/span";

/** Writes a day of UTC: "Nov 23". */
export function dayLabel(day: string): string {
  // Noon: midnight of UTC is the same day in the zone of the tests, which would not see a zone left out.
  return formatShortDate(`${day}T12:00:00Z`);
}

/** Writes a span of days by its ends: "Nov 17 – Nov 23". */
export function spanLabel(days: readonly { day: string }[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return "";
  return first === last ? dayLabel(first.day) : `${dayLabel(first.day)} – ${dayLabel(last.day)}`;
}

/** Writes a whole number: "1,250". */
export function wholeNumber(count: number): string {
  return count.toLocaleString("en-US");
}

/** Writes a number of batches: "1 batch", "1,250 batches". */
export function batchCount(count: number): string {
  return count === 1 ? "1 batch" : `${wholeNumber(count)} batches`;
}

/** Writes a share of 100 with at most one decimal: "97.5%". */
export function percentWords(percent: number): string {
  return `${(Math.round(percent * 10) / 10).toLocaleString("en-US")}%`;
}

/** Writes business days: "1 business day". */
export function businessDays(days: number): string {
  return `${wholeNumber(days)} business ${days === 1 ? "day" : "days"}`;
}

/**
 * Writes what a figure was in the days before, and with `isCompared` by how much it has changed: "30 days before: 80
 * (+25%)". A change from nothing, or from less than nothing, has no share.
 */
export function beforeWords(
  { now, before }: { now: number | null; before: number | null },
  format: (value: number) => string,
  isCompared: boolean,
): string {
  const lead = `${FIGURE_DAYS} days before:`;
  if (before === null) return `${lead} none`;
  if (!isCompared || now === null || before <= 0) return `${lead} ${format(before)}`;
  const change = Math.round(((now - before) / before) * 100);
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return `${lead} ${format(before)} (${sign}${wholeNumber(Math.abs(change))}%)`;
}

/** Writes what a line or a row of bars shows, for who does not see it; null values are weeks without any. */
export function seriesWords(
  labels: readonly string[],
  values: readonly (number | null)[],
  format: (value: number) => string,
): string {
  const known = values.flatMap((value, place) =>
    value === null ? [] : [{ value, label: labels[place] ?? "" }],
  );
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return "Nothing in these weeks.";
  const lowest = known.reduce((least, one) => (one.value < least.value ? one : least));
  const highest = known.reduce((most, one) => (one.value > most.value ? one : most));
  const said = ({ value, label }: typeof first) => `${format(value)} (${label})`;
  return lowest.value === highest.value
    ? `${format(first.value)} from ${first.label} to ${last.label}.`
    : `Lowest ${said(lowest)}, highest ${said(highest)}, last ${said(last)}.`;
}
