const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** The first Monday after 1970 began. */
const MONDAY = Date.UTC(1970, 0, 5);

/**
 * Counts the business days (Monday to Friday, UTC, no holidays) between two times in milliseconds, with fractions; at
 * the weekend their clock stands. private.business_days_before in the database counts the same way back.
 */
export function businessDaysBetween(from: number, to: number): number {
  return (businessTime(to) - businessTime(from)) / DAY;
}

function businessTime(at: number): number {
  const weeks = Math.floor((at - MONDAY) / WEEK);
  return weeks * 5 * DAY + Math.min(at - MONDAY - weeks * WEEK, 5 * DAY);
}
