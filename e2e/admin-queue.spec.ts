import { uniqueToken } from "../sandbox/builders/ids.ts";
import { noonDaysAgo } from "../sandbox/builders/noon-days-ago.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { addOrder, addOrders, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
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

  test("links to the full page, and puts both statuses on a line", {
    tag: "@full",
  }, async ({ admin, page }) => {
    const mark = uniqueToken();
    const first = await addOrder(database(), { grading_submission_number: mark });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await admin.open({ q: mark, order: first.id });
      await expect(admin.dialog.getByRole("link", { name: "Open full page" })).toBeInViewport();
    }
    await admin.openForm("Edit order");
    const topOf = async (label: string) => (await admin.dialog.getByLabel(label).boundingBox())?.y;
    expect(await topOf("Submission status")).toBe(await topOf("Fulfillment"));
    expect(await topOf("Shelf")).toBe(await topOf("Tracking number"));
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

  test("shows what blocks an order and how long it waits, and sorts the list", {
    tag: "@full",
  }, async ({ admin, page, expectAccessible }) => {
    const mark = uniqueToken();
    const short = await addOrder(database(), { ...HERE, grading_submission_number: mark, received_count: 9 });
    const damaged = await addOrder(database(), {
      ...HERE,
      grading_submission_number: mark,
      received_count: 10,
      package_condition: "damaged_cards",
      received_at: noonDaysAgo(40),
      num_cards: 10,
    });
    const lost = await addOrder(database(), {
      grading_submission_number: mark,
      paid_at: noonDaysAgo(30),
      num_cards: 99,
      grading_fee: 2475,
      total_paid: 2475,
    });
    await admin.open({ q: mark, view: "waiting_on_us" });
    await expect(admin.row(short.batch_id)).toContainText("Count differs");
    await expect(admin.row(damaged.batch_id)).toContainText("Arrived damaged");
    await admin.open({ q: mark, view: "overdue" });
    await expect(admin.row(damaged.batch_id)).toContainText(/\d+ days? late/);
    await admin.open({ q: mark, view: "to_check_in" });
    await expect(admin.row(lost.batch_id)).toContainText("30 days");
    await expect(admin.row(lost.batch_id)).toContainText("Waiting for the cards");

    await admin.open({ q: mark });
    await page.getByRole("columnheader", { name: "Cards" }).getByRole("link").click();
    await expect(page.getByRole("columnheader", { name: "Cards" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await expect(page.getByRole("row").nth(1)).toContainText(lost.batch_id);
    await expectAccessible(page);
    await page.getByRole("columnheader", { name: "Cards" }).getByRole("link").click();
    await expect(page.getByRole("row").nth(3)).toContainText(lost.batch_id);
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.getByLabel("Fulfillment").selectOption("Grading");
    await expect(admin.link(lost.batch_id)).toHaveCount(0);
    await expect(admin.link(short.batch_id)).toBeVisible();
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

  test("refuses to print more than 100 labels", { tag: "@full" }, async ({ admin, page }) => {
    const mark = uniqueToken();
    await addOrders(database(), null, 101, { grading_submission_number: mark });
    await admin.open({ q: mark });
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.getByLabel("Select all").check();
    await page.getByRole("button", { name: "Select all 101 that match" }).click();
    await page.getByRole("button", { name: "Print labels" }).click();
    await admin.expectToast("You can print up to 100 labels at once. Select fewer orders.");
  });

  test("counts saved and failed orders of a bulk change in toasts", {
    tag: "@full",
  }, async ({ admin, page, product }) => {
    const mark = uniqueToken();
    const [one] = await addOrders(database(), null, 3, { grading_submission_number: mark });
    await admin.open({ q: mark });
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.getByLabel("Select all").check();
    const other = await logInAsStaff(product, database());
    const changes = { note: "Hands off" };
    await product.post(`/api/admin/orders/${one?.id}`, { version: one?.version, changes }, other);
    await page.getByRole("button", { name: "Change 3 orders" }).click();
    await admin.dialog.getByLabel("Add a staff note").fill("Asked on Monday");
    await admin.dialog.getByRole("button", { name: "Review changes" }).click();
    await admin.dialog.getByRole("button", { name: "Save 3 orders" }).click();
    await admin.expectToast("Order updated successfully: 2 updated");
    await admin.expectToast("Failed to update order: 1 not saved");
    await expect(admin.dialog.getByRole("status").first()).toHaveText("2 updated, 1 not saved");
  });

  test("shows a set-aside package on the page and in the drawer, and keeps it out of shipments", {
    tag: "@full",
  }, async ({ admin, page, signIn, openBrowser, product, expectAccessible }) => {
    const { id, batch_id } = await addOrder(database(), { payment_status: "unpaid", num_cards: 2 });
    const { email } = await logInAsStaff(product, database());
    const desk = new DeskPage(await openBrowser());
    await signIn(desk.page, { email, password: PASSWORD });
    await desk.open();
    await desk.scan(batch_id);
    await desk.expectResult("This batch isn't paid");
    await desk.page.keyboard.type("Wet on one side");
    await desk.page.keyboard.press("Enter");
    await desk.expectResult(`${batch_id} is set aside`);

    await page.goto(`/admin/order/${id}`);
    await expect(page.getByText("Package set aside: not paid")).toBeVisible();
    await expect(page.getByText("Wet on one side").first()).toBeVisible();
    await expectAccessible(page);
    await admin.open({ q: batch_id, order: id });
    await expect(page.getByText("Set aside", { exact: true }).first()).toBeVisible();
    await expect(admin.dialog.getByText("Package set aside: not paid")).toBeVisible();
    await expectAccessible(page);
    await admin.dialog.getByRole("link", { name: "Open at the desk" }).click();
    await expect(page.getByRole("heading", { level: 2, name: batch_id })).toBeVisible();

    await page.goto("/admin/grader");
    await page.getByLabel("Grading company").fill("PSA");
    await page.getByRole("button", { name: "New shipment" }).click();
    await page.getByLabel("Batch ID").fill(batch_id);
    await page.keyboard.press("Enter");
    await expect(
      page.getByText(
        `${batch_id}: Not added. Its package is set aside. Count it at the desk, or remove it from that list.`,
      ),
    ).toBeVisible();
  });
});
