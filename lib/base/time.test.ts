import { formatDate, formatLocalMoment, formatLongDate, formatMoment } from "@/lib/base/time";

// Node writes a narrow no-break space before AM and PM.
const plain = (text: string) => text.replaceAll("\u202f", " ");

test("a day and a minute are those of UTC, whatever offset the text has", () => {
  const at = "2026-11-02T23:30:00-05:00";
  expect(formatDate(at)).toBe("Nov 3, 2026");
  expect(formatLongDate(at)).toBe("November 3, 2026");
  expect(plain(formatMoment(at))).toBe("Nov 3, 2026, 4:30 AM UTC");
});

test("the viewer's minute names no zone", () => {
  const at = new Date(2026, 10, 2, 15, 4).toISOString();
  expect(plain(formatLocalMoment(at))).toBe("Nov 2, 2026, 3:04 PM");
});

test.each([formatDate, formatLongDate, formatMoment, formatLocalMoment])(
  "%p refuses what is no time",
  (format) => {
    expect(() => format("soon")).toThrow(RangeError);
  },
);
