import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { paths } from "../lib/paths.ts";
import { expect, test } from "./fixtures.ts";
import { AdminPage } from "./pages/admin.page.ts";
import { LoginPage } from "./pages/login.page.ts";
import type { Product } from "./support/product.ts";
import { anOrder, aSession, storedOrder } from "./support/staff-orders.ts";

const PASSWORD = "password123";
const aMark = () => `m${crypto.randomUUID().slice(0, 8)}`;

type SignIn = (page: Page, account: { email: string; password: string }) => Promise<void>;

/** A browser of somebody new on the staff. */
async function asStaff(page: Page, product: Product, signIn: SignIn): Promise<AdminPage & { email: string }> {
  const { email } = await aSession(product, "staff");
  await signIn(page, { email, password: PASSWORD });
  return Object.assign(new AdminPage(page), { email });
}

/** Orders that a search for the mark finds, the newest first. */
async function someOrders(mark: string, count: number, changes: Record<string, unknown> = {}) {
  const orders = [];
  for (let nth = 0; nth < count; nth += 1) {
    const submitted_at = new Date(Date.now() - nth * 60_000);
    orders.push(await anOrder({ submitted_at, grading_submission_number: mark, ...changes }));
  }
  return orders.map((order) => ({ ...order, name: order.batch_id ?? "" }));
}

test.describe("who gets in", () => {
  test("a guest is sent to the log-in and back, a customer to the dashboard", async ({
    page,
    product,
    signIn,
  }) => {
    await page.goto(paths.admin);
    await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/);
    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    await page.goto(paths.admin);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
  });

  test("the owner starts at the orders, staff on the dashboard with a link to them", async ({
    page,
    product,
  }) => {
    const login = new LoginPage(page);
    const [owner, member] = [await aSession(product, "owner"), await aSession(product, "staff")];
    await login.open();
    await login.logIn({ email: owner.email, password: PASSWORD });
    await expect(page).toHaveURL(/\/admin$/);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/$/);
    await login.open();
    await login.logIn({ email: member.email, password: PASSWORD });
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole("link", { name: "Admin" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  });
});

