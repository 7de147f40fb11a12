import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rows of a long table behind its first ones: the same components once more, and each costs as much to look at. */
const FURTHER_ROWS = "tbody > tr:nth-child(n + 9)";

/** Frames every page, and is looked at once a page: by every-page.spec. */
const FRAME = ["body > header", "body > footer"];

/**
 * Answers the accessibility problems of the page as it is now, each as "rule: elements". Our pages have no frames, so
 * axe runs in the page alone: asking every frame through a second page takes three times as long. `isWhole`: with the site's header and
 * footer, too.
 */
export async function accessibilityProblems(page: Page, isWhole: boolean): Promise<string[]> {
  // To send and compile it takes half as long as to run it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ standards, exclude }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await run(
        { exclude },
        { runOnly: { type: "tag", values: standards }, resultTypes: ["violations"], preload: false },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
    },
    {
      standards: STANDARDS,
      exclude: [FURTHER_ROWS, ...(isWhole ? [] : FRAME)].map((selector) => [selector]),
    },
  );
}
