import {
  batchCount,
  beforeWords,
  businessDays,
  dayLabel,
  percentWords,
  seriesWords,
  spanLabel,
  wholeNumber,
} from "@/lib/staff/numbers/words";

test("days and spans are those of UTC", () => {
  expect(dayLabel("2026-01-01")).toBe("Jan 1");
  expect(spanLabel([{ day: "2026-11-17" }, { day: "2026-11-20" }, { day: "2026-11-23" }])).toBe(
    "Nov 17 – Nov 23",
  );
  expect(spanLabel([{ day: "2026-11-17" }])).toBe("Nov 17");
  expect(spanLabel([])).toBe("");
});

test("numbers, shares and business days", () => {
  expect([wholeNumber(1250), wholeNumber(-3)]).toEqual(["1,250", "-3"]);
  expect([percentWords(97.46), percentWords(100), percentWords(0.04)]).toEqual(["97.5%", "100%", "0%"]);
  expect([batchCount(1), batchCount(1000)]).toEqual(["1 batch", "1,000 batches"]);
  expect([businessDays(1), businessDays(12)]).toEqual(["1 business day", "12 business days"]);
});

test.each<[now: number | null, before: number | null, isCompared: boolean, expected: string]>([
  [100, 80, true, "30 days before: 80 (+25%)"],
  [60, 80, true, "30 days before: 80 (−25%)"],
  [80, 80, true, "30 days before: 80 (±0%)"],
  [5000, 2, true, "30 days before: 2 (+249,900%)"],
  [80, 0, true, "30 days before: 0"],
  [80, -5, true, "30 days before: -5"],
  [null, 80, true, "30 days before: 80"],
  [80, null, true, "30 days before: none"],
  [100, 80, false, "30 days before: 80"],
])("%s after %s", (now, before, isCompared, expected) => {
  expect(beforeWords({ now, before }, wholeNumber, isCompared)).toBe(expected);
});

test.each<[values: (number | null)[], expected: string]>([
  [[3, 9, 4], "Lowest 3 (a), highest 9 (b), last 4 (c)."],
  [[null, 9, 4], "Lowest 4 (c), highest 9 (b), last 4 (c)."],
  [[2, null, 2], "2 from a to c."],
  [[null, null, null], "Nothing in these weeks."],
  [[], "Nothing in these weeks."],
])("a picture of %j in words", (values, expected) => {
  expect(seriesWords(["a", "b", "c"], values, wholeNumber)).toBe(expected);
});
