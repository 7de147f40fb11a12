import { allForYear } from "@18f/us-federal-holidays";

/** The years whose holidays the database knows; both are part of them. */
export const CALENDAR_YEARS = { first: 2024, last: 2045 } as const;

/** A day on which the business rests: an ISO date, and what it is. */
export type Holiday = { day: string; name: string };

/**
 * Lists the federal holidays of the United States from one year to another, the first one first, each on the day on which
 * it is observed: what falls on a Saturday on the Friday before, on a Sunday on the Monday after.
 */
export function federalHolidays(from: number, to: number): Holiday[] {
  // A New Year's Day that is a Saturday is observed in the year before.
  const years = Array.from({ length: to - from + 2 }, (_, nth) => from + nth);
  return years
    .flatMap((year) => allForYear(year))
    .map(({ dateString: day, name }) => ({ day, name }))
    .filter(({ day }) => day.slice(0, 4) >= String(from) && day.slice(0, 4) <= String(to))
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** Writes holidays as the rows of an INSERT, a line each. */
export function holidayRows(holidays: Holiday[]): string {
  return holidays.map(({ day, name }) => `  ('${day}', '${name.replaceAll("'", "''")}')`).join(",\n");
}
