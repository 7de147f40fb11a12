const AT_UTC = { timeZone: "UTC" } as const;
const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", ...AT_UTC });
const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", ...AT_UTC });
const moment = new Intl.DateTimeFormat("en-US", { ...MOMENT, ...AT_UTC });

/** "Nov 2, 2026": the day in UTC, the same for everybody. Takes an ISO text; throws a RangeError for what is none. */
export function formatDate(at: string): string {
  return date.format(new Date(at));
}

/** "November 2, 2026": the day in UTC, as the months of memberships and quotas are counted. */
export function formatLongDate(at: string): string {
  return longDate.format(new Date(at));
}

/** "Nov 2, 2026, 3:04 PM UTC": the minute in UTC, which it names. */
export function formatMoment(at: string): string {
  return `${moment.format(new Date(at))} UTC`;
}

/** "Nov 2, 2026, 4:04 PM": the minute in the time zone of whoever runs this; for browsers. */
export function formatLocalMoment(at: string): string {
  return new Intl.DateTimeFormat("en-US", MOMENT).format(new Date(at));
}
