import { staffPaths } from "../lib/base/staff-paths.ts";
import { addOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

/** Sums up as the job does, in which others may be at it. */
async function sumUp(): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await database()`select public.sum_daily_numbers(null, 1000) as answer`;
      return row?.answer.summed_until !== null && !row?.answer.is_more;
    })
    .toBe(true);
}

test("the numbers: figures, pictures with their tables, and the way to the rows, without a script of their own", {
  tag: "@full",
}, async ({ admin, page }) => {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  const awaited = await addOrder(database(), { num_cards: 4321, paid_at: "2001-01-01T00:00:00Z" });
  await sumUp();
  await page.goto(staffPaths.orders);
  await page.getByRole("link", { name: "Numbers", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Numbers" })).toBeVisible();
  // Pictures are drawn on the server: what draws them stays there.
  const loaded = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()));
  expect(loaded.join("")).toContain("usePathname");
  expect(loaded.filter((text) => /paddingInner|bandwidth/.test(text))).toEqual([]);

  const revenue = page.getByRole("region", { name: "Revenue of batches" });
  await expect(revenue.getByText(/^\$[\d,]+\.\d\d$/)).toBeVisible();
  await expect(page.getByRole("img", { name: "Revenue of batches, week by week" })).toBeVisible();
  const table = page.getByRole("table", { name: "Revenue of batches, week by week" });
  await expect(table).toBeHidden();
  await page.getByText("Table: Revenue of batches").click();
  await expect(table.getByRole("row")).toHaveCount(14);

  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();
  await page.getByRole("link", { name: awaited.batch_id }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(awaited.batch_id);
  await page.goto(staffPaths.numbers);
  await page.getByRole("link", { name: "Batches that are overdue" }).click();
  await expect(page).toHaveURL(/view=overdue/);
});
