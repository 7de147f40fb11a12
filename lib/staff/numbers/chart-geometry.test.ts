import fc from "fast-check";
import { barChart, CHART, lineChart, type Values } from "@/lib/staff/numbers/chart-geometry";

const boxes = (values: Values) => barChart(values).bars.map((bar) => bar && [bar.y, bar.height]);

test.each<[values: Values, edges: [number, number, number], expected: ReturnType<typeof boxes>]>([
  [
    [10, 5, 0],
    [10, 0, 100],
    [[0, 100], [50, 50], null],
  ],
  [
    [0, 0],
    [1, 0, 100],
    [null, null],
  ],
  [[], [1, 0, 100], []],
  [
    [null, 4],
    [4, 0, 100],
    [null, [0, 100]],
  ],
  [
    [10, -10],
    [10, -10, 50],
    [
      [0, 50],
      [50, 50],
    ],
  ],
  [
    [-4, -2],
    [0, -4, 0],
    [
      [0, 100],
      [0, 50],
    ],
  ],
  [[97], [100, 0, 100], [[3, 97]]],
])("bars of %j", (values, [top, bottom, zero], expected) => {
  const isFlat = values.every((value) => !value);
  expect(barChart(values)).toMatchObject({ top, bottom, zero, isFlat, lines: [] });
  expect(boxes(values)).toEqual(expected);
});

test("bars stand side by side, evenly, with as much room at both ends", () => {
  const bars = barChart([1, 1, 1]).bars.map((bar) => bar && [bar.x, bar.width]);
  const [first, second, third] = bars as [number, number][];
  expect(first?.[1]).toBeCloseTo(70, 1);
  expect([second?.[0], third?.[0]]).toEqual([115, 215]);
  expect(first?.[0]).toBe(15);
});

test.each<[series: Values[], lines: string[], dots: string[]]>([
  [[[0, 10]], ["M75,100L225,0"], [""]],
  [[[10, null, 5]], ["M50,0ZM250,50Z"], ["M50,0ZM250,50Z"]],
  [[[10, null, 5, 0]], ["M37.5,0ZM187.5,50L262.5,100"], ["M37.5,0Z"]],
  [[[null, 5, null]], ["M150,0Z"], ["M150,0Z"]],
  [[[null, null]], [""], [""]],
  [
    [[4], [8]],
    ["M150,50Z", "M150,0Z"],
    ["M150,50Z", "M150,0Z"],
  ],
])("lines of %j, and the dots of what has nothing beside it", (series, lines, dots) => {
  expect(lineChart(series)).toMatchObject({ lines, dots });
});

const anyValues = fc.array(fc.option(fc.integer({ min: -1_000_000, max: 100_000_000 })), { maxLength: 20 });

test("nothing leaves the picture, and a bar is as high as its value is great", () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const { bars, top, bottom, zero } = barChart(values);
      expect(bars).toHaveLength(values.length);
      expect(zero).toBeGreaterThanOrEqual(0);
      expect(zero).toBeLessThanOrEqual(CHART.height);
      for (const [place, bar] of bars.entries()) {
        const value = values[place] ?? 0;
        expect(bar === null).toBe(value === 0);
        if (!bar) continue;
        expect(bar.x).toBeGreaterThanOrEqual(0);
        expect(bar.x + bar.width).toBeLessThanOrEqual(CHART.width + 0.02);
        expect(bar.y).toBeGreaterThanOrEqual(0);
        expect(bar.y + bar.height).toBeLessThanOrEqual(CHART.height + 0.02);
        expect(bar.height).toBeCloseTo((Math.abs(value) / (top - bottom)) * CHART.height, 1);
      }
    }),
  );
});

test("a line goes through every value there is", () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const [path = ""] = lineChart([values]).lines;
      const points = [...path.matchAll(/[ML]([\d.]+),([\d.]+)/g)];
      expect(points).toHaveLength(values.filter((value) => value !== null).length);
      for (const [, , y] of points) expect(Number(y)).toBeLessThanOrEqual(CHART.height);
    }),
  );
});
