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

const CONTRAST = "color-contrast";

/**
 * Returns the accessibility problems of the page as it is now, each as "rule: elements". Our pages have no frames, so
 * axe runs in the page alone: asking every frame through a second page takes three times as long. `isWhole`: with the
 * site's header and footer.
 */
export async function accessibilityProblems(page: Page, isWhole: boolean): Promise<string[]> {
  return problems(page, isWhole ? [] : FRAME, { runOnly: { type: "tag", values: STANDARDS } });
}

/** Returns what of the page, with its header and footer, is hard to read in the colors as they are now. */
export async function contrastProblems(page: Page): Promise<string[]> {
  return problems(page, [], { runOnly: { type: "rule", values: [CONTRAST] } });
}

async function problems(page: Page, left: string[], options: axe.RunOptions): Promise<string[]> {
  // Text can be there before its stylesheet: measured then, a button is as small as its words.
  await page.waitForLoadState("load");
  // To send and compile it takes half as long as to run it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ exclude, asked }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      // A color on its way from one to another is neither; what turns for ever is left alone.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const { violations } = await run(
        { exclude },
        { ...asked, resultTypes: ["violations"], preload: false },
      );
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join(" | ")}`,
      );
    },
    { exclude: [FURTHER_ROWS, ...left].map((selector) => [selector]), asked: options },
  );
}