test("the list is narrowed, paged and shared by its address, and Back leads back", async ({
  page,
  product,
  signIn,
}) => {
  const admin = await asStaff(page, product, signIn);
  const mark = aMark();
  const paid = await someOrders(mark, 55);
  const [unpaid] = await someOrders(mark, 1, { payment_status: "unpaid", total_paid: null, paid_at: null });
  if (!unpaid) throw new Error("no order");
  await admin.open();
  await admin.search.fill(mark);
  await page.getByLabel("Payment").selectOption("Paid");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`q=${mark}&payment=paid`));
  await expect(page.getByText("50 of 55 orders")).toBeVisible();
  await expect(admin.link(unpaid.name)).toHaveCount(0);

  await page.getByRole("link", { name: "Older" }).click();
  await expect(admin.link(paid[54]?.name ?? "")).toBeVisible();
  await expect(admin.link(paid[0]?.name ?? "")).toHaveCount(0);
  const shared = page.url();
  await page.goBack();
  await expect(admin.link(paid[0]?.name ?? "")).toBeVisible();
  await page.goto(shared);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(admin.link(paid[0]?.name ?? "")).toBeVisible();

  await page.getByLabel("Payment").selectOption("Unpaid");
  await page.getByLabel("Fulfillment").selectOption("Complete");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No orders found" })).toBeVisible();
  await page.getByRole("link", { name: "Show All Orders" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("saved views hold what waits, with a count", async ({ page, product, signIn, expectAccessible }) => {
  const admin = await asStaff(page, product, signIn);
  const mark = aMark();
  const [waiting] = await someOrders(mark, 1);
  const [graded] = await someOrders(mark, 1, { fulfillment_status: "grading", submission_status: "graded" });
  const [odd] = await someOrders(mark, 1, { review_reason: "late_payment" });
  const received_at = new Date(Date.now() - 40 * 24 * 3600_000);
  const [late] = await someOrders(mark, 1, {
    fulfillment_status: "grading",
    submission_status: "grading",
    received_at,
    received_count: 10,
  });
  const views = { "Needs check-in": waiting, Overdue: late, Exceptions: odd, "Ready to return": graded };
  for (const [view, order] of Object.entries(views)) {
    await admin.open({ q: mark });
    await page.getByRole("link", { name: new RegExp(`^${view} \\d`) }).click();
    await expect(admin.link(order?.name ?? "")).toBeVisible();
    await expect(page.getByRole("link", { name: new RegExp(`^${view}`) })).toHaveAttribute(
      "aria-current",
      "page",
    );
    for (const other of Object.values(views)) {
      const isHere = other === order || (view === "Needs check-in" && other === odd);
      await expect(admin.link(other?.name ?? "")).toHaveCount(isHere ? 1 : 0);
    }
  }
  await expectAccessible(page);
});

test("an order is found, opened, changed and closed by keyboard alone", async ({ page, product, signIn }) => {
  const admin = await asStaff(page, product, signIn);
  const mark = aMark();
  const [order] = await someOrders(mark, 2);
  if (!order) throw new Error("no order");
  await admin.open();
  await admin.tabTo(admin.search);
  await page.keyboard.type(mark);
  await page.keyboard.press("Enter");
  await expect(admin.link(order.name)).toBeVisible();
  await admin.tabTo(admin.link(order.name));
  await page.keyboard.press("Enter");
  await admin.expectOrder(order.name);
  await expect(page).toHaveURL(new RegExp(`order=${order.id}`));
  expect(await admin.dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);

  await admin.tabTo(admin.dialog.getByLabel("Fulfillment"));
  await page.keyboard.press("g");
  await admin.tabTo(admin.dialog.getByLabel("Internal notes"));
  await page.keyboard.type("Sleeves are damp");
  await admin.tabTo(admin.save);
  await page.keyboard.press("Enter");
  await admin.expectToast("Order updated successfully");
  await page.keyboard.press("Escape");
  await expect(admin.dialog).toHaveCount(0);
  await expect(admin.link(order.name)).toBeFocused();
  await expect(admin.row(order.name)).toContainText("Grading");
  await admin.expectNoToast("Order updated successfully");
  expect(await storedOrder(order.id)).toMatchObject({
    fulfillment_status: "grading",
    internal_notes: "Sleeves are damp",
  });
});

test("an order opens from its address, and Back closes it", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const admin = await asStaff(page, product, signIn);
  const mark = aMark();
  const [order] = await someOrders(mark, 1, { batch_id: null });
  const name = `ORDER-${order?.id.slice(0, 8).toUpperCase()}`;
  await admin.open({ q: mark, order: order?.id ?? "" });
  await admin.expectOrder(name);
  await expectAccessible(page);
  await admin.dialog.getByLabel("Submission number").fill(`${mark}-2`);
  await admin.save.click();
  // Within the dialog: outside of it nobody could reach the message.
  await expect(admin.dialog.getByText("Order updated successfully")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(admin.dialog).toHaveCount(0);
  await admin.openOrder(name);
  await page.goBack();
  await expect(admin.dialog).toHaveCount(0);
  await expect(admin.link(name)).toBeVisible();
});

test("an invoice keeps its name, and leaving with unsaved changes asks", async ({
  page,
  product,
  signIn,
}) => {
  const admin = await asStaff(page, product, signIn);
  const mark = aMark();
  const [order] = await someOrders(mark, 1);
  if (!order) throw new Error("no order");
  await admin.open({ q: mark });
  await admin.openOrder(order.name);
  const file = admin.dialog.getByLabel("Invoice file");
  expect(await file.getAttribute("accept")).toBe(".pdf,.jpg,.jpeg,.png");
  await file.setInputFiles({
    name: "Invoice 7.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF"),
  });
  page.once("dialog", (question) => question.dismiss());
  await admin.dialog.getByRole("link", { name: "Close" }).click();
  await admin.expectOrder(order.name);
  await admin.save.click();
  await admin.expectToast("File upload mocked - filename saved");
  expect((await storedOrder(order.id)).invoice_filename).toBe("Invoice 7.pdf");
});

test("what the payment service holds as paid is set unpaid with a reason only", async ({
  page,
  product,
  signIn,
}) => {
  const admin = await asStaff(page, product, signIn);
  const mark = aMark();
  const [order] = await someOrders(mark, 1, { stripe_payment_intent_id: `pi_${mark}` });
  if (!order) throw new Error("no order");
  await admin.open({ q: mark });
  await admin.openOrder(order.name);
  await expect(admin.dialog.getByRole("radio")).toHaveCount(2);
  await admin.dialog.getByRole("radio", { name: "Unpaid" }).check();
  await admin.save.click();
  await admin.expectToast("Failed to update order");
  await admin.dialog.getByLabel("Reason").fill("Charged back at the bank");
  await admin.save.click();
  await admin.expectToast("Order updated successfully");
  await expect(admin.dialog.getByText("Charged back at the bank")).toBeVisible();
});

test("two of the staff at one order: the second is told what the first did, and nothing is lost", async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const mark = aMark();
  const [order] = await someOrders(mark, 1);
  if (!order) throw new Error("no order");
  const first = await asStaff(page, product, signIn);
  const otherPage = await (await browser.newContext({ baseURL: product.appUrl })).newPage();
  const second = await asStaff(otherPage, product, signIn);
  for (const admin of [first, second]) {
    await admin.open({ q: mark });
    await admin.openOrder(order.name);
  }
  await first.dialog.getByLabel("Tracking number").fill("1Z-FIRST");
  await first.save.click();
  await first.expectToast("Order updated successfully");

  await second.dialog.getByLabel("Internal notes").fill("From the second");
  await second.save.click();
  await second.expectToast("Failed to update order");
  const told = second.dialog.getByRole("status").filter({ hasText: first.email });
  await expect(told).toContainText("1Z-FIRST");
  await expect(second.dialog.getByLabel("Tracking number")).toHaveValue("1Z-FIRST");
  await expect(second.dialog.getByLabel("Internal notes")).toHaveValue("From the second");
  await second.save.click();
  await second.expectToast("Order updated successfully");
  expect(await storedOrder(order.id)).toMatchObject({
    tracking_number: "1Z-FIRST",
    internal_notes: "From the second",
  });
  await otherPage.context().close();
});

