import {
  businessDate,
  dayAfter,
  daysSince,
  formatBusinessDate,
  formatLongBusinessDate,
} from "@/lib/base/business-date";

test.each([
  ["2026-11-23T10:00:00Z", "2026-11-23"],
  ["2026-11-24T04:59:59Z", "2026-11-23"],
  ["2026-11-24T05:00:00Z", "2026-11-24"],
  ["2026-07-02T03:59:59Z", "2026-07-01"],
  ["2026-07-02T04:00:00Z", "2026-07-02"],
  ["2026-03-08T04:30:00Z", "2026-03-07"],
  ["2026-03-09T03:30:00Z", "2026-03-08"],
  ["2026-11-01T03:30:00Z", "2026-10-31"],
  ["2026-11-02T04:30:00Z", "2026-11-01"],
])("%s is %s where the business is", (at, day) => {
  expect(businessDate(Date.parse(at))).toBe(day);
});

test.each([
  ["2026-09-15T00:30:00Z", "Sep 14, 2026", "September 14, 2026"],
  ["2026-09-15T04:00:00.000+00:00", "Sep 15, 2026", "September 15, 2026"],
  ["2026-12-31T23:30:00-05:00", "Dec 31, 2026", "December 31, 2026"],
])("%s is written as the day where the business is", (at, day, longDay) => {
  expect(formatBusinessDate(at)).toBe(day);
  expect(formatLongBusinessDate(at)).toBe(longDay);
});

test.each([
  ["2026-11-02", "2026-11-03"],
  ["2026-11-30", "2026-12-01"],
  ["2026-12-31", "2027-01-01"],
  ["2027-02-28", "2027-03-01"],
  ["2028-02-29", "2028-03-01"],
  // The clock is changed on it.
  ["2026-11-01", "2026-11-02"],
])("after %s comes %s", (day, next) => {
  expect(dayAfter(day)).toBe(next);
});

test.each([formatBusinessDate, formatLongBusinessDate])("%p refuses what is no time", (format) => {
  expect(() => format("soon")).toThrow(RangeError);
});

test.each([
  ["2026-11-12T15:00:00Z", 13],
  // Less than fourteen times 24 hours ago, and the same day as the row above.
  ["2026-11-12T23:59:00-05:00", 13],
  ["2026-11-12T00:00:00-05:00", 13],
  ["2026-11-11T23:59:00-05:00", 14],
  // The clock went back in between.
  ["2026-10-31T12:00:00-04:00", 25],
  ["2026-11-25T10:00:00-05:00", 0],
  ["2026-11-26T10:00:00-05:00", 0],
])("days since %s are those of the calendar: %i", (since, days) => {
  expect(daysSince(since, Date.parse("2026-11-25T10:01:00-05:00"))).toBe(days);
});
