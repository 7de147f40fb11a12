import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { publicPages } from "../lib/marketing/public-pages.ts";
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";

test("loads public pages without layout shifts", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, { shifted: Reflect.get(window, "shifted") + Reflect.get(entry, "value") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of [paths.home, paths.pricing]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      const shifted = await page.evaluate(() => Reflect.get(window, "shifted"));
      expect(shifted, `${path} at ${width}`).toBeLessThan(0.001);
    }
    await signIn(page, COLLECTOR);
  }
});

/** Returns the latest preload state per address. Under Playwright, the browser only prefetches HTML. */
async function watchPreloads(page: Page): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  const note = (url: string, state: string) => states.set(url.replace(new URL(url).origin, ""), state);
  const cdp = await page.context().newCDPSession(page);
  cdp.on("Preload.prerenderStatusUpdated", ({ key, status }) => note(key.url, status));
  cdp.on("Preload.prefetchStatusUpdated", ({ key, status }) => note(key.url, status));
  await cdp.send("Preload.enable");
  return states;
}

test("prefetches no link with a query, action or personal data", { tag: "@full" }, async ({
  page,
  signIn,
  product,
}) => {
  const { email } = await product.person();
  const states = await watchPreloads(page);
  const pointedAt = new Set<string>();
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await signIn(page, { email, password: PASSWORD });
    await page.goto(paths.pricing);
    const links = await page.locator('a[href]:visible:not([href="#main"])').all();
    const hrefs: string[] = [];
    for (const link of links) {
      const href = (await link.getAttribute("href")) ?? "";
      if (publicPages.includes(href)) continue;
      hrefs.push(href);
      if (pointedAt.has(href)) continue;
      pointedAt.add(href);
      await link.hover();
      // Twice the browser's delay.
      await page.waitForTimeout(400);
    }
    expect(hrefs.length).toBeGreaterThan(5);
    expect(hrefs).toContain(isSignedIn ? paths.dashboard : paths.login);
  }
  expect([...states.keys()]).toEqual([]);
});
