import { expect, type Locator, type Page } from "playwright/test";

/**
 * Waits until an element answers to its handlers: React marks each element that it has taken over with a property of its
 * own. A page without a script of Next's (the hosted payment page) needs none.
 */
export async function expectHydrated(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate(isHydrated)).toBe(true);
}

/** Waits until the page's script has taken it over, as far as it has come by now. */
export async function expectScript(page: Page): Promise<void> {
  const main = page.locator("main, body").last();
  // The page may lead on to another one meanwhile.
  await expect.poll(() => main.evaluate(isHydrated).catch(() => false)).toBe(true);
}

/** Runs in the browser. */
function isHydrated(element: Element): boolean {
  const hasScript = document.querySelector('script[src*="/_next/"]') !== null;
  return !hasScript || Object.keys(element).some((name) => name.startsWith("__reactFiber$"));
}
