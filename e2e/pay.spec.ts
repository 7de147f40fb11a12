import { paths } from "../lib/paths.ts";
import { expect, test } from "./fixtures.ts";
import { CARDS, CheckoutPage } from "./pages/checkout.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";
import { database, orderOfBatch } from "./support/database.ts";
import { mailsTo } from "./support/mailbox.ts";
import { eventually } from "./support/product.ts";

const address = (name: string) => `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;

test("a guest finds pay-as-you-go, pays, and gets confirmation and mail", async ({
  page,
  expectAccessible,
}) => {
  const email = address("guest");
  await page.goto(paths.login);
  await page
    .getByRole("link", { name: /pay.as.you.go/i })
    .first()
    .click();
  await page.waitForURL(/\/submit\?mode=payg/);

  const submit = new SubmitPage(page);
  await submit.fill("12", "Two of them are fragile");
  await expect(page.getByText("12 cards × $25.00")).toBeVisible();
  await expectAccessible(page);
  const checkout = await submit.submit();
  await checkout.fill({ email });
  await checkout.pay();

  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  const batchId = (await page.getByRole("definition").first().textContent()) ?? "";
  expect(batchId).toMatch(/^BATCH-/);
  await expect(page.getByText("$300.00").first()).toBeVisible();
  await expect(page.getByText("Two of them are fragile")).toBeVisible();
  await expect(page.getByRole("link", { name: "View receipt" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create Account" })).toBeVisible();
  await expectAccessible(page);

  const mails = await eventually(
    () => mailsTo(email),
    (list) => list.length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(batchId);
  expect(await orderOfBatch(batchId)).toMatchObject({ payment_status: "paid", guest_email: email });
});

test("somebody else with the confirmation's link sees it masked", async ({ page, browser, product }) => {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const url = `${paths.confirmation}?mode=payg&session_id=${opened.body.sessionId}`;
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await expect(page.getByText("c•••@e•••.com").first()).toBeVisible();
  await expect(page.getByText("casey@example.com")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View receipt" })).toHaveCount(0);

  const owner = await browser.newContext({ baseURL: product.appUrl });
  const [name = "", value = ""] = opened.cookie.split("=");
  await owner.addCookies([{ name, value, url: product.appUrl }]);
  const own = await owner.newPage();
  await own.goto(url);
  await expect(own.getByText("casey@example.com").first()).toBeVisible();
  await owner.close();
});

test("a customer submits, closes the tab on the payment page after paying, and finds the batch", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: "password123" });
  await page.goto(paths.dashboard);
  await expect(page.getByRole("heading", { name: "No submissions yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Submit New Cards" }).first().click();

  const submit = new SubmitPage(page);
  await submit.fill("3");
  await submit.submit();
  const sessionId = new URL(page.url()).pathname.split("/").find((part) => part.startsWith("cs_test_"));
  await page.close();
  await product.pay(sessionId ?? "");

  const context = page.context();
  const back = await context.newPage();
  await eventually(
    () => mailsTo(email),
    (list) => list.length === 1,
  );
  await back.goto(paths.dashboard);
  await expect(back.getByRole("cell", { name: /^BATCH-/ })).toBeVisible();
  await expect(back.getByRole("cell", { name: "Paid" })).toBeVisible();
  await expect(back.getByText("Waiting for your cards")).toBeVisible();
});

test("a declined card can be replaced on the same page; the customer sees the batch at once", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: "password123" });
  const submit = new SubmitPage(page);
  await submit.open();
  await submit.fill("2");
  const checkout = await submit.submit();
  await checkout.fill({ card: CARDS.declined });
  await checkout.pay();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await checkout.fill({ card: CARDS.pays });
  await checkout.pay();
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await expect(page.getByText(/Your submission BATCH-.* is paid/)).toBeVisible();
  await expect(page.getByRole("cell", { name: "Paid" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "All Submissions" }).click();
  await expect(page.getByRole("cell", { name: "Paid" })).toBeVisible();
});

test("an abandoned payment can be resumed, and pays the same batch", async ({ page, product, signIn }) => {
  const { email } = await product.person();
  await signIn(page, { email, password: "password123" });
  const submit = new SubmitPage(page);
  await submit.open();
  await submit.fill("4");
  await submit.submit();
  const paymentPage = page.url();
  await page.goBack();
  await page.reload();
  await expect(page.getByText(/BATCH-.* is waiting for its payment/)).toBeVisible();
  await page.getByRole("button", { name: "Resume payment" }).click();
  await new CheckoutPage(page).expectOpen();
  expect(page.url()).toBe(paymentPage);
});

test("the form answers every wrong count, and never sends letters", async ({ page }) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  const field = page.getByLabel("Number of cards");
  await field.pressSequentially("1a2b");
  await expect(field).toHaveValue("12");
  await field.fill("");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("Please enter at least 1 card")).toBeVisible();
  await field.fill("0");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("Please enter at least 1 card")).toBeVisible();
  await expect(field).toBeFocused();
});

test("a failure resets the form and keeps a draft", async ({ page }) => {
  await page.route("**/api/create-checkout-session", (route) =>
    route.fulfill({ status: 503, json: { error: "The payment service is not answering right now." } }),
  );
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("7", "keep me");
  await page.getByRole("button", { name: "Pay $175.00" }).click();
  await expect(page.getByText("The payment service is not answering right now.")).toBeVisible();
  await expect(page.getByLabel("Number of cards")).toHaveValue("");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Number of cards")).toHaveValue("7");
  await expect(page.getByLabel("Notes")).toHaveValue("keep me");
});

test("a guest pays by keyboard alone", async ({ page }) => {
  await page.goto(paths.submitPayg);
  await page.getByLabel("Number of cards").focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await new CheckoutPage(page).expectOpen();
});

for (const query of ["", "?session_id=nonsense&batch_id=x", "?batch_id=BATCH-ABCDEFGH-2345"]) {
  test(`the confirmation without a valid session says so (${query || "no query"})`, async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(paths.confirmation + query);
    await expect(page.getByText("Invalid payment session. Please contact support.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Submissions" })).toBeVisible();
    await expectAccessible(page);
  });
}

test("the confirmation of an unpaid session is an error, never a success", async ({ page, product }) => {
  const opened = await product.openCheckout({});
  await page.goto(`${paths.confirmation}?mode=payg&session_id=${opened.body.sessionId}`);
  await expect(page.getByText("This payment was not completed, and nothing was charged.")).toBeVisible();
});

test("while nobody can say, the confirmation says so, and then the truth", async ({ page, product }) => {
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
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
});

test("many submissions are paged, newest first, both ways", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email, userId } = await product.person();
  await database()`
    insert into public.grading_orders (batch_id, user_id, user_email, plan_type, num_cards, rate_cents, grading_fee,
      total_paid, payment_status, paid_at, submitted_at)
    select 'BATCH-' || upper(substr(md5(${userId} || n), 1, 10)) || '-' || lpad(n::text, 4, '0'), ${userId}::uuid,
      ${email}::text, 'free', 1, 2500, 25, 25, 'paid', now(), now() - n * interval '1 hour'
    from generate_series(1, 60) n`;
  await signIn(page, { email, password: "password123" });
  await page.goto(paths.dashboard);
  await expect(page.getByRole("row")).toHaveCount(6);
  await page.getByRole("link", { name: "All Submissions" }).click();
  await expect(page.getByRole("row")).toHaveCount(26);
  await expect(page.getByRole("cell", { name: /^BATCH-/ }).first()).toHaveText(/-0001$/);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByRole("cell", { name: /^BATCH-/ }).first()).toHaveText(/-0026$/);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByRole("row")).toHaveCount(11);
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(page.getByRole("cell", { name: /^BATCH-/ }).first()).toHaveText(/-0001$/);
  await page.goto(`${paths.dashboard}?tab=all&after=nonsense&id=x`);
  await expect(page.getByRole("row")).toHaveCount(26);
});

test("unlisted paths lead home, unknown API paths answer 404 as JSON", async ({ page, request }) => {
  for (const path of ["/nothing", "/admin-panel/x", "/index.php"]) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([response.status(), new URL(response.headers().location ?? "", "http://x").pathname]).toEqual([
      307,
      "/",
    ]);
  }
  const api = await request.get("/api/nothing");
  expect(api.status()).toBe(404);
  expect(await api.json()).toEqual({ error: "Not found." });
  await page.goto("/nothing");
  expect(new URL(page.url()).pathname).toBe("/");
});
