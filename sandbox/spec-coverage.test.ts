import { join } from "node:path";
import { checkCoverage, readCoverage, readTestFiles } from "./spec-coverage.ts";

const root = join(import.meta.dirname, "..");
const parts = readCoverage(root);
const files = readTestFiles(root);

test("every demand names tests that are there, or says why none shows it", () => {
  expect(checkCoverage(parts, files)).toEqual([]);
});

test("sections 2 to 9 of the specification are there, each with demands", () => {
  const sections = parts.filter(({ level }) => level === 1).map(({ heading }) => heading.split(" ")[0]);
  expect(sections).toEqual(["2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(parts.flatMap(({ demands }) => demands).length).toBeGreaterThan(200);
});