test("several orders are changed at once, with a result for each", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const admin = await asStaff(page, product, signIn);
  const mark = aMark();
  const [one, two, three] = await someOrders(mark, 3);
  if (!(one && two && three)) throw new Error("no orders");
  await admin.open({ q: mark });
  const all = page.getByLabel("Select all");
  await expect(all).toBeEnabled();
  await all.focus();
  await page.keyboard.press("Space");
  await page.getByLabel(`Select ${three.name}`).uncheck();
  const other = await aSession(product, "staff");
  await product.post(
    `/api/admin/orders/${two.id}`,
    { version: two.version, changes: { internal_notes: "Hands off" } },
    other,
  );
  await page.getByRole("button", { name: "Change 2 orders" }).click();
  await expectAccessible(page);
  await admin.dialog.getByLabel("Fulfillment").selectOption("Complete");
  await admin.dialog.getByLabel("Tracking number").fill("1Z-RETURN");
  await admin.dialog.getByRole("button", { name: "Save 2 orders" }).click();
  await expect(admin.dialog.getByRole("status")).toHaveText("1 updated, 1 not saved");
  await expect(admin.dialog.getByRole("listitem").filter({ hasText: two.name })).toContainText(other.email);
  expect((await storedOrder(two.id)).tracking_number).toBeNull();
  await admin.dialog.getByRole("button", { name: "Save this one all the same" }).click();
  await expect(admin.dialog.getByRole("status")).toHaveText("2 updated");
  await page.keyboard.press("Escape");
  for (const { name } of [one, two]) await expect(admin.row(name)).toContainText("1Z-RETURN");
  await expect(admin.row(three.name)).not.toContainText("1Z-RETURN");
});

test("the list is exported as it is narrowed", async ({ page, product, signIn }) => {
  const admin = await asStaff(page, product, signIn);
  const mark = aMark();
  const orders = await someOrders(mark, 3);
  await admin.open({ q: mark });
  await expect(page.getByLabel("Select all")).toBeEnabled();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(4);
  for (const { name } of orders) expect(text).toContain(name);
  await expect(page.getByText("3 orders exported.")).toBeVisible();
});

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 320, height: 700 } });

  test("nothing runs out of it, long texts neither", async ({ page, product, signIn, expectAccessible }) => {
    const admin = await asStaff(page, product, signIn);
    const mark = aMark();
    const [order] = await someOrders(mark, 1, {
      guest_email: `${"long".repeat(15)}@${"example".repeat(20)}.com`,
      tracking_number: "9".repeat(100),
      notes: "word".repeat(400),
    });
    if (!order) throw new Error("no order");
    await admin.open({ q: mark });
    await admin.expectNoSidewaysScroll();
    await expectAccessible(page);
    await admin.openOrder(order.name);
    await expect(admin.dialog.getByText("word".repeat(400))).toBeVisible();
    const over = await admin.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the rows, the search, the pages and an order are there", async ({ page, product, signIn }) => {
    const admin = await asStaff(page, product, signIn);
    const mark = aMark();
    const orders = await someOrders(mark, 51);
    await admin.open();
    await admin.search.fill(mark);
    await admin.search.press("Enter");
    await expect(admin.link(orders[0]?.name ?? "")).toBeVisible();
    await page.getByRole("link", { name: "Older" }).click();
    await expect(admin.link(orders[50]?.name ?? "")).toBeVisible();
    await admin.link(orders[50]?.name ?? "").click();
    await expect(admin.dialog.getByRole("heading", { level: 2 })).toHaveText(orders[50]?.name ?? "");
    await admin.dialog.getByRole("link", { name: "Close" }).click();
    await expect(admin.dialog).toHaveCount(0);
  });
});
