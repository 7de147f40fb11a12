import type { Page } from "playwright/test";
import { paths, withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import {
  CSS_BUDGET,
  FIRST_LOAD_BUDGETS,
  fileSizes,
  HTML_BUDGETS,
  measureBytes,
  scriptsOf,
  stylesOf,
} from "../sandbox/bench/first-load.ts";
import minimal from "../sandbox/bench/minimal-page.json" with { type: "json" };
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

test.describe("first-load JavaScript, beside the smallest Next page of the same packages", () => {
  test("keeps each page's first-load JavaScript within its budget", async ({
    openBrowser,
    signIn,
    admin,
  }) => {
    const visitor = await openBrowser();
    const customer = await openBrowser();
    await signIn(customer, COLLECTOR);
    const sizeOf = fileSizes(async (script) => (await visitor.request.get(script)).body());
    for (const { path, most, by } of FIRST_LOAD_BUDGETS) {
      const page = by === "staff" ? admin.page : by === "customer" ? customer : visitor;
      const response = await page.request.get(path, { maxRedirects: 0 });
      expect(response.status(), path).toBe(200);
      const bytes = await measureBytes(scriptsOf, await response.text(), sizeOf);
      expect(bytes / minimal.firstLoadBytes, path).toBeLessThanOrEqual(most);
    }
  });
});

test.describe("HTML before compression stays within its budget:", () => {
  const expectWithin = async (page: Page, path: keyof typeof HTML_BUDGETS, address: string, rows: number) => {
    const html = await (await page.request.get(address)).text();
    expect(html.match(/<tr[ >]/g) ?? []).toHaveLength(rows);
    expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(HTML_BUDGETS[path]);
  };
  test("keeps the landing page's HTML within its budget", ({ page }) =>
    expectWithin(page, "/", paths.home, 0));

  test("keeps the HTML of a dashboard with twenty batches within its budget", async ({
    page,
    product,
    signIn,
  }) => {
    const person = await product.person();
    await addOrders(database(), person, 20, (place) =>
      place < 6
        ? {}
        : { submission_status: "grading", received_at: new Date("2026-01-05"), received_count: 10 },
    );
    await signIn(page, { email: person.email, password: PASSWORD });
    await page.goto(paths.dashboard);
    await expect(page.getByText("14 batches are running late.")).toBeVisible();
    await expectWithin(page, "/dashboard", paths.dashboard, 1 + 5);
  });

  test("keeps the HTML of a list of fifty orders within its budget", async ({ admin: { page }, product }) => {
    const person = await product.person();
    await addOrders(database(), person, 50, (place) => ({
      tracking_number: place % 2 ? "9400100000000000000042" : null,
    }));
    await expectWithin(page, "/admin", withQuery(staffPaths.orders, { q: person.email }), 1 + 50);
  });
});

test.describe("style sheets stay within their budget:", () => {
  const expectStyles = async (page: Page, path: string) => {
    const html = await (await page.request.get(path)).text();
    const sizeOf = fileSizes(async (sheet) => (await page.request.get(sheet)).body());
    expect(await measureBytes(stylesOf, html, sizeOf), path).toBeLessThanOrEqual(CSS_BUDGET);
  };

  test("keeps the public stylesheets within their budget", async ({ page }) => {
    for (const path of [paths.home, paths.pricing, paths.login, paths.submitPayg])
      await expectStyles(page, path);
  });

  test("keeps the staff stylesheets within their budget", async ({ admin: { page } }) => {
    for (const path of [staffPaths.orders, staffPaths.receive, staffPaths.numbers, staffPaths.labels])
      await expectStyles(page, path);
  });
});
