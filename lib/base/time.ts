const AT_UTC = { timeZone: "UTC" } as const;
const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", ...AT_UTC });
const shortDate = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", ...AT_UTC });
const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", ...AT_UTC });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short", ...AT_UTC });
const moment = new Intl.DateTimeFormat("en-US", { ...MOMENT, ...AT_UTC });

/** Formats a day in UTC: "Nov 2, 2026". Throws a RangeError for an invalid date. */
export function formatDate(at: string): string {
  return date.format(new Date(at));
}

/** Formats a day in UTC: "November 2, 2026". */
export function formatLongDate(at: string): string {
  return longDate.format(new Date(at));
}

/** Formats a nearby day in UTC: "Nov 2". */
export function formatShortDate(at: string): string {
  return shortDate.format(new Date(at));
}

/** Formats a time of day in UTC: "3:04 PM UTC". */
export function formatTime(at: string): string {
  return `${time.format(new Date(at))} UTC`;
}

/** Formats date and time in UTC: "Nov 2, 2026, 3:04 PM UTC". */
export function formatMoment(at: string): string {
  return `${moment.format(new Date(at))} UTC`;
}

/** Formats a day in the viewer's time zone: "Nov 2, 2026". */
export function formatLocalDate(at: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format(new Date(at));
}

/** Formats a day in the viewer's time zone: "November 2, 2026". */
export function formatLocalLongDate(at: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(new Date(at));
}

/** Formats date and time in the viewer's time zone: "Nov 2, 2026, 4:04 PM". */
export function formatLocalMoment(at: string): string {
  return new Intl.DateTimeFormat("en-US", MOMENT).format(new Date(at));
}
