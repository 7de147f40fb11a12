import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { mailsTo } from "../sandbox/builders/mailbox.ts";
import { eventually } from "../sandbox/builders/product.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";

const PROCESS = "**/api/process-*-payment";

test("somebody else with the confirmation's link sees it masked", async ({ page, openBrowser, product }) => {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const confirmation = new ConfirmationPage(page);
  await confirmation.open(opened.body.sessionId);
  await confirmation.expectPaid();
  await expect(page.getByText("c•••@e•••.com").first()).toBeVisible();
  await expect(page.getByText("casey@example.com")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View receipt" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "This batch is paid" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create Account" })).toHaveCount(0);

  const own = await openBrowser({ cookie: opened.cookie });
  await new ConfirmationPage(own).open(opened.body.sessionId);
  await expect(own.getByText("casey@example.com").first()).toBeVisible();
});

test("a paid batch is written to once, however often its confirmation is opened, and no page asks for it", {
  tag: "@full",
}, async ({ page, product }) => {
  const email = `once-${Date.now()}@example.com`;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email });
  for (let visit = 0; visit < 2; visit++) {
    const confirmation = new ConfirmationPage(page);
    await confirmation.open(opened.body.sessionId);
    await confirmation.expectPaid();
  }
  await eventually(
    () => mailsTo(email),
    (mails) => mails.length > 0,
  );
  await product.runJob("/api/cron/outbox");
  expect(await mailsTo(email)).toHaveLength(1);
  expect(asked).not.toContain(apiPaths.sendSubmissionEmail);
});

for (const query of ["", "?session_id=nonsense&batch_id=x", "?batch_id=BATCH-ABCDEFGH-2345"]) {
  test(`the confirmation without a valid session says so (${query || "no query"})`, { tag: "@full" }, async ({
    page,
  }) => {
    await page.goto(paths.confirmation + query);
    await expect(page.getByText("Invalid payment session. Please contact support.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Submissions" })).toBeVisible();
  });
}

test("the confirmation of an unpaid session is an error, never a success", async ({ page, product }) => {
  const opened = await product.openCheckout({});
  await new ConfirmationPage(page).open(opened.body.sessionId);
  await expect(page.getByText("This payment was not completed, and nothing was charged.")).toBeVisible();
});

test("while nobody can say, the confirmation says so, and then the truth", { tag: "@full" }, async ({
  page,
  product,
}) => {
  const opened = await product.openCheckout({});
  const batchId = opened.body.batch_id;
  let fails = true;
  await page.route("**/api/process-submission-payment", (route) =>
    fails ? route.fulfill({ status: 503, json: { error: "away" } }) : route.continue(),
  );
  await page.goto(`${paths.confirmation}?session_id=${opened.body.sessionId}&batch_id=${batchId}`);
  await expect(page.getByText("Paid (being confirmed)")).toBeVisible();
  await expect(page.getByText("We are still confirming this payment.")).toBeVisible();
  await expect(page.getByText(batchId).first()).toBeVisible();
  await product.pay(opened.body.sessionId);
  fails = false;
  await new ConfirmationPage(page).expectPaid();
});

test("a payment that is not known yet shows what this browser sent", { tag: "@full" }, async ({
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
  // The server would know by now: this visit asks about another batch's page of the same browser.
  const unknown = { batch_id: batch.batchId, mode: "payg", session_id: "cs_test_neverheardof0" };
  await page.goto(`${paths.confirmation}?${new URLSearchParams(unknown)}`);
  await expect(page.getByText("Paid (being confirmed)")).toBeVisible();
  await expect(page.getByText("We are still confirming this payment.")).toBeVisible();
  await expect(page.getByText("Pay-As-You-Go", { exact: true })).toBeVisible();
  await expect(page.getByText("$175.00")).toBeVisible();
  await expect(page.getByText("cs_test_neverheardof0")).toBeVisible();
  await expectAccessible(page);
});

test("a refusal without words has the catalogue's", { tag: "@full" }, async ({ page, product }) => {
  const opened = await product.openCheckout({});
  await page.route(PROCESS, (route) => route.fulfill({ status: 400, json: {} }));
  await new ConfirmationPage(page).open(opened.body.sessionId);
  await expect(page.getByText("An error occurred while processing your payment.")).toBeVisible();
  await expect(page.getByText(opened.body.sessionId)).toBeVisible();
});

test("an order that the session does not belong to is refused", { tag: "@full" }, async ({
  page,
  product,
}) => {
  const [one, other] = [await product.openCheckout({}), await product.openCheckout({})];
  const query = { mode: "payg", session_id: one.body.sessionId, order_id: other.body.order_id };
  await page.goto(`${paths.confirmation}?${new URLSearchParams(query)}`);
  await expect(page.getByText("Invalid payment session. Please contact support.")).toBeVisible();
});

test("a confirmation without its address finds the payment that this browser was sent to", {
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
  await expect
    .poll(kept)
    .toMatchObject({ submission_completed: "true", new_submission_batch: expect.stringMatching(/^BATCH-/) });
  for (const key of ["pending_batch", "pending_session_id", "pending_plan", "pendingPayg", "isGuest"])
    expect(await kept()).not.toHaveProperty(key);
});

test("a paid pay-as-you-go batch says what comes next, and what members pay", { tag: "@full" }, async ({
  openBrowser,
  product,
}) => {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const page = await openBrowser({ cookie: opened.cookie });
  await new ConfirmationPage(page).open(opened.body.sessionId);
  await expect(page.getByText("2-3 weeks (10-15 business days), counted from check-in")).toBeVisible();
  await expect(page.getByText("up to $30/card; the exact price is shown before you pay")).toBeVisible();
  await expect(page.getByText("2 × $25.00 =")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create Account" })).toBeVisible();
  // What a payer could do next stands right below what was bought.
  await page.setViewportSize({ width: 1440, height: 900 });
  const receipt = await page.getByRole("link", { name: "View receipt" }).boundingBox();
  const account = await page.getByRole("heading", { name: "Follow this batch online" }).boundingBox();
  expect((account?.y ?? 0) - (receipt?.y ?? 0)).toBeLessThan(150);
});
