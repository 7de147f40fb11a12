import { expect, type Locator, type Page } from "playwright/test";

/** Waits until React has hydrated an element. Pages without Next's script (the payment page) don't need it. */
export async function expectHydrated(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate(isHydrated)).toBe(true);
}

export async function expectScript(page: Page): Promise<void> {
  const main = page.locator("main, body").last();
  // The page may navigate away.
  await expect.poll(() => main.evaluate(isHydrated).catch(() => false)).toBe(true);
}

/** Runs in the browser. */
function isHydrated(element: Element): boolean {
  const hasScript = document.querySelector('script[src*="/_next/"]') !== null;
  return !hasScript || Object.keys(element).some((name) => name.startsWith("__reactFiber$"));
}
