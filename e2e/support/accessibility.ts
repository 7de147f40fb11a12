import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rows beyond the eighth, which repeat the same components. */
const FURTHER_ROWS = "tbody > tr:nth-child(n + 9)";

/** Header and footer, which every-page.spec checks once per page. */
const FRAME = ["body > header", "body > footer"];

const CONTRAST = "color-contrast";

/**
 * Returns the page's accessibility problems as "rule: elements", with header and footer if `isWhole`. Runs Axe inside
 * the page, which is three times as fast as its frame-aware runner. Our pages have no frames.
 */
export async function accessibilityProblems(page: Page, isWhole: boolean): Promise<string[]> {
  return problems(page, isWhole ? [] : FRAME, { runOnly: { type: "tag", values: STANDARDS } });
}

/** Returns the contrast problems of the whole page in its current colors. */
export async function contrastProblems(page: Page): Promise<string[]> {
  return problems(page, [], { runOnly: { type: "rule", values: [CONTRAST] } });
}

async function problems(page: Page, left: string[], options: axe.RunOptions): Promise<string[]> {
  // Sizes are wrong before the stylesheet loads.
  await page.waitForLoadState("load");
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ exclude, asked }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      // Wait for color transitions, but not for endless animations.
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
