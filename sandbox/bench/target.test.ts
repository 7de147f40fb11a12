import { isMissed, MISSED, type Target, targetCells } from "./target.ts";

describe("what counts as missed", () => {
  test.each<[string, number, Target, number | undefined, boolean]>([
    ["what is reached exactly is met", 0.8, { least: 0.8 }, undefined, false],
    ["more than the least is met", 1.2, { least: 0.8 }, undefined, false],
    ["less than the least is missed", 0.799, { least: 0.8 }, undefined, true],
    ["the most is met", 8, { most: 8 }, undefined, false],
    ["more than the most is missed", 8.001, { most: 8 }, undefined, true],
    ["it counts as it is shown, upwards", 0.7996, { least: 0.8 }, undefined, false],
    ["it counts as it is shown, downwards", 8.0004, { most: 8 }, undefined, false],
    ["with one digit a tenth counts", 40.04, { most: 40 }, 1, false],
    ["with one digit the next tenth is missed", 40.06, { most: 40 }, 1, true],
    ["nothing lost is met", 0, { most: 0 }, 0, false],
    ["one lost is missed", 1, { most: 0 }, 0, true],
    ["a figure that is not there is missed", Number.NaN, { least: 0.8 }, undefined, true],
    ["a figure that is not there is missed also as a most", Number.NaN, { most: 8 }, undefined, true],
    ["a division by nothing is no success", Number.POSITIVE_INFINITY, { most: 8 }, undefined, true],
  ])("%s", (_, value, target, digits, expected) => {
    expect(isMissed(value, target, digits)).toBe(expected);
  });
});

test("a row says what is asked of its figure, and marks it where it is missed", () => {
  expect(targetCells(0.5, { least: 0.8 })).toEqual(["at least 0.8", MISSED]);
  expect(targetCells(7.9, { most: 8 }, 1)).toEqual(["at most 8", "yes"]);
  expect(targetCells(7.9)).toEqual(["", ""]);
});
