import type { Page } from "playwright/test";
import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { anEmail, uniqueToken } from "../sandbox/builders/ids.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";

// The fixtures check that nothing throws.
test.use({ isTranslated: true });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function expectProblem(page: Page, text: string): Promise<void> {
  await expect(page.locator("main, dialog").getByRole("alert").filter({ visible: true })).toHaveText([text]);
}

test("pays, ships and cancels as a guest on translated pages", async ({ page, product }) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("7");
  await expect(page.getByText(/^7 cards × \$25\.00/)).toBeVisible();
  await submit.fill("");
  await button(page, "Continue to payment").click();
  await expectProblem(page, "Please enter a valid number of cards");
  await submit.fill("8");
  await expect(page.getByText("Please enter a valid number of cards")).toHaveCount(0);
  await expect(page.getByText(/^8 cards × \$25\.00/)).toBeVisible();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${apiPaths.orderCheckout}`, async (route) => {
    await answered;
    await route.fulfill({ status: 503, body: "" });
  });
  await button(page, "Pay $200.00").click();
  await expect(button(page, "Opening the payment page…")).toBeVisible();
  answer();
  await expect(page.getByText("Failed to process payment. Please try again.")).toBeVisible();
  await expect(button(page, "Pay $200.00")).toBeVisible();
  await page.unroute(`**${apiPaths.orderCheckout}`);
  // A second click within three seconds is refused.
  await page.reload();
  await submit.submit();

  const sessionId = /cs_test_\w+/.exec(page.url())?.[0] ?? "";
  let isAway = true;
  await page.route("**/api/process-*-payment", (route) =>
    isAway ? route.fulfill({ status: 503, json: { error: "away" } }) : route.continue(),
  );
  const confirmation = new ConfirmationPage(page);
  await confirmation.open(sessionId);
  await expect(page.getByText("Paid (being confirmed)")).toBeVisible();
  await product.pay(sessionId, { email: anEmail() });
  isAway = false;
  await confirmation.expectPaid();
  await expect(page.getByText("Paid (being confirmed)")).toHaveCount(0);

  await confirmation.unfold("Track or share this batch");
  await page.getByRole("link", { name: "Open tracking page" }).click();
  await button(page, "I've shipped it").click();
  await button(page, "Save").click();
  await expect(page.getByText("Please choose a carrier.")).toBeVisible();
  await page.getByLabel("Carrier").selectOption("Other");
  await button(page, "Save").click();
  await button(page, "Mark as not shipped").click();
  await expect(button(page, "I've shipped it")).toBeVisible();
  await confirmation.unfold("Cancel this batch");
  await button(page, "Cancel this batch").click();
  await button(page, "Keep this batch").click();
  await button(page, "Cancel this batch").click();
  await button(page, "Cancel and refund $200.00").click();
  await expect(page.getByRole("status").filter({ hasText: "We refunded $200.00 on" })).toBeVisible();
});

test("searches, changes and refunds orders as staff on translated pages", { tag: "@full" }, async ({
  admin,
  page,
  product,
}) => {
  const mark = uniqueToken();
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
  await admin.dialog.getByRole("button", { name: "Review changes" }).click();
  await expect(admin.dialog.getByRole("status").first()).toHaveText(/^2 orders from /);
  await admin.dialog.getByLabel("Reason").fill("Counted on paper");
  await admin.dialog.getByRole("button", { name: "Save 2 orders" }).click();
  await expect(admin.dialog.getByRole("status")).toHaveText("2 updated");
  await page.keyboard.press("Escape");
  await admin.openOrder(orders[0]?.batch_id ?? "");
  await admin.openForm("Edit order");
  await admin.dialog.getByLabel("Shelf").fill("C-7");
  await expect(admin.dialog.getByText("Not saved yet")).toBeVisible();
  await admin.save.click();
  await admin.expectToast("Order updated successfully");
  await expect(admin.dialog.getByText("All changes saved")).toBeVisible();

  const { id } = await payForBatch(product, database(), {}, { cards: 4 });
  await page.goto(staffPaths.order(id));
  await admin.openForm("Refund");
  const ask = page.getByRole("button", { name: "Review refund" });
  await ask.click();
  await expect(page.getByText("Enter a reason.")).toBeVisible();
  await page.getByLabel("Reason").last().fill("One card is missing");
  for (const [amount, words] of [
    ["100", /^We'll send \$100\.00 back to .*\. This cancels the order\. You can't undo this/],
    ["25", /^We'll send \$25\.00 back to .*\. The order stays as it is\. You can't undo this\.$/],
  ] as const) {
    await page.keyboard.press("Escape");
    await page.getByLabel("Amount to refund (USD)").fill(amount);
    await ask.click();
    await expect(admin.dialog.locator("p").first()).toHaveText(words);
  }
  await admin.dialog.getByRole("button", { name: "Refund $25.00" }).click();
  await admin.expectToast("Refund sent");
  await expect(page.getByText("Up to $75.00.", { exact: false })).toBeVisible();
});
