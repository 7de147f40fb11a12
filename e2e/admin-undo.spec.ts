import { paths, withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { addOrder, addOrders, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { Keyboard } from "./support/keyboard.ts";

test("a wrong check-in is taken back with one press, where it was done and from the desk's list", {
  tag: "@full",
}, async ({ admin, page, expectAccessible }) => {
  const [wrong, other] = [await addOrder(database()), await addOrder(database())];
  const keyboard = new Keyboard(page);
  await page.goto(withQuery(staffPaths.receive, { code: wrong.batch_id }));
  await keyboard.type(page.getByLabel("Cards counted"), "10");
  await keyboard.press(page.getByRole("button", { name: "Check in" }));
  await expect(page.getByText(`${wrong.batch_id}: counted 10 of 10`)).toBeVisible();
  await expectAccessible(page);
  await keyboard.press(page.getByRole("button", { name: `Undo: the check-in of ${wrong.batch_id}` }));
  await admin.expectToast("Taken back");
  // The next package can be counted at once.
  await expect(page.getByLabel("Cards counted")).toBeVisible();
  expect(await storedOrder(database(), wrong.id)).toMatchObject({
    submission_status: "pending",
    received_at: null,
    received_count: null,
  });

  await page.goto(withQuery(staffPaths.receive, { code: other.batch_id }));
  await keyboard.press(page.getByRole("button", { name: "Mark as arrived, count later" }));
  await admin.expectToast("Marked as arrived");
  await page.goto(staffPaths.receive);
  await page.getByRole("button", { name: `Undo: Marked as arrived, ${other.batch_id}` }).click();
  await admin.expectToast("Taken back");
  expect((await storedOrder(database(), other.id)).arrived_at).toBeNull();
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();
});

test("a mark to be reviewed is taken off with one press, and can be put back", { tag: "@full" }, async ({
  admin,
  page,
}) => {
  const { id } = await addOrder(database(), { review_reason: "refund_failed" });
  await page.goto(staffPaths.order(id));
  await page.getByRole("button", { name: "Reviewed", exact: true }).click();
  await admin.expectToast("Order updated successfully");
  await expect(page.getByRole("button", { name: "Reviewed", exact: true })).toHaveCount(0);
  expect((await storedOrder(database(), id)).review_reason).toBeNull();
  await page.getByRole("button", { name: /^Undo: Changed the mark to be reviewed/ }).click();
  await expect(page.getByRole("button", { name: "Reviewed", exact: true })).toBeVisible();
});

test("a change of several that empties the list is taken back for all, but for what somebody changed since", {
  tag: "@full",
}, async ({ admin, page }) => {
  const mark = `U${Date.now()}`;
  const graded = { submission_status: "graded", fulfillment_status: "grading", received_at: new Date() };
  const rows = await addOrders(database(), null, 3, { ...graded, grading_submission_number: mark });
  const [first, second] = rows;
  if (!(first && second)) throw new Error("no orders");
  await admin.open({ q: mark, view: "ready_to_return" });
  await page.getByRole("checkbox", { name: /select all/i }).check();
  await page.getByRole("button", { name: /^Change/ }).click();
  const dialog = page.locator("dialog:modal");
  await dialog.getByLabel("Submission status").selectOption("delivered");
  await dialog.getByLabel("Tracking number").fill("1Z999AA10000000006");
  await dialog.getByRole("button", { name: "Review" }).click();
  await database()`update public.grading_orders set return_carrier = 'ups' where id = ${second.id}`;
  await dialog.getByRole("button", { name: "Save 3 orders" }).click();
  await expect(dialog.getByText("2 updated, 1 not saved", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Save this one all the same" }).click();
  await expect(dialog.getByText("3 updated", { exact: true })).toBeVisible();
  await expect(page.getByText("No orders found")).toBeVisible();
  await database()`update public.grading_orders set tracking_number = '1Z-OWN' where id = ${first.id}`;
  await page.reload();
  await page.getByRole("button", { name: "Last change…" }).click();
  await expect(dialog.getByText(second.batch_id)).toBeVisible();
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(dialog.getByText("2 taken back, 1 not")).toBeVisible();
  await expect(dialog.getByText("Not taken back: changed since by System", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(admin.link(second.batch_id)).toBeVisible();
  const after = await Promise.all(rows.map(({ id }) => storedOrder(database(), id)));
  expect(after.map((order) => [order.submission_status, order.tracking_number])).toEqual([
    ["delivered", "1Z-OWN"],
    ["graded", null],
    ["graded", null],
  ]);
});

test("on the order: at once beside the save, later with a reason; the customer reads the correction", {
  tag: "@full",
}, async ({ admin, page, product, openBrowser, signIn, expectAccessible }) => {
  const customer = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token: customer.token }, { cards: 4 });
  await page.goto(staffPaths.order(id));
  const tracking = page.getByRole("textbox", { name: "Tracking number" });
  await tracking.fill("1Z999AA10000000007");
  await page.getByRole("button", { name: "Save changes" }).click();
  await admin.expectToast("Order updated successfully");
  await page.getByRole("button", { name: "Undo: what was saved last" }).click();
  await admin.expectToast("Taken back");
  await expect(tracking).toHaveValue("");

  await tracking.fill("1Z999AA10000000008");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await database()`update public.staff_acts set created_at = now() - interval '1 hour' where order_id = ${id}`;
  await page.reload();
  const line = page.getByRole("listitem").filter({ hasText: "Changed tracking number" });
  await line.getByRole("button", { name: /^Undo/ }).click();
  const dialog = page.locator("dialog:modal");
  await expect(dialog.getByRole("button", { name: "Take back" })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel("Reason").fill("Of another batch");
  await dialog.getByRole("button", { name: "Take back" }).click();
  await admin.expectToast("Taken back");
  await expect(tracking).toHaveValue("");
  await expect(page.getByText("Of another batch")).toBeVisible();

  const home = await openBrowser();
  await signIn(home, { email: customer.email, password: PASSWORD });
  await home.goto(paths.batch(batchId));
  await expect(
    home.getByText("Corrected: a tracking number was entered here by mistake").first(),
  ).toBeVisible();
  expect(await home.content()).not.toMatch(/1Z999AA1000000000[78]/);
});
