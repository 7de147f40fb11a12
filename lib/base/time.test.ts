import {
  formatDate,
  formatLocalDate,
  formatLocalLongDate,
  formatLocalMoment,
  formatLongDate,
  formatMoment,
  formatShortDate,
  formatTime,
} from "@/lib/base/time";

// Node writes a narrow no-break space before AM and PM.
const plain = (text: string) => text.replaceAll("\u202f", " ");

test("these tests run in a time zone that is not UTC's", () => {
  expect(new Date("2026-11-01T00:00:00Z").getTimezoneOffset()).toBe(-14 * 60);
});

test.each([
  ["2026-10-31T23:59:59Z", "Oct 31, 2026", "October 31, 2026", "Oct 31, 2026, 11:59 PM UTC"],
  ["2026-11-01T00:00:00Z", "Nov 1, 2026", "November 1, 2026", "Nov 1, 2026, 12:00 AM UTC"],
  ["2026-12-31T12:30:00Z", "Dec 31, 2026", "December 31, 2026", "Dec 31, 2026, 12:30 PM UTC"],
])("%s is a day and a minute of UTC, though it is another day here", (at, day, longDay, moment) => {
  expect(formatDate(at)).toBe(day);
  expect(`${formatShortDate(at)}, ${at.slice(0, 4)}`).toBe(day);
  expect(formatLongDate(at)).toBe(longDay);
  expect(plain(formatMoment(at))).toBe(moment);
  expect(plain(`${formatDate(at)}, ${formatTime(at)}`)).toBe(moment);
});

test("a day and a minute are those of UTC, whatever offset the text has", () => {
  const at = "2026-11-02T23:30:00-05:00";
  expect(formatDate(at)).toBe("Nov 3, 2026");
  expect(formatLongDate(at)).toBe("November 3, 2026");
  expect(plain(formatMoment(at))).toBe("Nov 3, 2026, 4:30 AM UTC");
});

test("the viewer's day is another one than UTC's", () => {
  expect(formatLocalDate("2026-11-01T10:00:00Z")).toBe("Nov 2, 2026");
  expect(formatLocalLongDate("2026-11-01T10:00:00Z")).toBe("November 2, 2026");
});

test("the viewer's minute names no zone", () => {
  const at = new Date(2026, 10, 2, 15, 4).toISOString();
  expect(plain(formatLocalMoment(at))).toBe("Nov 2, 2026, 3:04 PM");
});

test.each([
  formatDate,
  formatShortDate,
  formatLongDate,
  formatMoment,
  formatTime,
  formatLocalMoment,
  formatLocalDate,
  formatLocalLongDate,
])("%p refuses what is no time", (format) => {
  expect(() => format("soon")).toThrow(RangeError);
});
