import { FIRST_LOAD_BUDGETS, firstLoadBytes, scriptsOf } from "../sandbox/bench/first-load.ts";
import { COLLECTOR } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";

test.describe("first-load JavaScript, beside the smallest Next page of the same packages", () => {
  for (const [path, budget] of Object.entries(FIRST_LOAD_BUDGETS)) {
    test(`${path} stays within ${budget} times`, async ({ page, signIn }) => {
      const minimal = Number(process.env.MINIMAL_FIRST_LOAD_BYTES);
      expect(minimal).toBeGreaterThan(10_000);
      if (path === "/submit" || path === "/dashboard") await signIn(page, COLLECTOR);
      const response = await page.request.get(path, { maxRedirects: 0 });
      expect(response.status()).toBe(200);
      const bytes = await firstLoadBytes(await response.text(), async (script) =>
        (await page.request.get(script)).body(),
      );
      expect(bytes / minimal).toBeLessThanOrEqual(budget);
    });
  }

  test("every script that a browser loads with the page is counted", async ({ page }) => {
    const loaded = new Set<string>();
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") loaded.add(new URL(response.url()).pathname);
    });
    await page.goto("/pricing");
    await page.waitForLoadState("networkidle");
    const html = await (await page.request.get("/pricing")).text();
    expect([...loaded].sort()).toEqual(scriptsOf(html));
  });
});
