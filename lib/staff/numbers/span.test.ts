import { daysFrom, figureSpans, SHOWN_DAYS, sumOf, weeksOf } from "@/lib/staff/numbers/span";

test.each([
  ["2026-02-27", 3, ["2026-02-27", "2026-02-28", "2026-03-01"]],
  ["2026-12-31", 2, ["2026-12-31", "2027-01-01"]],
  ["2026-12-31", 0, []],
])("from %s on, %i days", (first, count, expected) => {
  expect(daysFrom(first, count)).toEqual(expected);
});

test("what is shown is whole weeks", () => {
  const weeks = weeksOf(daysFrom("2026-01-01", SHOWN_DAYS));
  expect(weeks).toHaveLength(13);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks.flat()).toEqual(daysFrom("2026-01-01", SHOWN_DAYS));
});

test("of days that are no whole weeks the first is the shorter one", () => {
  expect(weeksOf([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([
    [1, 2],
    [3, 4, 5, 6, 7, 8, 9],
  ]);
  expect(weeksOf([])).toEqual([]);
});

test("a figure is about the last thirty days, and the thirty before", () => {
  const days = Array.from({ length: 91 }, (_, place) => place);
  const { now, before } = figureSpans(days);
  expect([now[0], now.at(-1), now.length]).toEqual([61, 90, 30]);
  expect([before[0], before.at(-1), before.length]).toEqual([31, 60, 30]);
  expect(figureSpans([1, 2])).toEqual({ now: [1, 2], before: [] });
});

test("a sum of days", () => {
  expect(sumOf([{ cents: 1 }, { cents: -3 }], ({ cents }) => cents)).toBe(-2);
  expect(sumOf([], Number)).toBe(0);
});
