import { paths, withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-shipment.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";

const sql = database();

test("ships a batch back with two scans and undoes it", async ({ admin, page, expectAccessible }) => {
  const order = await addReceived(sql, {
    submission_status: "graded",
    guest_email: `g${Date.now()}@example.test`,
    return_address: sql.json({ full_name: "Casey", address_line1: "1 Main Street", city: "Austin" }),
  });
  const number = `94${Date.now()}${Math.floor(Math.random() * 1e7)}`.padEnd(22, "0").slice(0, 22);
  await page.goto(staffPaths.returns);
  await expect(page).toHaveTitle(/^Returns/);
  await expect(page.getByLabel("Batch ID")).toBeFocused();
  await page.keyboard.type(order.batch_id);
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Tracking number");
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(order.batch_id);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is a batch ID, not a tracking number.", { exact: false })).toBeVisible();
  await expect(field).toHaveValue("");
  // The barcode starts with the ZIP code.
  await page.keyboard.type(`42078701${number}`);
  await expect(page.getByLabel("Carrier")).toHaveValue("usps");
  await page.keyboard.press("Enter");
  await admin.expectToast(`${order.batch_id} is on its way back`);
  await expect(page.getByLabel("Batch ID")).toBeFocused();
  expect(await storedOrder(sql, order.id)).toMatchObject({
    submission_status: "completed",
    tracking_number: number,
    return_carrier: "usps",
  });
  await page.getByRole("button", { name: `Undo: Shipped back, ${order.batch_id}` }).click();
  await admin.expectToast("Undone");
  expect(await storedOrder(sql, order.id)).toMatchObject({
    submission_status: "graded",
    tracking_number: null,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await admin.expectNoSidewaysScroll();
});

test("holds a batch with a changed return address until staff release it", {
  tag: "@full",
}, async ({ admin, page, openBrowser, product, signIn, expectAccessible }) => {
  const { userId, email } = await product.person();
  const order = await addReceived(sql, {
    user_id: userId,
    user_email: email,
    submission_status: "graded",
    return_address: sql.json({
      full_name: "Casey",
      address_line1: "1 Main Street",
      city: "Reno",
      country: "US",
    }),
  });

  const owner = await openBrowser();
  await signIn(owner, { email, password: PASSWORD });
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(paths.batch(order.batch_id));
  await owner.getByRole("button", { name: "Change return address" }).click();
  await owner.getByLabel("Address line 1").fill("77 Sunset Strip");
  await owner.getByLabel("City").fill("Austin");
  await owner.getByLabel("State").fill("TX");
  await owner.getByLabel("ZIP code").fill("78701");
  await owner.getByRole("button", { name: "Save address" }).click();
  await owner.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Save address" }).click();
  await expect(owner.getByText("You changed this after check-in.", { exact: false })).toBeVisible();
  await expectNoSidewaysScroll(owner);
  expect((await storedOrder(sql, order.id)).return_address).toMatchObject({ city: "Austin" });

  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await expect(page.getByText("The return address changed after check-in", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Why is this address right?").fill("They called us");
  await page.getByRole("button", { name: "Release for packing" }).click();
  await admin.expectToast("Released for packing");
  await expect(page.getByLabel("Tracking number")).toBeVisible();
});
