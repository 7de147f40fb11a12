import { paths, withQuery } from "../lib/base/paths.ts";
import { staffApiPaths } from "../lib/base/staff-api-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff, payForBatch } from "../sandbox/builders/product.ts";
import { storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

/** Moves a batch as staff would, with a word to the customer. */
async function move(id: string, status: string, message: string) {
  await database().begin(async (tx) => {
    await tx`select private.set_actor('staff', gen_random_uuid(), ${message})`;
    await tx`update public.grading_orders set submission_status = ${status} where id = ${id}`;
  });
}

test("a batch opens beside the dashboard, by keyboard, by its address, and closes again", {
  tag: "@full",
}, async ({ page, product, signIn, expectAccessible }) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token }, { cards: 12 });
  await move(id, "received", "We counted 12 of 12");
  await signIn(page, { email, password: PASSWORD });
  await page.goto(`${paths.dashboard}?tab=all`);
  const link = page.getByRole("link", { name: batchId });
  await link.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: batchId });
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`tab=all&batch=${batchId}`));
  await expect(drawer.getByRole("listitem").filter({ hasText: "Now: Received and counted" })).toBeVisible();
  await expect(drawer.getByText("We counted 12 of 12")).toBeVisible();
  await expect(drawer.getByText(/, by our receiving team$/)).toBeVisible();
  await expect(drawer.getByText("Payment received")).toBeVisible();
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
  // It begins with its answer, however far down its first link stands.
  expect(await drawer.evaluate((dialog) => dialog.scrollTop)).toBe(0);
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toBeHidden();
  await expect(link).toBeFocused();
  // Back does not open again what was closed.
  await page.goBack();
  await expect(page).toHaveURL(/tab=all/);
  await expect(drawer).toBeHidden();

  await page.goto(paths.batch("BATCH-SOMEBODYS-ELSE"));
  await expect(page.getByText("No such batch on your dashboard")).toBeVisible();
});

test("the owner shares, ends and renews the tracking link", { tag: "@full" }, async ({
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
  await page.getByRole("button", { name: "End link" }).click();
  await page.getByRole("button", { name: "End link" }).click();
  await expect(page.getByText("There is no working link to this batch.")).toBeVisible();
  await view.reload();
  await expect(view.getByRole("heading", { name: "This tracking link does not work" })).toBeVisible();

  await page.getByRole("button", { name: "Make new link" }).click();
  const fresh = page.getByRole("link", { name: "Open tracking page" });
  await expect(fresh).not.toHaveAttribute("href", href ?? "");
  await view.goto((await fresh.getAttribute("href")) ?? "");
  await expect(view.getByText(batchId)).toBeVisible();
});

test("a guest ends and renews the tracking link on the confirmation; somebody with its mere link cannot", {
  tag: "@full",
}, async ({ page, openBrowser, product, expectAccessible }) => {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const confirmation = new ConfirmationPage(page);
  await confirmation.open(opened.body.sessionId);
  await confirmation.expectPaid();
  await expect(page.getByText(/tracking link/i)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /link/ })).toHaveCount(0);

  const guest = await openBrowser({ cookie: opened.cookie, viewport: { width: 320, height: 700 } });
  await new ConfirmationPage(guest).open(opened.body.sessionId);
  const link = guest.getByRole("link", { name: "Open tracking page" });
  const first = (await link.getAttribute("href")) ?? "";
  await page.goto(first);
  await expect(page.getByRole("heading", { level: 1, name: "Waiting for your cards" })).toBeVisible();

  await guest.getByText("Change this link").click();
  await guest.getByRole("button", { name: "End link" }).click();
  await guest.getByRole("button", { name: "End link" }).click();
  await expect(guest.getByText("There is no working link to this batch.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "This tracking link does not work" })).toBeVisible();

  await guest.reload();
  await guest.getByRole("button", { name: "Make new link" }).click();
  await expect(link).not.toHaveAttribute("href", first);
  await page.goto((await link.getAttribute("href")) ?? "");
  await expect(page.getByText(opened.body.batch_id)).toBeVisible();

  const second = (await link.getAttribute("href")) ?? "";
  await guest.getByText("Change this link").click();
  await guest.getByRole("button", { name: "New link" }).click();
  await guest.getByRole("button", { name: "Make new link" }).click();
  await expect(link).not.toHaveAttribute("href", second);
  await page.goto(second);
  await expect(page.getByRole("heading", { name: "This tracking link does not work" })).toBeVisible();
  await expectAccessible(guest);
  await expectNoSidewaysScroll(guest);
});

test("whoever comes to a question by an address stands at the drawer's first button, not at the terms of a payment", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token });
  const staff = await logInAsStaff(product, database());
  const { version } = await storedOrder(database(), id);
  const body = { version: Number(version), count: 3, condition: "ok" };
  expect((await product.post(staffApiPaths.checkIn(id), body, staff)).status).toBe(200);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { email, password: PASSWORD });
  await page.goto(withQuery(paths.dashboard, { batch: batchId }));
  const drawer = page.getByRole("dialog", { name: batchId });
  await expect(drawer.getByRole("button", { name: /Pay for the extra cards/ })).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused();
  expect(await drawer.evaluate((dialog) => dialog.scrollTop)).toBe(0);
});
