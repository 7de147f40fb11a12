const AT_UTC = { timeZone: "UTC" } as const;
const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", ...AT_UTC });
const shortDate = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", ...AT_UTC });
const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", ...AT_UTC });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short", ...AT_UTC });
const moment = new Intl.DateTimeFormat("en-US", { ...MOMENT, ...AT_UTC });

/**
 * Writes the day of an ISO text in UTC, the same for everybody: "Nov 2, 2026". Throws a RangeError for what is no
 * time.
 */
export function formatDate(at: string): string {
  return date.format(new Date(at));
}

/** Writes the day in UTC at length: "November 2, 2026". The months of memberships and quotas are counted in UTC too. */
export function formatLongDate(at: string): string {
  return longDate.format(new Date(at));
}

/** Writes the day in UTC without its year, for what is near: "Nov 2". */
export function formatShortDate(at: string): string {
  return shortDate.format(new Date(at));
}

/** Writes the minute in UTC without its day, below a heading that names it: "3:04 PM UTC". */
export function formatTime(at: string): string {
  return `${time.format(new Date(at))} UTC`;
}

/** Writes the minute in UTC and says so: "Nov 2, 2026, 3:04 PM UTC". */
export function formatMoment(at: string): string {
  return `${moment.format(new Date(at))} UTC`;
}

/** Writes the day in the time zone of the machine that runs this, as formatDate does in UTC. For browsers. */
export function formatLocalDate(at: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format(new Date(at));
}

/** Writes the day at length in the time zone of the machine that runs this, as formatLongDate does in UTC. For browsers. */
export function formatLocalLongDate(at: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(new Date(at));
}

/** Writes the minute in the time zone of the machine that runs this: "Nov 2, 2026, 4:04 PM". For browsers. */
export function formatLocalMoment(at: string): string {
  return new Intl.DateTimeFormat("en-US", MOMENT).format(new Date(at));
}
