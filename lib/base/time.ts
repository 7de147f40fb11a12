const AT_UTC = { timeZone: "UTC" } as const;
const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", ...AT_UTC });
const shortDate = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", ...AT_UTC });
const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", ...AT_UTC });
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

/** Formats date and time in UTC: "Nov 2, 2026, 3:04 PM UTC". */
export function formatMoment(at: string): string {
  return `${moment.format(new Date(at))} UTC`;
}

/** Formats a day in the viewer's time zone, with the year only when it isn't this one: "Nov 2". */
export function formatLocalDate(at: string): string {
  return localFormat(at).format(new Date(at));
}

/** Formats a day in the viewer's time zone: "November 2, 2026". */
export function formatLocalLongDate(at: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(new Date(at));
}

/** Formats date and time in the viewer's time zone, with the year only when it isn't this one: "Nov 2, 4:04 PM". */
export function formatLocalMoment(at: string): string {
  return localFormat(at, { hour: "numeric", minute: "2-digit" }).format(new Date(at));
}

function localFormat(at: string, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  const year = isThisYear ? undefined : "numeric";
  return new Intl.DateTimeFormat("en-US", { year, month: "short", day: "numeric", ...options });
}
