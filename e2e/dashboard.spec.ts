import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { addOrders, addProfile } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";

test("shows the profile banner until the profile is complete", { tag: "@full" }, async ({
  page,
  product,
  signIn,
}) => {
  const { email, userId } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.dashboard);
  await expect(page.getByText("Complete Your Profile")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to profile" })).toHaveAttribute("href", paths.profile);
  await addProfile(database(), userId);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("No submissions yet")).toBeVisible();
  await expect(page.getByText("Complete Your Profile")).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${paths.dashboard}$`));
});

test("asks for a login on Refresh after the session has ended", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.dashboard);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("heading", { name: "Error Loading Dashboard" })).toBeVisible();
  await expect(page.getByText("Please log in to view your submissions")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Try Again" }).click();
  await page.waitForURL(/\/login\?next=%2Fdashboard/);
});

test("hides the success message after ten seconds and reloads stale dashboards", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const person = await product.person();
  await addOrders(database(), person, 1);
  await signIn(page, { email: person.email, password: PASSWORD });
  await page.clock.install();
  await page.goto(paths.dashboard);
  const done = (batchId: string) =>
    page.evaluate((id) => {
      sessionStorage.setItem("submission_completed", "true");
      sessionStorage.setItem("new_submission_batch", id);
      sessionStorage.setItem("force_dashboard_refresh", "true");
    }, batchId);
  const batchId =
    (await page
      .getByRole("rowheader", { name: /BATCH-/ })
      .getByRole("link")
      .first()
      .getAttribute("data-batch")) ?? "";
  await done(batchId);
  // Simulates Back from the browser's page cache.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  const message = page.getByText(`Your batch ${batchId} is paid for and on your dashboard.`);
  await expect(message).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(message).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem("force_dashboard_refresh"))).toBeNull();
  // Paid as a guest before this account existed.
  await done("BATCH-ABCDEFGH-2345");
  await page.reload();
  await expect(
    page.getByText(/^Your batch BATCH-ABCDEFGH-2345 is paid for. It isn't in this account yet/),
  ).toBeVisible();
});

async function move(id: string, status: string, message: string) {
  await database()`update public.grading_orders set submission_status = ${status},
      change_context = private.change_context('staff', gen_random_uuid(), ${message}) where id = ${id}`;
}

test("opens a batch in a drawer by keyboard and by URL", {
  tag: "@full",
}, async ({ page, product, signIn, expectAccessible }) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token }, { cards: 12 });
  await move(id, "received", "We counted 12 of 12");
  await signIn(page, { email, password: PASSWORD });
  await page.goto(`${paths.dashboard}?tab=all`);
  const link = page.getByRole("rowheader", { name: batchId }).getByRole("link");
  await link.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: batchId });
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole("heading", { name: batchId })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`tab=all&batch=${batchId}`));
  await expect(drawer.getByRole("listitem").filter({ hasText: "Now: Checked in" })).toBeVisible();
  await expect(drawer.getByText("We counted 12 of 12")).toBeVisible();
  await expect(drawer.getByRole("listitem").filter({ hasText: "Done: Paid" })).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\?tab=all$/);
  await expect(link).toBeFocused();

  await link.click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();

  await page.goto(paths.batch(batchId));
  await expect(page.locator("dialog:modal")).toBeVisible();
  expect(await drawer.evaluate((dialog) => dialog.scrollTop)).toBe(0);
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toBeHidden();
  await expect(link).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/tab=all/);
  await expect(drawer).toBeHidden();

  await page.goto(paths.batch("BATCH-SOMEBODYS-ELSE"));
  await expect(page.getByText("This batch isn't on your dashboard")).toBeVisible();
});

test("shares, ends and renews the tracking link", { tag: "@full" }, async ({
  page,
  openBrowser,
  product,
  signIn,
  expectAccessible,
}) => {
  const { token, email } = await product.person();
  const { batchId } = await payForBatch(product, database(), { token }, { cards: 12 });
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.batch(batchId));
  const href = await page.getByRole("link", { name: "Open tracking page" }).getAttribute("href");

  const view = await openBrowser({ viewport: { width: 320, height: 700 } });
  await view.goto(href ?? "");
  await expect(view.getByRole("heading", { level: 1, name: "Waiting for your cards" })).toBeVisible();
  await expect(view.getByText(batchId)).toBeVisible();
  await expect(view.getByText(email)).toHaveCount(0);
  await expectAccessible(view);
  await expectNoSidewaysScroll(view);

  await page.getByText("Change this link").click();
  await page.getByRole("button", { name: "Turn off link" }).click();
  await page.getByRole("button", { name: "Turn off link" }).click();
  await expect(page.getByText("Create a link to let someone follow it without an account.")).toBeVisible();
  await view.reload();
  await expect(view.getByRole("heading", { name: "This tracking link doesn't work" })).toBeVisible();

  await page.getByRole("button", { name: "Create link" }).click();
  const fresh = page.getByRole("link", { name: "Open tracking page" });
  await expect(fresh).not.toHaveAttribute("href", href ?? "");
  await view.goto((await fresh.getAttribute("href")) ?? "");
  await expect(view.getByText(batchId)).toBeVisible();
});
