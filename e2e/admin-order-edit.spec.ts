import { staffPaths } from "../lib/base/staff-paths.ts";
import { aMark, anEmail } from "../sandbox/builders/ids.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { addOrder, addOrders, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { asStaff } from "./pages/admin.page.ts";

// As most people have it: dialogs and the drawer move.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("an order is found, opened, changed and closed by keyboard alone", { tag: "@full" }, async ({
  admin,
  page,
}) => {
  const mark = aMark();
  const [order] = await addOrders(database(), null, 2, { grading_submission_number: mark });
  if (!order) throw new Error("no order");
  await admin.open();
  await admin.tabTo(admin.search);
  await page.keyboard.type(mark);
  await page.keyboard.press("Enter");
  await expect(admin.link(order.batch_id)).toBeVisible();
  await admin.tabTo(admin.link(order.batch_id));
  await page.keyboard.press("Enter");
  await admin.expectOrder(order.batch_id);
  await expect(page).toHaveURL(new RegExp(`order=${order.id}`));
  expect(await admin.dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);

  await admin.tabTo(admin.dialog.getByLabel("Fulfillment"));
  await page.keyboard.press("g");
  await admin.tabTo(admin.dialog.getByLabel("Add to the internal notes"));
  await page.keyboard.type("Sleeves are damp");
  await admin.tabTo(admin.save);
  await page.keyboard.press("Enter");
  await admin.expectToast("Order updated successfully");
  await page.keyboard.press("Escape");
  await expect(admin.dialog).toHaveCount(0);
  await expect(admin.link(order.batch_id)).toBeFocused();
  await expect(admin.row(order.batch_id)).toContainText("Grading");
  await admin.expectNoToast("Order updated successfully");
  expect(await storedOrder(database(), order.id)).toMatchObject({ fulfillment_status: "grading" });
  await admin.openOrder(order.batch_id);
  const note = admin.dialog.getByRole("listitem").filter({ hasText: "Sleeves are damp" }).first();
  await expect(note).toContainText(admin.email);
});

test("an invoice keeps its name, and leaving with unsaved changes asks", { tag: "@full" }, async ({
  admin,
  page,
}) => {
  const mark = aMark();
  const order = await addOrder(database(), { grading_submission_number: mark });
  await admin.open({ q: mark });
  await admin.openOrder(order.batch_id);
  const file = admin.dialog.getByLabel("Invoice file");
  expect(await file.getAttribute("accept")).toBe(".pdf,.jpg,.jpeg,.png");
  await file.setInputFiles({
    name: "Invoice 7.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF"),
  });
  page.once("dialog", (question) => question.dismiss());
  await admin.dialog.getByRole("link", { name: "Close" }).click();
  await admin.expectOrder(order.batch_id);
  await admin.save.click();
  await admin.expectToast("File upload mocked - filename saved");
  expect((await storedOrder(database(), order.id)).invoice_filename).toBe("Invoice 7.pdf");
});

test("a mail written from a changed order is not taken for leaving it, and closing the tab still is", {
  tag: "@full",
}, async ({ admin: { page } }) => {
  const email = anEmail();
  const order = await addOrder(database(), { guest_email: email });
  await page.goto(staffPaths.order(order.id));
  await page.getByLabel("Add to the internal notes").fill("Sleeves are damp");
  await page.evaluate(() => {
    addEventListener("beforeunload", () => {
      document.documentElement.setAttribute("data-unloads", "1");
    });
  });
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  await page.getByRole("link", { name: email }).click({ noWaitAfter: true });
  await expect(page.locator("html")).toHaveAttribute("data-unloads", "1");
  expect(asked).toEqual([]);
  await page.evaluate(() => setTimeout(() => location.reload()));
  await expect.poll(() => asked).toEqual(["beforeunload"]);
});

test("the file field looks like the others, its button apart from what it says", { tag: "@full" }, async ({
  admin,
}) => {
  const mark = aMark();
  const order = await addOrder(database(), { grading_submission_number: mark });
  await admin.open({ q: mark, order: order.id });
  const looks = (label: string) =>
    admin.dialog.getByLabel(label).evaluate((field) => getComputedStyle(field).backgroundColor);
  expect(await looks("Invoice file")).toBe(await looks("Tracking number"));
  const button = await admin.dialog.getByLabel("Invoice file").evaluate((field) => {
    const { marginRight, paddingLeft } = getComputedStyle(field, "::file-selector-button");
    return [marginRight, paddingLeft].map(Number.parseFloat);
  });
  for (const px of button) expect(px).toBeGreaterThanOrEqual(8);
});

test("what the payment service holds as paid is set unpaid with a reason only", { tag: "@full" }, async ({
  admin,
}) => {
  const mark = aMark();
  const order = await addOrder(database(), {
    grading_submission_number: mark,
    stripe_payment_intent_id: `pi_${mark}`,
  });
  await admin.open({ q: mark });
  await admin.openOrder(order.batch_id);
  await expect(admin.dialog.getByRole("radio")).toHaveCount(2);
  await admin.dialog.getByRole("radio", { name: "Unpaid" }).check();
  await admin.save.click();
  await admin.expectToast("Failed to update order");
  await admin.dialog.getByLabel("Reason").fill("Charged back at the bank");
  await admin.save.click();
  await admin.expectToast("Order updated successfully");
  await expect(admin.dialog.getByText("Charged back at the bank")).toBeVisible();
});

