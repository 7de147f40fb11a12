import type { Locator } from "playwright/test";
import { paths, withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { SAMPLE_BATCH_ID } from "../lib/orders/tracking/sample-batch.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { addOrder, orderOfBatch } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

/** The ID stands on one line, and its hyphens are as narrow as its face has them. */
async function expectWhole(id: Locator): Promise<void> {
  await expect(id).toBeVisible();
  const look = await id.evaluate((element) => {
    const { fontVariantNumeric, lineHeight } = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(element);
    return {
      figures: fontVariantNumeric,
      lines: range.getBoundingClientRect().height / Number.parseFloat(lineHeight),
    };
  });
  expect(look.figures).toBe("normal");
  expect(look.lines).toBeLessThan(1.6);
}

test("a batch ID is whole on every screen that shows it, down to 320 px, and is copied where it is to be written", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token }, { cards: 12 });
  expect(batchId.slice("BATCH-".length)).not.toMatch(/[01OI]/);
  await signIn(page, { email, password: PASSWORD });
  const shown = page.getByText(batchId, { exact: true }).filter({ visible: true });
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [paths.dashboard, paths.batch(batchId), paths.submit, paths.label(id)]) {
      await page.goto(path);
      await expectWhole(shown.first());
      await expectNoSidewaysScroll(page);
    }
  }
  const order = await orderOfBatch(database(), batchId);
  const paid = { session_id: order?.stripe_session_id, batch_id: batchId };
  await page.goto(withQuery(paths.confirmation, paid));
  await expect(shown.first()).toBeVisible();
  for (const place of await shown.all()) await expectWhole(place);
  await page.goto(paths.label(id));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy batch ID" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(batchId);
});

test("staff copy the ID on an order's page, and read it whole in their list", { tag: "@full" }, async ({
  admin: { page },
  product,
}) => {
  const { token } = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token }, { cards: 12 });
  await page.goto(`${staffPaths.orders}?q=${batchId}`);
  await expectWhole(page.getByRole("link", { name: batchId }).first());
  await page.goto(staffPaths.order(id));
  await expectWhole(page.getByRole("heading", { level: 1, name: batchId }).locator("span"));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy batch ID" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(batchId);
});

test("the label on the landing page has its batch ID on one line on the narrowest screen", {
  tag: "@full",
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(paths.home);
  await expectWhole(page.locator(".sample-label").getByText(SAMPLE_BATCH_ID, { exact: true }));
});

test("an ID of rather wide letters is whole above an order on the narrowest screen", {
  tag: "@full",
}, async ({ admin: { page } }) => {
  const wide = `BATCH-3NA${String(Date.now()).slice(-5)}D-QCNH`;
  const { id, batch_id: batchId } = await addOrder(database(), { batch_id: wide });
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(staffPaths.order(id));
  await expectWhole(page.getByRole("heading", { level: 1, name: batchId }).locator("span"));
});
