import { paths } from "../lib/base/paths.ts";
import { COLLECTOR } from "../sandbox/builders/person.ts";
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
