import { join } from "node:path";
import { checkCoverage, readCoverage, readTestFiles } from "./spec-coverage.ts";

const root = join(import.meta.dirname, "..");
const parts = readCoverage(root);
const files = readTestFiles(root);

test("names an existing test or a reason for each requirement", () => {
  expect(checkCoverage(parts, files)).toEqual([]);
});

test("covers sections 2 to 9 of the specification", () => {
  const sections = parts.filter(({ level }) => level === 1).map(({ heading }) => heading.split(" ")[0]);
  expect(sections).toEqual(["2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(parts.flatMap(({ demands }) => demands).length).toBeGreaterThan(200);
});
