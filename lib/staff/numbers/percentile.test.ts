import fc from "fast-check";
import { countUpTo, mergedHistogram, percentileOf } from "@/lib/staff/numbers/percentile";

const histogramOf = (values: number[]) => mergedHistogram(values.map((value) => new Map([[value, 1]])));

test.each<[values: number[], share: number, expected: number | null]>([
  [[], 0.5, null],
  [[7], 0.5, 7],
  [[7], 0.9, 7],
  [[1, 2], 0.5, 1],
  [[1, 2, 3], 0.5, 2],
  [[3, 1, 2, 1], 0.5, 1],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9, 10],
  [[5, 5, 5, 40], 0.9, 40],
  [[0, 0], 1, 0],
])("of %j, %d is %s", (values, share, expected) => {
  expect(percentileOf(histogramOf(values), share)).toBe(expected);
});

test("as many are up to the percentile as were asked for, and fewer below it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 100 }),
      (values, percent) => {
        const histogram = histogramOf(values);
        const value = percentileOf(histogram, percent / 100) ?? Number.NaN;
        expect(values).toContain(value);
        expect(countUpTo(histogram, value) * 100).toBeGreaterThanOrEqual(percent * values.length);
        expect(countUpTo(histogram, value - 1) * 100).toBeLessThan(percent * values.length);
      },
    ),
  );
});

test("values are counted up to one, and all of them", () => {
  const histogram = new Map([
    [3, 2],
    [15, 4],
    [16, 1],
  ]);
  expect([countUpTo(histogram, 15), countUpTo(histogram), countUpTo(histogram, 2)]).toEqual([6, 7, 0]);
});
