/**
 * The end of the monthly period that starts at `start`, both in Unix seconds. Periods fall on the anchor's day and
 * time; a month too short for that day has it on its last one, without moving the following months.
 */
export function periodEnd(anchor: number, start: number): number {
  const from = new Date(anchor * 1000);
  const at = new Date(start * 1000);
  const months =
    (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth() + 1;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
  lastDay.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  const timeOfDay = anchor % 86_400;
  return lastDay.getTime() / 1000 + timeOfDay;
}
