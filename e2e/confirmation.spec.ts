import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";
import { BatchOwner } from "./support/batch-owner.ts";

const PROCESS = "**/api/process-*-payment";

test("shows what this browser submitted while the payment is unconfirmed", { tag: "@full" }, async ({
  page,
  product,
  expectAccessible,
}) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("7", "two slabs");
  await submit.submit();
  const sessionId = /cs_test_\w+/.exec(page.url())?.[0] ?? "";
  await page.route(PROCESS, (route) => route.fulfill({ status: 503, json: { error: "away" } }));
  await product.pay(sessionId, { email: "casey@example.com" });
  await page.goto(paths.submitPayg);
  const batch = await page.evaluate(() => JSON.parse(sessionStorage.getItem("pending_batch") ?? "{}"));
  // An unknown session ID, because the server already knows the real one.
  const unknown = { batch_id: batch.batchId, mode: "payg", session_id: "cs_test_neverheardof0" };
  await page.goto(`${paths.confirmation}?${new URLSearchParams(unknown)}`);
  await expect(page.getByText("Paid (being confirmed)")).toBeVisible();
  await expect(page.getByText("We're still confirming this payment.")).toBeVisible();
  await expect(page.getByText("Pay-As-You-Go", { exact: true })).toBeVisible();
  await expect(page.getByText("$175.00")).toBeVisible();
  await expect(page.getByText("cs_test_neverheardof0")).toBeVisible();
  await expectAccessible(page);
});

test("finds this browser's payment from an incomplete URL", {
  tag: "@full",
}, async ({ page, product }) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("2");
  await submit.submit();
  const sessionId = /cs_test_\w+/.exec(page.url())?.[0] ?? "";
  await product.pay(sessionId, { email: "casey@example.com" });
  await page.goto(paths.confirmation);
  await page.getByRole("link", { name: "Check this payment" }).click();
  await new ConfirmationPage(page).expectPaid();
  const kept = () => page.evaluate(() => ({ ...sessionStorage }));
  await expect.poll(kept).toMatchObject({
    submission_completed: "true",
    new_submission_batch: expect.stringMatching(/^BATCH-/),
  });
  for (const key of ["pending_batch", "pending_session_id", "pending_plan", "pendingPayg", "isGuest"])
    expect(await kept()).not.toHaveProperty(key);
});

test("shows the print button of a paid batch first and collapses the rest", { tag: "@full" }, async ({
  openBrowser,
  product,
  expectAccessible,
}) => {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const page = await openBrowser({ cookie: opened.cookie });
  await page.setViewportSize({ width: 390, height: 844 });
  const confirmation = new ConfirmationPage(page);
  await confirmation.open(opened.body.sessionId);
  await confirmation.expectPaid();
  await expect(page.getByRole("link", { name: "Print box label and packing slip" })).toBeInViewport();
  await expect(page.getByText("up to $30/card")).toBeHidden();
  await confirmation.unfold("What happens next");
  await expect(page.getByText("2-3 weeks (10-15 business days) after check-in")).toBeVisible();
  await confirmation.unfold("Save on your next batch");
  await expect(page.getByText("up to $30/card")).toBeVisible();
  await confirmation.unfold("Order details and receipt");
  await expect(page.getByText("2 × $25.00 =")).toBeVisible();
  await confirmation.unfold("Create an account");
  await expect(page.getByRole("link", { name: "Create Account" })).toBeVisible();
  await expectAccessible(page);
});

async function expectFocusOn(page: Page, words: RegExp): Promise<void> {
  await expect(page.locator(":focus")).toContainText(words);
}

test("alerts the desk to a cancellation request for a shipped batch", { tag: "@full" }, async ({
  product,
  openBrowser,
  admin: { page: staff },
  expectAccessible,
}) => {
  const { page: guest, batchId, path } = await BatchOwner.guest({ product, openBrowser });
  await guest.getByRole("button", { name: "I've shipped it" }).click();
  await guest.getByLabel("Carrier").selectOption("Other");
  await guest.getByRole("button", { name: "Save" }).click();
  await guest.getByRole("button", { name: "Cancel this batch" }).click();
  await guest.getByRole("button", { name: "Ask to cancel" }).click();
  await expect(guest.getByRole("button", { name: "Keep this batch" })).toBeVisible();
  await expectFocusOn(guest, /^Cancel this batch$/);
  await expectAccessible(guest);

  await staff.goto(`${staffPaths.orders}?view=waiting_on_us`);
  await expect(staff.getByText(batchId).first()).toBeVisible();
  const desk = new DeskPage(staff);
  await desk.open();
  await desk.scan(batchId);
  await expect(staff.getByText("Decide before you count the cards").first()).toBeVisible();
  await expect(staff.getByRole("textbox", { name: "Note" })).toBeFocused();
  expect(await staff.evaluate(() => window.scrollY)).toBe(0);
  await expect(staff.getByRole("button", { name: "Count cards anyway" })).toHaveCount(0);
  await expectAccessible(staff);
  await staff.getByLabel("Message to the customer").fill("It came in before we could stop it.");
  await staff.getByRole("button", { name: "Decline request" }).click();
  await expect(desk.counted).toBeVisible();

  await guest.goto(path);
  await expect(guest.getByText("It came in before we could stop it.")).toBeVisible();
});
