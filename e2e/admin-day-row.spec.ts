import type { Locator, Page } from "playwright/test";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { aMark } from "../sandbox/builders/ids.ts";
import { noonDaysAgo } from "../sandbox/builders/noon-days-ago.ts";
import { addOrder, addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

/** Fails unless all of what is found lies on the first screen, below the page's header. */
async function expectOnFirstScreen(page: Page, label: string): Promise<void> {
  const box = await page.getByRole("region", { name: label }).boundingBox();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(box?.y).toBeGreaterThan(0);
  expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(
    page.viewportSize()?.height ?? 0,
  );
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`at ${width} by ${height}`, () => {
    test.use({ viewport: { width, height } });

    test("what stands above the list, besides the day's work, leaves room for both on the first screen", {
      tag: "@full",
    }, async ({ admin, page }) => {
      await admin.open();
      const table = await page.getByRole("table").boundingBox();
      // As high as what waits that morning, which is what other tests have left.
      const row = await page.getByRole("navigation", { name: "The day's work" }).boundingBox();
      expect((table?.y ?? height) - (row?.height ?? 0)).toBeLessThan(0.65 * height);
    });

    test("the day's work stands in one row, or two by two, and each tile leads to its orders and to where it is done", {
      tag: "@full",
    }, async ({ admin, page }) => {
      const mark = aMark();
      const order = await addOrder(database(), {
        grading_submission_number: mark,
        inbound_shipped_at: noonDaysAgo(12),
        inbound_carrier: "ups",
        inbound_tracking: "1Z999AA10123456784",
      });
      await admin.open({ q: mark });
      const row = page.getByRole("navigation", { name: "The day's work" });
      const tiles = row.locator("ol > li");
      await expect(tiles).toHaveCount(6);
      await admin.expectNoSidewaysScroll();
      const tops = await tiles.evaluateAll(
        (all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size,
      );
      expect(tops).toBe(width > 1000 ? 1 : 3);
      await expect(tiles.last()).toContainText("Late to arrive");

      await row.getByRole("link", { name: /^Needs check-in [\d,]+\+?$/ }).click();
      await expect(page).toHaveURL(/view=needs_check_in/);
      await expect(row.getByRole("link", { name: /^Needs check-in/ })).toHaveAttribute(
        "aria-current",
        "page",
      );
      await row.getByRole("link", { name: /Said shipped, not here/ }).click();
      await expect(page).toHaveURL(new RegExp(`q=${mark}&view=said_shipped`));
      const listed = page.getByRole("row").filter({ has: admin.link(order.batch_id) });
      await expect(listed).toContainText(/Said shipped [A-Z][a-z]+ \d+, 12 days/);
      await expect(listed).toContainText("To us: UPS 1Z999AA10123456784");
      const more = page.getByRole("navigation", { name: "More views" });
      await more.getByText(/^\d+ empty$/).click();
      await more.getByRole("link", { name: /^Set aside/ }).click();
      await expect(page.getByRole("link", { name: /^Set aside/ })).toHaveAttribute("aria-current", "page");
      await row.getByRole("link", { name: "Open the desk" }).click();
      await expect(page).toHaveURL(staffPaths.receive);
    });

    test("from a caller's words to the answer: the search, Enter, and it is on the first screen", {
      tag: "@full",
    }, async ({ admin, page, expectAccessible }) => {
      const mark = aMark();
      const address = { full_name: `Zoë ${mark}`, city: "Reno", country: "US" };
      const delay_reason = `${"The grading company is slow. ".repeat(5)}Sorry.`;
      const order = await addOrder(database(), {
        guest_email: `${mark}@example.com`,
        return_address: database().json(address),
        fulfillment_status: "grading",
        submission_status: "grading",
        arrived_at: new Date(),
        received_at: new Date(),
        received_count: 10,
        delay_reason,
        delayed_until: "2100-12-21",
      });
      await admin.open();
      await expect(page.getByLabel("Select all")).toBeEnabled();
      await page.keyboard.press("/");
      await page.keyboard.type(`zoe ${mark}`);
      await page.keyboard.press("Enter");
      const found = page.getByRole("region", { name: "Found: 1 order" });
      for (const text of [
        address.full_name,
        "At the grader",
        "10 cards",
        "Paid, $250.00",
        "The grading company is slow",
      ])
        await expect(found).toContainText(text);
      await expectOnFirstScreen(page, "Found: 1 order");
      await admin.expectNoSidewaysScroll();
      await expectAccessible(page);

      await expect(page.getByRole("link", { name: `Open ${order.batch_id}` })).toBeFocused();
      await page.keyboard.press("Enter");
      await admin.expectOrder(order.batch_id);
      await page.keyboard.press("Escape");
      await expect(admin.dialog).toHaveCount(0);
      await expect(found).toBeVisible();
    });

    test("two are answered in short, four by the list alone", { tag: "@full" }, async ({
      admin,
      page,
      expectAccessible,
    }) => {
      const mark = aMark();
      // IDs of rather wide letters.
      const batch = `BATCH-WWM${String(Date.now()).slice(-6)}-QCN`;
      const wide = (place: number) => ({ batch_id: batch + place, grading_submission_number: mark });
      await addOrders(database(), null, 2, wide);
      await admin.open({ q: mark });
      const found = page.getByRole("region", { name: "Found: 2 orders" });
      await expect(found.getByRole("heading", { level: 2 })).toHaveCount(2);
      // No value reaches into the one beside it.
      expect(
        await found
          .locator("dd")
          .evaluateAll((all) => all.filter((dd) => dd.scrollWidth > dd.clientWidth).length),
      ).toBe(0);
      await expectOnFirstScreen(page, "Found: 2 orders");
      await expectAccessible(page);
      await addOrders(database(), null, 2, { grading_submission_number: mark });
      await admin.open({ q: mark });
      await expect(page.getByText("4 orders", { exact: true })).toBeVisible();
      await expect(page.getByRole("region", { name: /^Found/ })).toHaveCount(0);
    });
  });
}

test("the dash of a row without numbers is on the line of its other values", { tag: "@full" }, async ({
  admin,
  page,
}) => {
  const email = `${aMark()}@example.com`;
  const order = await addOrder(database(), { guest_email: email });
  await admin.open({ q: email });
  const row = page.getByRole("row").filter({ has: admin.link(order.batch_id) });
  const middleOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error("not shown");
    return box.y + box.height / 2;
  };
  const dash = await middleOf(row.getByText("—", { exact: true }));
  expect(Math.abs(dash - (await middleOf(row.locator("td.figure").first())))).toBeLessThan(2);
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the search is known by the mark in it, before its text, with something typed as well", {
    tag: "@full",
  }, async ({ admin, page }) => {
    await admin.open({ q: "jane" });
    const mark = page.locator("form svg:visible").first();
    const [at, field] = [await mark.boundingBox(), await admin.search.boundingBox()];
    if (!at || !field) throw new Error("no mark or no field");
    const before = await admin.search.evaluate((it) => Number.parseFloat(getComputedStyle(it).paddingLeft));
    expect(at.x).toBeGreaterThan(field.x);
    expect(at.x + at.width).toBeLessThan(field.x + before);
    expect(Math.abs(at.y + at.height / 2 - (field.y + field.height / 2))).toBeLessThan(2);
  });
});