test("two of the staff at one order: the second is told what the first did, and nothing is lost", {
  tag: "@full",
}, async ({ admin: first, openBrowser, product, signIn }) => {
  const mark = aMark();
  const order = await addOrder(database(), { grading_submission_number: mark });
  const second = await asStaff(await openBrowser(), product, signIn);
  for (const admin of [first, second]) {
    await admin.open({ q: mark });
    await admin.openOrder(order.batch_id);
  }
  await first.dialog.getByLabel("Tracking number").fill("1Z999AA10000000001");
  await first.save.click();
  await first.expectToast("Order updated successfully");

  await second.dialog.getByLabel("Add to the internal notes").fill("From the second");
  await second.save.click();
  await second.expectToast("Failed to update order");
  const told = second.dialog.getByRole("status").filter({ hasText: first.email });
  await expect(told).toContainText("1Z999AA10000000001");
  await expect(second.dialog.getByLabel("Tracking number")).toHaveValue("1Z999AA10000000001");
  await expect(second.dialog.getByLabel("Add to the internal notes")).toHaveValue("From the second");
  await second.save.click();
  await second.expectToast("Order updated successfully");
  expect(await storedOrder(database(), order.id)).toMatchObject({ tracking_number: "1Z999AA10000000001" });

  // A note is added to what the other one noted, and takes nothing away.
  await first.dialog.getByLabel("Add to the internal notes").fill("From the first");
  await first.save.click();
  await first.expectToast("Failed to update order");
  await first.save.click();
  await first.expectToast("Order updated successfully");
  const notes = first.dialog.getByRole("region", { name: "Internal notes" }).getByRole("listitem");
  await expect(notes).toContainText(["From the second", "From the first"]);
  await expect(notes.first()).toContainText(second.email);

  await first.dialog.getByLabel("Tracking number").fill("1Z999AA10000000003");
  await second.dialog.getByLabel("Tracking number").fill("1Z999AA10000000004");
  await second.save.click();
  await second.save.click();
  await second.expectToast("Order updated successfully");
  await first.save.click();
  await first.dialog.getByRole("button", { name: "Use the current values" }).click();
  await expect(first.dialog.getByLabel("Tracking number")).toHaveValue("1Z999AA10000000004");
  await expect(first.save).toBeDisabled();
});

test("several orders are changed at once, with a result for each", { tag: "@full" }, async ({
  admin,
  page,
  product,
  expectAccessible,
}) => {
  const mark = aMark();
  const [one, two, three] = await addOrders(database(), null, 3, { grading_submission_number: mark });
  if (!(one && two && three)) throw new Error("no orders");
  await admin.open({ q: mark });
  const all = page.getByLabel("Select all");
  await expect(all).toBeEnabled();
  await all.focus();
  await page.keyboard.press("Space");
  await page.getByLabel(`Select ${three.batch_id}`).uncheck();
  const other = await logInAsStaff(product, database());
  await product.post(
    `/api/admin/orders/${two.id}`,
    { version: two.version, changes: { internal_notes: "Hands off" } },
    other,
  );
  await page.getByRole("button", { name: "Change 2 orders" }).click();
  await expectAccessible(page);
  await admin.dialog.getByLabel("Fulfillment").selectOption("Complete");
  await admin.dialog.getByLabel("Tracking number").fill("1Z999AA10000000005");
  await admin.dialog.getByRole("button", { name: "Review" }).click();
  await expect(admin.dialog.getByRole("status").first()).toHaveText("2 orders of 1 customer");
  await expect(admin.dialog.getByRole("status").first()).toBeFocused();
  await expect(admin.dialog.getByRole("listitem")).toHaveText([
    "2 never received",
    "2 never sent to the grader",
  ]);
  await expectAccessible(page);
  await admin.dialog.getByLabel("Reason").fill("Counted on paper");
  await admin.dialog.getByRole("button", { name: "Save 2 orders" }).click();
  await expect(admin.dialog.getByRole("status")).toHaveText("1 updated, 1 not saved");
  await expect(admin.dialog.getByRole("status")).toBeFocused();
  await expect(admin.dialog.getByRole("listitem").filter({ hasText: two.batch_id })).toContainText(
    other.email,
  );
  expect((await storedOrder(database(), two.id)).tracking_number).toBeNull();
  await admin.dialog.getByRole("button", { name: "Save this one all the same" }).click();
  await expect(admin.dialog.getByRole("status")).toHaveText("2 updated");
  await expect(admin.dialog.getByRole("status")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Last change…" })).toBeFocused();
  for (const { batch_id } of [one, two])
    await expect(admin.row(batch_id)).toContainText("1Z999AA10000000005");
  await expect(admin.row(three.batch_id)).not.toContainText("1Z999AA10000000005");
});
