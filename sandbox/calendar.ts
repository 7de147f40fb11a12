import { allForYear } from "@18f/us-federal-holidays";

/** The first and last year whose holidays are in the database. */
export const CALENDAR_YEARS = { first: 2024, last: 2045 } as const;

/** A business holiday: its ISO date and name. */
export type Holiday = { day: string; name: string };

/**
 * Returns the US federal holidays of the given years in order, on the days they are observed: a Saturday holiday on
 * the Friday before, a Sunday holiday on the Monday after.
 */
export function federalHolidays(from: number, to: number): Holiday[] {
  // A New Year's Day on a Saturday is observed in the previous year.
  const years = Array.from({ length: to - from + 2 }, (_, nth) => from + nth);
  return years
    .flatMap((year) => allForYear(year))
    .map(({ dateString: day, name }) => ({ day, name }))
    .filter(({ day }) => day.slice(0, 4) >= String(from) && day.slice(0, 4) <= String(to))
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** Formats holidays as the rows of an INSERT, one per line. */
export function holidayRows(holidays: Holiday[]): string {
  return holidays.map(({ day, name }) => `  ('${day}', '${name.replaceAll("'", "''")}')`).join(",\n");
}
