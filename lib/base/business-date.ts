/** Where a day of the business begins. The database's private.business_time_zone says the same; a test compares them. */
export const BUSINESS_TIME_ZONE = "America/New_York";

const date = new Intl.DateTimeFormat("en-CA", {
  timeZone: BUSINESS_TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const mediumDate = new Intl.DateTimeFormat("en-US", { timeZone: BUSINESS_TIME_ZONE, dateStyle: "medium" });
const longDate = new Intl.DateTimeFormat("en-US", { timeZone: BUSINESS_TIME_ZONE, dateStyle: "long" });

/**
 * Answers which day a moment (milliseconds since 1970) lies in, where the business is, as an ISO date. Which days are business
 * days the database knows alone.
 */
export function businessDate(at: number): string {
  return date.format(at);
}

/**
 * Counts the days of the calendar, where the business is, from a moment (an ISO text) to now (milliseconds since 1970): 1
 * since any hour of yesterday. Never less than 0.
 */
export function daysSince(since: string, now: number): number {
  return Math.max(daysBetween(businessDate(Date.parse(since)), businessDate(now)), 0);
}

/** Counts the days from one day of the calendar ("2026-11-02") to another; less than 0 when that is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** Answers the next day of the calendar: of "2026-11-30" it is "2026-12-01". */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/**
 * Writes the day that a moment (an ISO text with a time) lies in, where the business is: "Nov 2, 2026". For what happened, in
 * mails and on paper: a promise is counted from that day. Throws a RangeError for what is no time.
 */
export function formatBusinessDate(at: string): string {
  return mediumDate.format(new Date(at));
}

/** Writes the same at length: "November 2, 2026". */
export function formatLongBusinessDate(at: string): string {
  return longDate.format(new Date(at));
}
