import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-group.ts";
import { aMark } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff, payForBatch } from "../sandbox/builders/product.ts";
import { addException, addOrder, addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";

// What is asserted is that each page shows what it should; that nothing throws is the fixtures' own check.
test.use({ isTranslated: true });

test("staff search, change and refund orders on translated pages", { tag: "@full" }, async ({
  admin,
  page,
  product,
}) => {
  const mark = aMark();
  const orders = await addOrders(database(), null, 3, { grading_submission_number: mark });
  await admin.open();
  for (const [query, words] of [
    [mark, "3 orders"],
    [`${mark}-no`, "No order"],
    [mark, "3 orders"],
  ] as const) {
    await admin.search.fill(query);
    await admin.search.press("Enter");
    await expect(page.getByText(words).first()).toBeVisible();
  }
  await page.getByLabel("Select all").check();
  await page.getByLabel(`Select ${orders[0]?.batch_id}`).uncheck();
  await page.getByRole("button", { name: "Change 2 orders" }).click();
  await admin.dialog.getByLabel("Fulfillment").selectOption("Complete");
  await admin.dialog.getByRole("button", { name: "Review" }).click();
  await expect(admin.dialog.getByRole("status").first()).toHaveText(/^2 orders of /);
  await admin.dialog.getByLabel("Reason").fill("Counted on paper");
  await admin.dialog.getByRole("button", { name: "Save 2 orders" }).click();
  await expect(admin.dialog.getByRole("status")).toHaveText("2 updated");
  await page.keyboard.press("Escape");
  await admin.openOrder(orders[0]?.batch_id ?? "");
  await admin.dialog.getByLabel("Shelf").fill("C-7");
  await expect(admin.dialog.getByText("Not saved yet")).toBeVisible();
  await admin.save.click();
  await admin.expectToast("Order updated successfully");
  await expect(admin.dialog.getByText("Everything is saved")).toBeVisible();

  const { id } = await payForBatch(product, database(), {}, { cards: 4 });
  await page.goto(staffPaths.order(id));
  await page.getByText("Give money back…").click();
  const ask = page.getByRole("button", { name: "Refund…" });
  await ask.click();
  await expect(page.getByText("Please say why, for the order's record.")).toBeVisible();
  await page.getByLabel("Reason").last().fill("One card is missing");
  for (const [amount, words] of [
    ["100", /^\$100\.00 goes back to .*\. That is the whole amount: the order is canceled\. This cannot/],
    ["25", /^\$25\.00 goes back to .*\. The order stays as it is\. This cannot be taken back\.$/],
  ] as const) {
    await page.keyboard.press("Escape");
    await page.getByLabel("Amount to refund (USD)").fill(amount);
    await ask.click();
    await expect(admin.dialog.locator("p").first()).toHaveText(words);
  }
  await admin.dialog.getByRole("button", { name: "Refund $25.00" }).click();
  await admin.expectToast("Refund made");
  await expect(page.getByText("Up to $75.00.", { exact: false })).toBeVisible();
});

test("staff check in and send batches back on translated pages", { tag: "@full" }, async ({
  admin,
  page,
}) => {
  const order = await addOrder(database(), { num_cards: 5 });
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan("NO-SUCH-BATCH");
  await desk.expectResult("No batch “NO-SUCH-BATCH”");
  await desk.scan(order.batch_id);
  for (const title of ["You counted 4, and 5 are expected", `${order.batch_id}: counted 4 of 5`]) {
    await desk.count(4);
    await page.keyboard.press("Enter");
    await desk.expectResult(title);
  }
  await expect(desk.result).not.toContainText("are expected");

  const received = await addReceived(database());
  await page.goto(staffPaths.grader);
  await page.getByLabel("Grading company").fill("PSA");
  await page.getByRole("button", { name: "Begin group" }).click();
  const scan = page.getByLabel("Batch ID");
  for (const words of ["Put in, 10 cards", "Is in this group already"]) {
    await scan.fill(received.batch_id);
    await scan.press("Enter");
    await expect(page.getByText(`${received.batch_id}: ${words}`)).toBeVisible();
  }
  await expect(page.getByText("PSA: 1 batch, 10 cards.")).toBeVisible();
  await page.getByLabel("Submission number").fill("SUB-T");
  await page.getByLabel("Cards declared").fill("30");
  await page.getByRole("button", { name: "Close group" }).click();
  await expect(page.getByText("You declare 30, and 10 were counted here")).toBeVisible();
  await page.getByLabel("Cards declared").fill("10");
  await page.getByRole("button", { name: "Close group" }).click();
  await admin.expectToast("Group closed");
  await page.getByRole("button", { name: "Shipped to grader", exact: true }).click();
  await expect(page.getByRole("button", { name: "At the grader", exact: true })).toBeVisible();

  const graded = await addReceived(database(), { submission_status: "graded" });
  await page.goto(staffPaths.returns);
  for (const [code, words] of [
    ["NO-SUCH-BATCH", "No batch “NO-SUCH-BATCH”"],
    [graded.batch_id, "No address is known: ask the customer before it is sent"],
  ] as const) {
    await scan.fill(code);
    await scan.press("Enter");
    await expect(page.getByText(words).first()).toBeVisible();
  }
  await page.getByLabel("Tracking number").fill(`94${Date.now()}`.padEnd(22, "0"));
  await page.keyboard.press("Enter");
  await admin.expectReturnQuestion("No address is known. Check the one on the label.");
  await page.getByRole("button", { name: "Send back", exact: true }).click();
  await admin.expectToast(`${graded.batch_id} is on its way back`);
});

test("the owner changes rights and settles a payment on translated pages", { tag: "@full" }, async ({
  admin,
  page,
  product,
  signIn,
}) => {
  const owner = await logInAsStaff(product, database(), "owner");
  const order = await addOrder(database());
  await addException(database(), { order_id: order.id, detail: { amount_cents: 2600 } });
  await signIn(page, { email: owner.email, password: PASSWORD });
  await page.goto(staffPaths.people);
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByRole("button", { name: "Add to staff" }).click();
  await admin.dialog.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("There is no account with this address.")).toBeVisible();
  await page.getByRole("button", { name: `Rights of ${admin.email}` }).click();
  for (const right of ["Refund", "Set paid by hand", "Export files"])
    await admin.dialog.getByRole("checkbox", { name: right }).uncheck();
  await admin.dialog.getByRole("button", { name: "Save rights" }).click();
  const row = page.getByRole("listitem").filter({ has: page.getByText(admin.email, { exact: true }) });
  await expect(row.getByText("May: No right of its own")).toBeVisible();

  await page.goto(staffPaths.reconcile);
  const item = page.getByRole("listitem").filter({ hasText: order.batch_id });
  await item.getByRole("button", { name: "Settle…" }).click();
  await admin.dialog.getByRole("textbox", { name: "What was done" }).fill("Refunded the dollar");
  await admin.dialog.getByRole("button", { name: "Settle", exact: true }).click();
  await admin.expectToast("Settled");
  await expect(item.getByText("amount $26.00")).toHaveCount(0);
});
