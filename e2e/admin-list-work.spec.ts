import { aMark } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { addOrder, addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";

test("a change of several says in a toast how many were saved, and how many were not", async ({
  admin,
  page,
  product,
}) => {
  const mark = aMark();
  const [one] = await addOrders(database(), null, 3, { grading_submission_number: mark });
  await admin.open({ q: mark });
  await expect(page.getByLabel("Select all")).toBeEnabled();
  await page.getByLabel("Select all").check();
  const other = await logInAsStaff(product, database());
  const changes = { note: "Hands off" };
  await product.post(`/api/admin/orders/${one?.id}`, { version: one?.version, changes }, other);
  await page.getByRole("button", { name: "Change 3 orders" }).click();
  await admin.dialog.getByLabel("Add to the internal notes").fill("Asked on Monday");
  await admin.dialog.getByRole("button", { name: "Review" }).click();
  await admin.dialog.getByRole("button", { name: "Save 3 orders" }).click();
  await admin.expectToast("Order updated successfully: 2 updated");
  await admin.expectToast("Failed to update order: 1 not saved");
  await expect(admin.dialog.getByRole("status").first()).toHaveText("2 updated, 1 not saved");
});

test("an order that is set aside says so on its page and in the drawer, and is refused by the grader for that", async ({
  admin,
  page,
  signIn,
  openBrowser,
  product,
  expectAccessible,
}) => {
  const { id, batch_id } = await addOrder(database(), { payment_status: "unpaid", num_cards: 2 });
  const { email } = await logInAsStaff(product, database());
  const desk = new DeskPage(await openBrowser());
  await signIn(desk.page, { email, password: PASSWORD });
  await desk.open();
  await desk.scan(batch_id);
  await desk.expectResult("This batch is not paid");
  await desk.page.keyboard.type("Wet on one side");
  await desk.page.keyboard.press("Enter");
  await desk.expectResult(`${batch_id} is set aside`);

  await page.goto(`/admin/order/${id}`);
  await expect(page.getByText("Its package is set aside: not paid")).toBeVisible();
  await expect(page.getByText("Wet on one side").first()).toBeVisible();
  await expectAccessible(page);
  await admin.open({ q: batch_id, order: id });
  await expect(admin.dialog.getByText("Its package is set aside: not paid")).toBeVisible();
  await expectAccessible(page);
  await admin.dialog.getByRole("link", { name: "Open it at the desk" }).click();
  await expect(page.getByRole("heading", { level: 2, name: batch_id })).toBeVisible();

  await page.goto("/admin/grader");
  await page.getByLabel("Grading company").fill("PSA");
  await page.getByRole("button", { name: "Begin Group" }).click();
  await page.getByLabel("Batch ID").fill(batch_id);
  await page.keyboard.press("Enter");
  await expect(
    page.getByText(
      `${batch_id}: Not put in: its package is set aside: count it at the desk, or take it off that list`,
    ),
  ).toBeVisible();
});
