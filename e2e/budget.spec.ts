import type { Page } from "playwright/test";
import { paths, withQuery } from "../lib/base/paths.ts";
import { brotliBytes, FIRST_LOAD_BUDGETS, firstLoadBytes, scriptsOf } from "../sandbox/bench/first-load.ts";
import { buildMinimalApp, minimalFirstLoadBytes } from "../sandbox/bench/minimal-app.ts";
import minimal from "../sandbox/bench/minimal-page.json" with { type: "json" };
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

const KIB = 1024;

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

/** Bytes of HTML before compression; of a page with rows, with as many as are shown at once. */
test.describe("HTML", () => {
  const bytesOf = async (page: Page, path: string) => {
    const html = await (await page.request.get(path)).text();
    return { html, bytes: Buffer.byteLength(html) };
  };

  test("of the landing page: 60 KiB at most", async ({ page }) => {
    expect((await bytesOf(page, paths.home)).bytes).toBeLessThanOrEqual(60 * KIB);
  });

  test("of the dashboard with its five most recent batches: 40 KiB at most", async ({
    page,
    product,
    signIn,
  }) => {
    const person = await product.person();
    await addOrders(database(), person, 6, () => ({
      tracking_number: "9400100000000000000042",
    }));
    await signIn(page, { email: person.email, password: PASSWORD });
    const { html, bytes } = await bytesOf(page, paths.dashboard);
    expect(html.match(/<tr[ >]/g)).toHaveLength(6);
    expect(bytes).toBeLessThanOrEqual(40 * KIB);
  });

  test("of a list of fifty orders: 180 KiB at most", async ({ admin: { page }, product }) => {
    const person = await product.person();
    const [order] = await addOrders(database(), person, 50, (place) => ({
      tracking_number: place % 2 ? "9400100000000000000042" : null,
    }));
    const { html, bytes } = await bytesOf(page, withQuery(paths.admin, { q: person.email }));
    expect(html.match(/<tr[ >]/g)).toHaveLength(51);
    expect(html).toContain(order?.batch_id);
    expect(bytes).toBeLessThanOrEqual(180 * KIB);
  });
});

test.describe("style sheets, compressed: 8 KiB at most", () => {
  const sheetBytes = async (page: Page, path: string) => {
    const html = await (await page.request.get(path)).text();
    const sheets = new Set(html.match(/\/_next\/static\/[\w~./-]+\.css/g));
    expect(sheets.size, path).toBeGreaterThan(0);
    const sizes = [...sheets].map(async (sheet) => brotliBytes(await (await page.request.get(sheet)).body()));
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  };

  test("of the public pages and a visitor's", async ({ page }) => {
    for (const path of [paths.home, paths.pricing, paths.login, paths.submitPayg])
      expect(await sheetBytes(page, path), path).toBeLessThanOrEqual(8 * KIB);
  });

  test("of the staff's pages", async ({ admin: { page } }) => {
    for (const path of [paths.admin, paths.adminReceive, paths.adminNumbers])
      expect(await sheetBytes(page, path), path).toBeLessThanOrEqual(8 * KIB);
  });
});
