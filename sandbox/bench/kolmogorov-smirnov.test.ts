import { kolmogorovSmirnov, tail } from "./kolmogorov-smirnov.ts";

// The critical values that every table of the test has.
test.each([
  [0.1, 1.224],
  [0.05, 1.358],
  [0.01, 1.628],
  [0.001, 1.949],
])("a value above the critical one has the probability %d", (probability, critical) => {
  expect(tail(critical)).toBeCloseTo(probability, 3);
});

test("the distribution begins at 1 and falls", () => {
  const values = [0, 0.2, 0.3, 0.31, 0.5, 0.8, 1, 2, 5].map(tail);
  expect(values[0]).toBe(1);
  expect([...values].sort((a, b) => b - a)).toEqual(values);
  expect(values.at(-1)).toBeLessThan(1e-9);
});

test.each([
  [[1, 2, 3, 4], [3, 4, 5, 6], 0.5],
  [[1, 1, 2], [1, 2, 2], 1 / 3],
  [[4, 3, 2, 1], [1, 2, 3, 4], 0],
  [[1, 2], [3, 4, 5], 1],
])("the distance between %j and %j", (one, other, distance) => {
  expect(kolmogorovSmirnov(one, other).distance).toBeCloseTo(distance, 12);
  expect(kolmogorovSmirnov(other, one).distance).toBeCloseTo(distance, 12);
});

test("a shift that nobody would see is found in a thousand values, and none where there is none", () => {
  // Evenly spread from 10 to 20 ms, in turn for the one and the other.
  const times = Array.from({ length: 2000 }, (_, place) => 10 + place / 200);
  const [even, odd] = [0, 1].map((rest) => times.filter((_, place) => place % 2 === rest)) as [
    number[],
    number[],
  ];
  expect(kolmogorovSmirnov(even, odd).p).toBeGreaterThan(0.99);
  const later = odd.map((time) => time + 1);
  expect(kolmogorovSmirnov(even, later)).toMatchObject({ distance: expect.closeTo(0.1, 2) });
  expect(kolmogorovSmirnov(even, later).p).toBeLessThan(0.001);
});

test("nothing cannot be compared", () => {
  expect(() => kolmogorovSmirnov([], [1])).toThrow("no values");
});
