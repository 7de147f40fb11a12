/** Where a day of the business begins. The database's private.business_time_zone says the same; a test compares them. */
export const BUSINESS_TIME_ZONE = "America/New_York";

const date = new Intl.DateTimeFormat("en-CA", {
  timeZone: BUSINESS_TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/**
 * Answers which day a moment (milliseconds since 1970) lies in, where the business is, as an ISO date. Which days are business
 * days the database knows alone.
 */
export function businessDate(at: number): string {
  return date.format(at);
}
