import { readFile } from "node:fs/promises";
import { businessDate } from "../lib/base/business-date.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { aBatchId, uniqueToken } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { addOrder, addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";

const HOUR = 3_600_000;

/** Returns noon in the business time zone. Counts calendar days, because of clock changes. */
const noonDaysAgo = (days: number): Date =>
  new Date(Date.parse(businessDate(Date.now())) + (17 - 24 * days) * HOUR);

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

    test("starts the owner at the orders, and staff at the dashboard with a link to them", {
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

  test("filters, pages and shares the list by its address, and supports Back", {
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

  test("counts what waits in each view and lists it", { tag: "@full" }, async ({
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

  test("opens an order from its address, and closes it on Back", { tag: "@full" }, async ({
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
    // Inside the dialog, where it can be reached.
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

  test("shows every column at 1280 px", { tag: "@full" }, async ({ admin, page }) => {
    const mark = uniqueToken();
    await addOrder(database(), {
      batch_id: `BATCH-${"W".repeat(16)}-WWWW`,
      guest_email: `${"long".repeat(15)}@example.com`,
      tracking_number: "9".repeat(100),
      grading_submission_number: mark,
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    await admin.open({ q: mark });
    const frame = page.getByRole("region", { name: /^Orders/ });
    const hidden = await frame.evaluate((region) => region.scrollWidth - region.clientWidth);
    expect(hidden, "px that are cut off").toBeLessThanOrEqual(0);
    // Nothing scrolls, so the frame takes no focus.
    await expect(frame).not.toHaveAttribute("tabindex");
    await page.setViewportSize({ width: 800, height: 900 });
    await expect(frame).toHaveAttribute("tabindex", "0");
  });

  test.describe("on a narrow screen", () => {
    test.use({ viewport: { width: 320, height: 700 } });

    test("fits long texts", { tag: "@full" }, async ({ admin, page, expectAccessible }) => {
      const mark = uniqueToken();
      const order = await addOrder(database(), {
        grading_submission_number: mark,
        // W is the widest letter.
        batch_id: `BATCH-${"W".repeat(9)}-${aBatchId().slice(-4)}`,
        guest_email: `${"long".repeat(15)}@${"example".repeat(20)}.com`,
        tracking_number: "9".repeat(100),
        notes: "word".repeat(400),
      });
      await admin.open({ q: mark });
      await admin.expectNoSidewaysScroll();
      // Filters stay open while one is set.
      const payment = page.getByLabel("Payment");
      await expect(payment).toBeHidden();
      await page.getByRole("checkbox", { name: "Filters" }).press("Space");
      await payment.selectOption("Paid");
      await expect(page).toHaveURL(new RegExp(`q=${mark}.*&payment=paid`));
      await expect(payment).toBeVisible();
      await expectAccessible(page);
      await admin.openOrder(order.batch_id);
      await expect(admin.dialog.getByText("word".repeat(400))).toBeVisible();
      const over = await admin.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      expect(over).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    });
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("shows the rows, the search, the pages and an order", { tag: "@full" }, async ({ admin, page }) => {
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

test.describe("views", () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test.describe(`at ${width} by ${height}`, () => {
      test.use({ viewport: { width, height } });

      test("opens a view, keeps the search, and leaves room for the list", {
        tag: "@full",
      }, async ({ admin, page }) => {
        const mark = uniqueToken();
        const order = await addOrder(database(), {
          grading_submission_number: mark,
          inbound_shipped_at: noonDaysAgo(12),
          inbound_carrier: "ups",
          inbound_tracking: "1Z999AA10123456784",
        });
        await admin.open({ q: mark });
        const table = await page.getByRole("table").boundingBox();
        expect(table?.y ?? height).toBeLessThan(0.7 * height);
        await admin.expectNoSidewaysScroll();
        const views = page.getByRole("navigation", { name: "Views" });
        await views.getByRole("link", { name: /^[\d,]+\+? overdue$/ }).click();
        await expect(page).toHaveURL(new RegExp(`q=${mark}&view=overdue`));
        await expect(views.getByRole("link", { name: /^[\d,]+\+? overdue$/ })).toHaveAttribute(
          "aria-current",
          "page",
        );
        const listed = page.getByRole("row").filter({ has: admin.link(order.batch_id) });
        await expect(listed).toContainText(/\d days? late/);
        await expect(listed).toContainText("To us: UPS 1Z999AA10123456784");
      });
    });
  }

  test.describe("on a telephone", () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test("shows the search icon before the text", {
      tag: "@full",
    }, async ({ admin, page }) => {
      await admin.open({ q: "jane" });
      const mark = page.locator("form svg:visible").first();
      const [at, field] = [await mark.boundingBox(), await admin.search.boundingBox()];
      if (!at || !field) throw new Error("no mark or no field");
      const before = await admin.search.evaluate((it) => Number.parseFloat(getComputedStyle(it).paddingLeft));
      expect(at.x).toBeGreaterThan(field.x);
      expect(at.x + at.width).toBeLessThan(field.x + before);
      expect(Math.abs(at.y + at.height / 2 - (field.y + field.height / 2))).toBeLessThan(2);
    });
  });
});
