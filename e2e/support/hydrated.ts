import { expect, type Locator } from "playwright/test";

/**
 * Waits until an element answers to its handlers: React marks each element that it has taken over with a property of its
 * own. A page without a script of Next's (the hosted payment page) needs none.
 */
export async function expectHydrated(target: Locator): Promise<void> {
  await expect
    .poll(() =>
      target.evaluate(
        (element) =>
          !document.querySelector('script[src*="/_next/"]') ||
          Object.keys(element).some((name) => name.startsWith("__reactFiber$")),
      ),
    )
    .toBe(true);
}
