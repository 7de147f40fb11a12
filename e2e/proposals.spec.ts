import { paths } from "../lib/base/paths.ts";
import { staffApiPaths } from "../lib/base/staff-api-paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { uniqueToken } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff, type Product, payForBatch } from "../sandbox/builders/product.ts";
import { storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { CheckoutPage } from "./pages/checkout.page.ts";
import { BatchOwner } from "./support/batch-owner.ts";

const sql = database();

async function count(product: Product, id: string, cards: number) {
  const staff = await logInAsStaff(product, sql);
  const { version } = await storedOrder(sql, id);
  const body = { version: Number(version), count: cards, condition: "ok" };
  expect((await product.post(staffApiPaths.checkIn(id), body, staff)).status).toBe(200);
}

const statusOf = async (id: string) =>
  (await sql`select status from order_adjustments where order_id = ${id} order by created_at desc limit 1`)[0]
    ?.status;

test("lets a member pay for extra cards in the drawer on a phone", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, sql, { token });
  await count(product, id, 3);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.dashboard);
  await expect(page.getByText(/^1 extra card\. Respond by /)).toBeVisible();
  await expect(page.getByRole("row", { name: batchId }).getByText(/^Respond by \w{3} \d+$/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Answer question" }).click();
  await expect(page.getByText("1 extra card", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Pay .* for extra cards$/ }).click();
  const checkout = new CheckoutPage(page);
  await checkout.expectOpen();
  await checkout.fill({});
  await checkout.pay();
  await page.waitForURL(/\/dashboard\?batch=/);
  await expect(page.getByText("Extra cards: paid", { exact: true })).toBeVisible();
  expect(await statusOf(id)).toBe("paid");
  await page.goto(paths.dashboard);
  await expect(page.getByRole("row", { name: batchId })).toBeVisible();
  await expect(page.getByText(/Respond by/)).toHaveCount(0);
});

test("refunds a guest's missing cards on the tracking page, by keyboard", { tag: "@full" }, async ({
  page,
  openBrowser,
  product,
  expectAccessible,
}) => {
  const { id, path } = await BatchOwner.guest({ product, openBrowser });
  await count(product, id, 1);
  await page.goto(path);
  await expect(page.getByText("1 card missing").first()).toBeVisible();
  await expectAccessible(page);
  const refund = page.getByRole("button", { name: "Refund the difference" });
  // Unlike a click, a key press doesn't wait for hydration.
  await expect(refund).toBeEnabled();
  await refund.focus();
  page.once("dialog", (question) => question.accept());
  await page.keyboard.press("Enter");
  await expect(page.getByText("Missing cards: refunded", { exact: true })).toBeVisible();
  expect(await statusOf(id)).toBe("refunded");
});

const DAY = 86_400_000;

const next = new Date(Date.now() + 365 * DAY).toISOString().slice(0, 10);
const nextText = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
}).format(new Date(next));

const checkedIn = (id: string, days: number, mark: string) =>
  sql`update grading_orders set submission_status = 'grading', fulfillment_status = 'grading', received_count = num_cards,
    package_condition = 'ok', received_at = ${new Date(Date.now() - days * DAY)}, grading_submission_number = ${mark}
    where id = ${id}`;

test("shows the estimate after check-in and why a batch runs late", {
  tag: "@full",
}, async ({ admin, page, product, openBrowser, signIn, expectAccessible }) => {
  const mark = uniqueToken();
  const customer = await product.person();
  const { id, batchId } = await payForBatch(product, sql, { token: customer.token }, { cards: 4 });
  const home = await openBrowser({ viewport: { width: 390, height: 844 } });
  await signIn(home, { email: customer.email, password: PASSWORD });
  await home.goto(paths.batch(batchId));
  await expect(home.getByText("Back 10–15 business days after check-in.")).toBeVisible();

  await checkedIn(id, 0, mark);
  await home.reload();
  await expect(home.getByText(/^Expected back \w{3} \d/)).toBeVisible();

  await checkedIn(id, 60, mark);
  await home.goto(paths.batch(batchId));
  const late = home.getByText(/^Running late\. We're finding out why/);
  await expect(late).toBeVisible();
  await expectAccessible(home);

  await admin.open({ q: mark, view: "overdue" });
  await expect(admin.row(batchId)).toContainText(/\d+ days late/);
  await page.goto(staffPaths.order(id));
  await expect(page.getByText("The customer hasn't been given a reason yet.")).toBeVisible();
  await admin.openForm("Change status");
  await page.getByLabel("Delay reason").fill("The grading company is slow");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter both the reason and the new date.")).toBeVisible();
  await page.getByLabel("New date").fill(next);
  await page.getByRole("button", { name: "Save changes" }).click();
  await admin.expectToast("Order updated successfully");
  await expect(page.getByText("The customer hasn't been given a reason yet.")).toHaveCount(0);
  await expectAccessible(page);
  await admin.open({ q: mark, view: "overdue" });
  await expect(page.getByText("No orders found").first()).toBeVisible();

  await home.reload();
  const why = `Running late. New estimate: ${nextText}. The grading company is slow.`;
  await expect(home.getByText(why)).toBeVisible();

  await page.goto(staffPaths.order(id));
  await page.getByRole("button", { name: /^Undo: Changed delay/ }).click();
  await admin.expectToast("Undone");
  await admin.openForm("Change status");
  await expect(page.getByLabel("Delay reason")).toHaveValue("");
  await home.reload();
  await expect(late).toBeVisible();
});
