import { type SectionResult, withSection } from "./performance-page.ts";
import { MISSED } from "./target.ts";

const PAGE = "# Performance\n\nHow it is measured.\n\n## Results\n";
const result: SectionResult = {
  name: "pages",
  commit: "abc1234",
  day: "2026-11-23",
  seconds: 61.6,
  machine: "2 processors",
  tables: [{ title: "Requests a second", head: ["page", "ratio"], rows: [["/", "0.900"]] }],
};

test("a section gets a place of its own at the end", () => {
  expect(withSection(PAGE, result)).toBe(
    `${PAGE}\n### pages\n\nAt \`abc1234\` on 2026-11-23, in 62 s; 2 processors.\n\n**Requests a second**\n\n| page | ratio |\n|---|---|\n| / | 0.900 |\n`,
  );
});

test("its next result replaces the former one, and leaves the others and what follows alone", () => {
  const others = { ...result, name: "load", commit: "fed9876" };
  const both = withSection(withSection(PAGE, result), others);
  const page = `${both}\n## Why\n\nBecause.\n`;
  const again = withSection(page, { ...result, commit: "def5678", tables: [] });
  expect(again).toContain("At `def5678` on 2026-11-23");
  expect(again).not.toContain("abc1234");
  expect(again.match(/^### .*/gm)).toEqual(["### pages", "### load"]);
  expect(again.match(/^\*\*/gm)).toHaveLength(1);
  expect(again.endsWith("## Why\n\nBecause.\n")).toBe(true);
  expect(withSection(again, { ...result, commit: "def5678", tables: [] })).toBe(again);
});

test("a cell with a bar stays one cell", () => {
  const rows = [["a|b", MISSED]];
  const page = withSection(PAGE, { ...result, tables: [{ title: "t", head: ["x", "y"], rows }] });
  expect(page).toContain("| a\\|b | MISSED |");
});
