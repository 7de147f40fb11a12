// Relative, because the sandbox imports this file without path aliases.
import { formatDate, formatShortDate } from "./time.ts";

/** A test checks that it matches private.business_time_zone. */
export const BUSINESS_TIME_ZONE = "America/New_York";

const date = new Intl.DateTimeFormat("en-CA", {
  timeZone: BUSINESS_TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const mediumDate = new Intl.DateTimeFormat("en-US", { timeZone: BUSINESS_TIME_ZONE, dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-US", {
  timeZone: BUSINESS_TIME_ZONE,
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
const longDate = new Intl.DateTimeFormat("en-US", { timeZone: BUSINESS_TIME_ZONE, dateStyle: "long" });

/** Returns the business day of a timestamp (ms) as an ISO date. Only SQL knows which days are working days. */
export function businessDate(at: number): string {
  return date.format(at);
}

/** Returns the calendar days from an ISO timestamp to `now` (ms) in the business time zone, at least 0. */
export function daysSince(since: string, now: number): number {
  return Math.max(daysBetween(businessDate(Date.parse(since)), businessDate(now)), 0);
}

/** Returns the days between two ISO dates, negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** Formats an ISO date as "Nov 2". Adds the year when it differs from the year of `now` (ms). */
export function formatNearDay(day: string, now: number): string {
  return day.slice(0, 4) === businessDate(now).slice(0, 4) ? formatShortDate(day) : formatDate(day);
}

/** Formats an ISO timestamp in the business time zone, for emails: "Nov 2, 3:04 PM EST". */
export function formatBusinessMoment(at: string): string {
  return moment.format(new Date(at));
}

/** Formats the business day of an ISO timestamp: "Nov 2, 2026". Throws a RangeError for invalid ones. */
export function formatBusinessDate(at: string): string {
  return mediumDate.format(new Date(at));
}

export function formatLongBusinessDate(at: string): string {
  return longDate.format(new Date(at));
}
