import type { Locator } from "playwright/test";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { addOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

test("an owner takes rights away: an open page is refused at the next click, the next one does not offer it", {
  tag: "@full",
}, async ({ page, openBrowser, product, signIn, expectAccessible }) => {
  const owner = await logInAsStaff(product, database(), "owner");
  const member = await logInAsStaff(product, database());
  const order = await addOrder(database());
  await signIn(page, { email: owner.email, password: PASSWORD });

  const other = await openBrowser();
  await signIn(other, { email: member.email, password: PASSWORD });
  await other.goto(staffPaths.order(order.id));
  await other.getByText("Give money back…").click();
  await other.getByRole("textbox", { name: "Reason" }).fill("One card was lost");
  const list = await other.context().newPage();
  await list.goto(staffPaths.orders);
  await expect(list.getByRole("link", { name: "Export CSV" })).toBeVisible();

  await page.goto(staffPaths.people);
  await page.getByRole("button", { name: `Rights of ${member.email}` }).click();
  const dialog = page.getByRole("dialog");
  for (const right of ["Refund", "Set paid by hand", "Export files"]) {
    await expect(dialog.getByRole("checkbox", { name: right })).toBeChecked();
    await dialog.getByRole("checkbox", { name: right }).uncheck();
  }
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save rights" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("listitem").filter({ has: page.getByText(member.email, { exact: true }) });
  await expect(row.getByText("May: No right of its own")).toBeVisible();

  await other.getByRole("button", { name: "Refund…" }).click();
  await other
    .getByRole("dialog")
    .getByRole("button", { name: /^Refund \$/ })
    .click();
  await expect(other.getByText(/^You may not refund\. .* can give you the right\.$/)).toBeVisible();
  await list.getByRole("link", { name: "Export CSV" }).click();
  await expect(list.getByText(/^You may not export files\./)).toBeVisible();

  await other.reload();
  await expect(other.getByRole("button", { name: "Refund…" })).toHaveCount(0);
  await expect(other.getByText(/^You may not set a payment by hand\./)).toBeVisible();
  await expect(other.getByRole("radio", { name: "Paid", exact: true })).toBeDisabled();
  await expectAccessible(other);
  await list.reload();
  await expect(list.getByRole("link", { name: "Export CSV" })).toHaveCount(0);

  // Who may export is offered it at the margin, also where it stands below the title.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(staffPaths.activity);
  const left = async (place: Locator) => (await place.boundingBox())?.x;
  expect(await left(page.getByRole("link", { name: "Export CSV" }))).toBe(
    await left(page.getByRole("heading", { level: 1 })),
  );
});

test("what all of the staff did: who, what with before and after, on which batch, narrowed and exported", {
  tag: "@full",
}, async ({ page, product, signIn, admin, expectAccessible }) => {
  const owner = await logInAsStaff(product, database(), "owner");
  const order = await addOrder(database());
  await signIn(page, { email: owner.email, password: PASSWORD });
  await page.goto(staffPaths.order(order.id));
  await page.getByLabel("Shelf").fill("Z-9");
  await page.getByRole("button", { name: "Save changes" }).click();
  await admin.expectToast("Order updated successfully");

  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  await page.getByLabel("Batch ID").fill(order.batch_id.toLowerCase());
  await page.getByRole("button", { name: "Apply" }).click();
  const line = page.getByRole("row").filter({ hasText: order.batch_id });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText(owner.email);
  await expect(line).toContainText("none → Z-9");
  await expectAccessible(page);

  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText("1 line exported.")).toBeVisible();

  await page.getByRole("link", { name: "Clear" }).click();
  await page.getByRole("combobox", { name: "Who" }).selectOption({ label: owner.email });
  await expect(page).toHaveURL(/person=/);
  await page.getByRole("combobox", { name: "What" }).selectOption({ label: "Exported files" });
  await expect(page).toHaveURL(/kind=/);
  await expect(page.getByRole("row").filter({ hasText: "File exported" })).toContainText("1 row");
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();
  await page.getByRole("combobox", { name: "What" }).selectOption({ label: "Back to the owner" });
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("link", { name: "Show all activity" }).click();
  await page.getByRole("link", { name: order.batch_id }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(order.batch_id);
});

test("who saves what another has changed reads who it was and how long ago", { tag: "@full" }, async ({
  page,
  openBrowser,
  product,
  signIn,
}) => {
  const [one, two] = [await logInAsStaff(product, database()), await logInAsStaff(product, database())];
  const order = await addOrder(database());
  const other = await openBrowser();
  await signIn(page, { email: one.email, password: PASSWORD });
  await signIn(other, { email: two.email, password: PASSWORD });
  for (const browser of [page, other]) await browser.goto(staffPaths.order(order.id));
  await other.getByLabel("Shelf").fill("B-2");
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(other.getByText("Everything is saved")).toBeVisible();
  await page.getByLabel("Shelf").fill("C-3");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(
    page.getByText(`Changed by ${two.email} just now. Look at what they did, then save again.`),
  ).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: `${two.email}, just now: Shelf` })).toBeVisible();
});
