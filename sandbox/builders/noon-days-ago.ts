import { businessDate } from "../../lib/base/business-date.ts";

const HOUR = 3_600_000;

/**
 * Noon, where the business is, so many days of its calendar ago: days are counted by the calendar there, and so many times 24
 * hours ago may be one more or less when the clocks were changed since.
 */
export const noonDaysAgo = (days: number): Date =>
  new Date(Date.parse(businessDate(Date.now())) + (17 - 24 * days) * HOUR);
