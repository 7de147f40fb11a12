import { expect, type Page } from "playwright/test";

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(screen ?? 0);
}
