import { readFile } from "node:fs/promises";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { uniqueToken } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { addOrder, addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { pageSizes } from "./support/scan.ts";

test.describe("the list", () => {
  test.describe("who gets in", () => {
    test("sends a guest to the login and a customer to the dashboard", { tag: "@full" }, async ({
      page,
      product,
      signIn,
    }) => {
      await page.goto(staffPaths.orders);
      await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/);
      const { email } = await product.person();
      await signIn(page, { email, password: PASSWORD });
      await page.goto(staffPaths.orders);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
    });

    test("sends the owner to the orders, and staff to the dashboard with a link to the orders", {
      tag: "@full",
    }, async ({ page, product }) => {
      const login = new LoginPage(page);
      const { email } = await logInAsStaff(product, database(), "staff");
      await login.open();
      await login.logIn({ email: "owner@slabrelay.test", password: PASSWORD });
      await expect(page).toHaveURL(/\/admin$/);
      await page.getByRole("button", { name: "Sign Out" }).click();
      await expect(page).toHaveURL(/\/$/);
      await login.open();
      await login.logIn({ email, password: PASSWORD });
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.getByRole("link", { name: "Admin" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
    });
  });

  test("filters and paginates the list by URL and supports Back", {
    tag: "@full",
  }, async ({ admin, page }) => {
    const mark = uniqueToken();
    const paid = await addOrders(database(), null, 55, { grading_submission_number: mark });
    const unpaid = await addOrder(database(), {
      grading_submission_number: mark,
      payment_status: "unpaid",
      total_paid: null,
      paid_at: null,
    });
    await admin.open();
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await admin.search.fill(mark);
    await page.getByLabel("Payment").selectOption("Paid");
    await expect(page).toHaveURL(new RegExp(`q=${mark}.*&payment=paid`));
    await expect(page.getByText("50 of 55 orders")).toBeVisible();
    await expect(admin.link(unpaid.batch_id)).toHaveCount(0);

    await page.getByRole("link", { name: "Next" }).click();
    await expect(admin.link(paid[54]?.batch_id ?? "")).toBeVisible();
    await expect(admin.link(paid[0]?.batch_id ?? "")).toHaveCount(0);
    const shared = page.url();
    await page.goBack();
    await expect(admin.link(paid[0]?.batch_id ?? "")).toBeVisible();
    await page.goto(shared);
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(admin.link(paid[0]?.batch_id ?? "")).toBeVisible();

    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.getByLabel("Payment").selectOption("Unpaid");
    await expect(page).toHaveURL(/payment=unpaid/);
    await expect(page.getByLabel("Select all")).toBeEnabled();
    await page.getByLabel("Fulfillment").selectOption("Complete");
    await expect(page.getByRole("heading", { name: "No orders found" })).toBeVisible();
    await page.getByRole("link", { name: "Show all orders" }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test("counts and lists the waiting orders in each view", { tag: "@full" }, async ({
    admin,
    page,
    expectAccessible,
  }) => {
    const mark = uniqueToken();
    const waiting = await addOrder(database(), { grading_submission_number: mark });
    const graded = await addOrder(database(), {
      grading_submission_number: mark,
      fulfillment_status: "grading",
      submission_status: "graded",
      received_at: new Date(),
    });
    const odd = await addOrder(database(), {
      grading_submission_number: mark,
      review_reason: "paid_after_canceled",
    });
    const received_at = new Date(Date.now() - 40 * 24 * 3600_000);
    const late = await addOrder(database(), {
      grading_submission_number: mark,
      fulfillment_status: "grading",
      submission_status: "grading",
      received_at,
      received_count: 10,
    });
    const views = { "to check in": waiting, overdue: late, "money to review": odd, "to ship back": graded };
    for (const [view, order] of Object.entries(views)) {
      await admin.open({ q: mark });
      await page.getByRole("link", { name: new RegExp(`^\\d.* ${view}$`) }).click();
      await expect(admin.link(order.batch_id)).toBeVisible();
      await expect(page.getByRole("link", { name: new RegExp(`^[\\d,]+\\+? ${view}$`) })).toHaveAttribute(
        "aria-current",
        "page",
      );
      for (const other of Object.values(views)) {
        const isHere = other === order || (view === "to check in" && other === odd);
        await expect(admin.link(other.batch_id)).toHaveCount(isHere ? 1 : 0);
      }
    }
    await expectAccessible(page);
  });

  test("opens an order from its URL and closes it on Back", { tag: "@full" }, async ({
    admin,
    page,
    expectAccessible,
  }) => {
    const mark = uniqueToken();
    const order = await addOrder(database(), { grading_submission_number: mark, batch_id: null });
    const name = `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
    await admin.open({ q: mark, order: order.id });
    await admin.expectOrder(name);
    await admin.openForm("Edit order");
    await expectAccessible(page);
    await admin.dialog.getByLabel("Submission number").fill(`${mark}-2`);
    await admin.save.click();
    // The toast is inside the dialog, because the page behind it is inert.
    await expect(admin.dialog.getByText("Order updated successfully")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(admin.dialog).toHaveCount(0);
    await admin.openOrder(name);
    await page.goBack();
    await expect(admin.dialog).toHaveCount(0);
    await expect(admin.link(name)).toBeVisible();
  });

  test("exports the filtered list", { tag: "@full" }, async ({ admin, page }) => {
    const mark = uniqueToken();
    const orders = await addOrders(database(), null, 3, { grading_submission_number: mark });
    await admin.open({ q: mark });
    await expect(page.getByLabel("Select all")).toBeEnabled();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text.trim().split("\r\n")).toHaveLength(4);
    for (const { batch_id } of orders) expect(text).toContain(batch_id);
    await expect(page.getByText("3 orders exported.")).toBeVisible();

    const [picked, ...others] = orders.map(({ batch_id }) => String(batch_id));
    await admin.row(String(picked)).getByRole("checkbox").check();
    const second = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export 1 order" }).click();
    const one = await readFile(await (await second).path(), "utf8");
    expect(one).toContain(picked);
    for (const other of others) expect(one).not.toContain(other);
    await expect(page.getByText("1 order exported.")).toBeVisible();
  });

  test("prints one label per sheet and explains why an order without a batch ID has none", {
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

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("supports search, paging and opening an order", { tag: "@full" }, async ({ admin, page }) => {
      const mark = uniqueToken();
      const orders = await addOrders(database(), null, 51, { grading_submission_number: mark });
      await admin.open();
      expect(await page.content()).toContain("Please turn on JavaScript");
      await admin.search.fill(mark);
      await admin.search.press("Enter");
      await expect(admin.link(orders[0]?.batch_id ?? "")).toBeVisible();
      await page.getByRole("link", { name: "Next" }).click();
      await expect(admin.link(orders[50]?.batch_id ?? "")).toBeVisible();
      await admin.link(orders[50]?.batch_id ?? "").click();
      await expect(admin.dialog.locator(".slab")).toContainText(orders[50]?.batch_id ?? "");
      await admin.dialog.getByRole("link", { name: "Close" }).click();
      await expect(admin.dialog).toHaveCount(0);
    });
  });
});
