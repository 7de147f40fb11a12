import { uniqueToken } from "../sandbox/builders/ids.ts";
import { addOrder, addOrders, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { pageSizes } from "./support/scan.ts";

test.describe("single keys and several orders", () => {
  const HERE = { fulfillment_status: "grading", submission_status: "received", received_at: new Date() };

  test("moves through the list by single keys", { tag: "@full" }, async ({ admin, page }) => {
    const mark = uniqueToken();
    const [first, second] = await addOrders(database(), null, 2, { grading_submission_number: mark });
    if (!(first && second)) throw new Error("no orders");
    await admin.open();
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.keyboard.press("/");
    await expect(admin.search).toBeFocused();
    // Keys that are typed are text.
    await page.keyboard.type(`${mark} jke`);
    await expect(admin.search).toHaveValue(`${mark} jke`);
    await admin.search.fill(mark);
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 orders", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.keyboard.press("j");
    await expect(admin.link(first.batch_id)).toBeFocused();
    await page.keyboard.press("j");
    await expect(admin.link(second.batch_id)).toBeFocused();
    await page.keyboard.press("k");
    await expect(admin.link(first.batch_id)).toBeFocused();
    await page.keyboard.press("e");
    await admin.expectOrder(first.batch_id);
    await expect(admin.dialog.getByLabel("Submission status")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(admin.dialog).toHaveCount(0);
  });

  test("opens an order by a click on its row, and asks before it discards changes", {
    tag: "@full",
  }, async ({ admin, page }) => {
    const mark = uniqueToken();
    const order = await addOrder(database(), { grading_submission_number: mark });
    await admin.open({ q: mark });
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await admin.row(order.batch_id).getByText("Waiting for the cards").click();
    await admin.expectOrder(order.batch_id);
    await admin.openForm("Edit order");
    await admin.dialog.getByLabel("Shelf").fill("C-7");
    page.once("dialog", (question) => question.dismiss());
    await admin.dialog.getByRole("link", { name: "Open full page" }).click();
    await expect(admin.dialog.getByLabel("Shelf")).toHaveValue("C-7");
    await admin.save.click();
    await admin.expectToast("Order updated successfully");
    await admin.dialog.getByRole("link", { name: "Open full page" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Waiting for the cards" })).toBeVisible();
    await admin.openForm("Change status");
    // What is typed before the page's script has come is no change to it yet.
    await expect(async () => {
      await page.getByRole("textbox", { name: "Shelf" }).fill("C-8");
      await expect(page.getByText("Not saved yet")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    page.once("dialog", (question) => question.dismiss());
    await page.getByRole("link", { name: "Receiving desk" }).click();
    await expect(page.getByRole("textbox", { name: "Shelf" })).toHaveValue("C-8");
    page.once("dialog", (question) => question.accept());
    await page.getByRole("link", { name: "Receiving desk" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Receiving desk" })).toBeVisible();
  });

  test("sorts the list by a column, both ways", { tag: "@full" }, async ({
    admin,
    page,
    expectAccessible,
  }) => {
    const mark = uniqueToken();
    const [few, many] = await addOrders(database(), null, 2, (n) => ({
      grading_submission_number: mark,
      num_cards: 10 + n,
    }));
    await admin.open({ q: mark });
    const head = page.getByRole("columnheader", { name: "Cards" });
    await head.getByRole("link").click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(page.getByRole("row").nth(1)).toContainText(String(many?.batch_id));
    await expectAccessible(page);
    await head.getByRole("link").click();
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await expect(page.getByRole("row").nth(1)).toContainText(String(few?.batch_id));
  });

  test("keeps a selection over pages, selects all matches, and previews what is unusual", {
    tag: "@full",
  }, async ({ admin, page, expectAccessible }) => {
    const mark = uniqueToken();
    const orders = await addOrders(database(), null, 53, (n) => ({
      grading_submission_number: mark,
      ...(n === 0 ? {} : HERE),
      ...(n === 1 ? { payment_status: "unpaid", total_paid: null, paid_at: null } : {}),
      ...(n < 2 ? { guest_email: "two@example.test" } : {}),
    }));
    const [never, unpaid] = orders;
    if (!(never && unpaid)) throw new Error("no orders");
    await admin.open({ q: mark });
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.getByLabel(`Select ${orders[3]?.batch_id}`).check();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.getByLabel("Select all").check();
    await expect(page.getByRole("button", { name: "Change 4 orders" })).toBeVisible();
    await expect(page.getByText("1 on other pages")).toBeVisible();
    await page.getByRole("button", { name: "Select all 53 that match" }).click();
    await page.getByRole("button", { name: "Change 53 orders" }).click();
    await admin.dialog.getByLabel("Submission status").selectOption("On its way to the grader");
    await admin.dialog.getByRole("button", { name: "Review changes" }).click();
    await expect(admin.dialog.getByRole("status").first()).toHaveText("53 orders from 2 customers");
    await expect(admin.dialog.getByRole("listitem")).toHaveText(["1 never checked in", "1 not paid"]);
    await expectAccessible(page);
    await admin.dialog.getByRole("button", { name: "Save the other 51" }).click();
    await expect(admin.dialog.getByRole("status").first()).toHaveText("51 updated, 2 not saved");
    // Failures first.
    await expect(admin.dialog.getByRole("listitem").nth(0)).toContainText(/needs a reason/);
    await expect(admin.dialog.getByRole("listitem").nth(1)).toContainText(/needs a reason/);
    // Who closed it too soon still takes it back with one press.
    await admin.dialog.getByRole("button", { name: "Close" }).click();
    await expect(admin.dialog).toBeHidden();
    await page.getByRole("button", { name: "Undo last change…" }).click();
    await admin.dialog.getByRole("button", { name: "Undo" }).click();
    await expect(admin.dialog.getByRole("status").first()).toContainText("51 undone");
    await expect
      .poll(async () => (await storedOrder(database(), orders[9]?.id ?? "")).submission_status)
      .toBe("received");
  });
});

test.describe("work in the list", () => {
  test("prints one label per sheet, and says why an order without a batch ID has none", {
    tag: "@full",
  }, async ({ admin, page, expectAccessible }) => {
    const mark = uniqueToken();
    const [one, two] = await addOrders(database(), null, 2, { grading_submission_number: mark });
    const { id } = await addOrder(database(), { grading_submission_number: mark, batch_id: null });
    const without = `ORDER-${id.slice(0, 8).toUpperCase()}`;
    await admin.open({ q: mark });
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.getByLabel("Select all").check();
    await page.getByRole("link", { name: "Print labels" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Labels" })).toBeVisible();
    await expect(page).toHaveTitle(/^Labels/);
    await expect(page.getByText("2 labels, one per sheet.")).toBeVisible();
    await expect(page.getByText(`No label for ${without}. It has no batch ID.`)).toBeVisible();
    await expectAccessible(page);
    for (const order of [one, two])
      await expect(page.getByText(String(order?.batch_id)).first()).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(without)).toBeHidden();
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([
      [288, 432],
      [288, 432],
    ]);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("link", { name: "A4" }).click();
    await expect(page.getByRole("link", { name: "A4" })).toHaveAttribute("aria-current", "true");
    await expect(page.getByText("2 labels, one per sheet.")).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await admin.expectNoSidewaysScroll();
  });
});
