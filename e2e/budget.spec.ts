import { paths, withQuery } from "../lib/base/paths.ts";
import { brotliBytes, FIRST_LOAD_BUDGETS, firstLoadBytes, scriptsOf } from "../sandbox/bench/first-load.ts";
import { buildMinimalApp, minimalFirstLoadBytes } from "../sandbox/bench/minimal-app.ts";
import minimal from "../sandbox/bench/minimal-page.json" with { type: "json" };
import { COLLECTOR } from "../sandbox/builders/person.ts";
import { addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

/** The most bytes of HTML that a list of fifty orders has, as it is before it is compressed. */
const MOST_HTML = 200 * 1024;

test.describe("first-load JavaScript, beside the smallest Next page of the same packages", () => {
  test("each page stays within its budget", async ({ page, signIn }) => {
    const sizes = new Map<string, Promise<number>>();
    const sizeOf = (script: string) => {
      const size =
        sizes.get(script) ?? page.request.get(script).then(async (it) => brotliBytes(await it.body()));
      sizes.set(script, size);
      return size;
    };
    for (const [path, budget] of Object.entries(FIRST_LOAD_BUDGETS)) {
      if (path === "/submit") await signIn(page, COLLECTOR);
      const response = await page.request.get(path, { maxRedirects: 0 });
      expect(response.status(), path).toBe(200);
      const bytes = await firstLoadBytes(await response.text(), sizeOf);
      expect(bytes / minimal.firstLoadBytes, path).toBeLessThanOrEqual(budget);
    }
  });

  test("the smallest page is as large as it was when it was measured", { tag: "@hard" }, async () => {
    const bytes = await minimalFirstLoadBytes(await buildMinimalApp(process.cwd(), console.log));
    expect(bytes / minimal.firstLoadBytes).toBeCloseTo(1, 2);
  });

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

test("a list of fifty orders is within its bytes of HTML", async ({ admin: { page }, product }) => {
  const person = await product.person();
  const [order] = await addOrders(database(), person, 50, (place) => ({
    tracking_number: place % 2 ? "9400100000000000000042" : null,
  }));
  const html = await (await page.request.get(withQuery(paths.admin, { q: person.email }))).text();
  expect(html.match(/<tr[ >]/g)).toHaveLength(51);
  expect(html).toContain(order?.batch_id);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST_HTML);
});
