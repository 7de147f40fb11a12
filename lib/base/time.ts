const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Returns the day of a point in time in UTC, as "November 21, 2026". */
export function formatDay(at: string): string {
  return day.format(new Date(at));
}
