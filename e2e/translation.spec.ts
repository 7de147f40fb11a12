import type { Page } from "playwright/test";
import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
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
  // Reloads, because a second click within three seconds is refused.
  await page.reload();
  await submit.submit();

  const sessionId = /cs_test_\w+/.exec(page.url())?.[0] ?? "";
  let isOutage = true;
  await page.route("**/api/process-*-payment", (route) =>
    isOutage ? route.fulfill({ status: 503, json: { error: "away" } }) : route.continue(),
  );
  const confirmation = new ConfirmationPage(page);
  await confirmation.open(sessionId);
  await expect(page.getByText("Paid (being confirmed)")).toBeVisible();
  await product.pay(sessionId, { email: anEmail() });
  isOutage = false;
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
