import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { Members } from "../sandbox/builders/members.ts";
import { addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { SubmitPage } from "./pages/submit.page.ts";

const CHECKOUT = "**/api/create-checkout-session";
const PASSWORD = "password123";

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

test("too many cards are told while typing, and again on the button", async ({ page, product, signIn }) => {
  const member = await new Members(product, database()).joinAsMember("starter");
  await addOrders(database(), member, 1, { plan_type: "starter", num_cards: 97 });
  await signIn(page, { email: member.email, password: PASSWORD });
  await page.goto(paths.submit);
  await expect(page.getByText("97% used")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Cards used this month" })).toHaveAttribute(
    "data-tone",
    "danger",
  );
  const field = page.getByPlaceholder("Enter number (max 3)");
  await field.fill("4");
  await expect(page.getByText("You can only submit up to 3 cards this month")).toBeVisible();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Please enter a valid number of cards");
  await field.fill("3");
  await expect(page.getByText("You can only submit up to 3 cards this month")).toHaveCount(0);
  await expect(page.getByText("Please enter a valid number of cards")).toHaveCount(0);
});

test("a number that no order holds is answered, not cut off", async ({ page }) => {
  await page.goto(paths.submitPayg);
  await page.getByLabel("Number of cards").fill("12345");
  await expect(page.getByText("One order holds up to 9,999 cards.")).toBeVisible();
});

test("a second submission within three seconds is told to wait", async ({ page }) => {
  let calls = 0;
  await page.route(CHECKOUT, (route) => {
    calls++;
    return route.fulfill({ status: 503, json: { error: "Not now." } });
  });
  // Time stands still between the two clicks, however slow the machine is.
  await page.clock.install();
  await page.goto(paths.submitPayg);
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 60_000);
  const submit = new SubmitPage(page);
  await submit.fill("2");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("Not now.")).toBeVisible();
  await submit.fill("3");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("Please wait a moment before submitting again")).toBeVisible();
  expect(calls).toBe(1);
  await page.clock.fastForward(3_000);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("Not now.")).toBeVisible();
  expect(calls).toBe(2);
});

test("a double submission sends one request", async ({ page }) => {
  let calls = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(CHECKOUT, async (route) => {
    calls++;
    await answered;
    await route.fulfill({ status: 503, json: { error: "Not now." } });
  });
  await page.goto(paths.submitPayg);
  await new SubmitPage(page).fill("2");
  const button = page.getByRole("button", { name: /^Pay/ });
  await button.dblclick();
  await expect(page.getByRole("button", { name: "Opening the payment page …" })).toBeDisabled();
  await page.getByLabel("Number of cards").press("Enter");
  answer();
  await expect(page.getByText("Not now.")).toBeVisible();
  expect(calls).toBe(1);
});

for (const [what, answer, message] of [
  ["the answer is no JSON", { status: 503, body: "?" }, "Failed to process payment. Please try again."],
  ["the answer has no address", { status: 200, json: {} }, "No checkout URL received"],
  ["the failure has no words", { status: 503, json: {} }, "Failed to create checkout session"],
] as const) {
  test(`when ${what}, the form says so`, async ({ page }) => {
    await page.route(CHECKOUT, (route) => route.fulfill(answer));
    await page.goto(paths.submitPayg);
    await new SubmitPage(page).fill("2");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  });
}

test("a guest comes back to his batch, which nobody else of the same tab sees", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("12");
  await submit.submit();
  const paymentPage = page.url();
  const sessionId = /cs_test_\w+/.exec(paymentPage)?.[0];
  await page.goto(paths.submit);
  await page.waitForURL(/mode=payg/);
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toMatchObject({
    isGuest: "true",
    pending_plan: "payg",
    pendingPayg: "true",
    pending_session_id: sessionId,
  });
  await expect(page.getByText("You started a batch of 12 cards")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore" }).click();
  await submit.submit();
  expect(page.url()).toBe(paymentPage);

  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.submit);
  await expect(page.getByRole("heading", { name: "Your batch" })).toBeVisible();
  await expect(page.getByText("You started a batch")).toHaveCount(0);
});

test("Back from the payment page shows no notes that the form would not send", async ({ page }) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("3", "Sleeves are new");
  await submit.submit();
  await page.goBack();
  await expect(page.getByText("You started a batch of 3 cards")).toBeVisible();
  await expect(page.getByLabel("Notes")).toHaveValue("");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Notes")).toHaveValue("Sleeves are new");
  await expect(page.getByLabel("Number of cards")).toHaveValue("3");
  const sent = page.waitForRequest(`**${apiPaths.orderCheckout}`);
  await submit.submit();
  expect((await sent).postDataJSON()).toMatchObject({ num_cards: 3, notes: "Sleeves are new" });
});

test("a guest who paid and closed the page learns it from his draft", async ({ page, product }) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("2");
  await submit.submit();
  await product.pay(/cs_test_\w+/.exec(page.url())?.[0] ?? "", { email: "casey@example.com" });
  await page.goto(paths.submitPayg);
  await page.getByRole("link", { name: "I have paid it" }).click();
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await page.goto(paths.submitPayg);
  await expect(page.getByText("You started a batch")).toHaveCount(0);
});
