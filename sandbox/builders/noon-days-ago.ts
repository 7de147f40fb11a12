import { businessDate } from "../../lib/base/business-date.ts";

const HOUR = 3_600_000;

/** Returns noon in the business time zone. Counts calendar days, because of clock changes. */
export const noonDaysAgo = (days: number): Date =>
  new Date(Date.parse(businessDate(Date.now())) + (17 - 24 * days) * HOUR);
