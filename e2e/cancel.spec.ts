import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { BatchOwner } from "./support/batch-owner.ts";

const sql = database();

/** After the press the keyboard is where the page says what became of it. */
async function expectReadOn(page: Page, words: RegExp): Promise<void> {
  await expect(page.locator(":focus")).toContainText(words);
}

/** Reads on the page that shows it that a batch is canceled and where its money is, and nothing of shipping it. */
async function expectCanceled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: /^(This batch is canceled|Canceled)$/ })).toBeVisible();
  const money = page.getByRole("status").filter({ hasText: /We sent \$\d+\.\d\d back on/ });
  await expect(money).toContainText("Banks usually show it within 5 to 10 business days");
  await expect(money).toContainText("Please do not ship your cards");
  await expect(page.getByText(/Now ship|Waiting for your cards|Not shipped back yet/)).toHaveCount(0);
  await expect(page.getByRole("link", { name: /label|packing slip/i })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /I have shipped it|Cancel this batch/ })).toHaveCount(0);
  await expect(page.getByText("We could not confirm this payment")).toHaveCount(0);
}

test("a member cancels what was not shipped, in the drawer on a phone, and has the money back", {
  tag: "@full",
}, async ({ page, product, signIn, expectAccessible }) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, sql, { token });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.batch(batchId));
  await page.getByRole("button", { name: "Cancel this batch" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Cancel this batch" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Cancel and refund \$/ }).click();
  await expectCanceled(page);
  await expectReadOn(page, /^We sent \$/);
  await expect(page.getByText("Order canceled after a full refund")).toBeVisible();
  await expectAccessible(page);
  expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "canceled" });
});

test("what is on its way is asked about, shouts at the desk, and goes on", { tag: "@full" }, async ({
  product,
  openBrowser,
  admin: { page: staff },
  expectAccessible,
}) => {
  const { page: guest, batchId, path } = await BatchOwner.guest({ product, openBrowser });
  await guest.getByRole("button", { name: "I have shipped it" }).click();
  await guest.getByLabel("Carrier").selectOption("Other");
  await guest.getByRole("button", { name: "Save" }).click();
  await guest.getByRole("button", { name: "Cancel this batch" }).click();
  await guest.getByRole("button", { name: "Ask to cancel" }).click();
  await expect(guest.getByRole("button", { name: "Withdraw the request" })).toBeVisible();
  await expectReadOn(guest, /^Cancel this batch$/);
  await expectAccessible(guest);

  await staff.goto(`${staffPaths.orders}?view=cancel_requested`);
  await expect(staff.getByText(batchId).first()).toBeVisible();
  const desk = new DeskPage(staff);
  await desk.open();
  await desk.scan(batchId);
  await expect(staff.getByText("Its customer asks to cancel this batch").first()).toBeVisible();
  // What is to be read from two steps away stays on the screen.
  await expect(staff.getByLabel("Note", { exact: false })).toBeFocused();
  expect(await staff.evaluate(() => window.scrollY)).toBe(0);
  await expect(staff.getByRole("button", { name: "Count anyway" })).toHaveCount(0);
  await expectAccessible(staff);
  await staff.getByLabel("Words for the customer").fill("It came in before we could stop it.");
  await staff.getByRole("button", { name: "Go on with this batch" }).click();
  await expect(desk.counted).toBeVisible();

  await guest.goto(path);
  await expect(guest.getByText("It came in before we could stop it.")).toBeVisible();
});

test("a guest cancels on the confirmation, and no page says otherwise, not after a reload either", async ({
  product,
  openBrowser,
  expectAccessible,
}) => {
  const { page: guest, path } = await BatchOwner.guest({ product, openBrowser });
  await guest.getByRole("button", { name: "Cancel this batch" }).click();
  await guest.getByRole("button", { name: /^Cancel and refund \$/ }).click();
  await expectCanceled(guest);
  await expectReadOn(guest, /^We sent \$/);
  await expectAccessible(guest);
  await guest.reload();
  await expectCanceled(guest);
  await expect(guest.getByRole("link", { name: "View receipt" })).toBeVisible();
  await guest.goto(path);
  await expectCanceled(guest);
  await expectAccessible(guest);
});
