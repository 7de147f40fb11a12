import { paths } from "../lib/base/paths.ts";
import { COLLECTOR } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";

test("the public pages do not move while they load, as a visitor and as somebody signed in", {
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
      // A typeface that comes late moves the end of a line, and no line.
      const shifted = await page.evaluate(() => Reflect.get(window, "shifted"));
      expect(shifted, `${path} at ${width}`).toBeLessThan(0.001);
    }
    await signIn(page, COLLECTOR);
  }
});

test("the landing page is set in its own typeface on a first visit, too, however late that comes", {
  tag: "@full",
}, async ({ page }) => {
  await page.route("**/*.woff2", async (route) => {
    await new Promise((later) => setTimeout(later, 1_000));
    await route.continue();
  });
  await page.goto(paths.home);
  const tools = await page.context().newCDPSession(page);
  await tools.send("DOM.enable");
  await tools.send("CSS.enable");
  const face = async () => {
    const { root } = await tools.send("DOM.getDocument");
    const { nodeId } = await tools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
    const { fonts } = await tools.send("CSS.getPlatformFontsForNode", { nodeId });
    return fonts.map(({ familyName }) => familyName);
  };
  await expect.poll(face).toEqual(["Inter"]);
});
