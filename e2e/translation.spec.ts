import type { Page } from "playwright/test";
import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-group.ts";
import { aMark, anEmail } from "../sandbox/builders/ids.ts";
import { Members } from "../sandbox/builders/members.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff, payForBatch } from "../sandbox/builders/product.ts";
import { addException, addOrder, addOrders, addProfile } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { LoginPage } from "./pages/login.page.ts";
import { ProfilePage } from "./pages/profile.page.ts";
import { SignupPage } from "./pages/signup.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";

test.describe("pages of customers while translated", () => {
  // What is asserted is that each page shows what it should; that nothing throws is the fixtures' own check.
  test.use({ isTranslated: true });

  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

  async function expectProblem(page: Page, text: string): Promise<void> {
    await expect(page.locator("main, dialog").getByRole("alert").filter({ visible: true })).toHaveText([
      text,
    ]);
  }

  test("updates the prices of the landing and pricing pages while translated", { tag: "@full" }, async ({
    page,
  }) => {
    await page.goto(paths.home);
    for (const [typed, words] of [
      ["34", /^\$850 for 34 cards at \$25 a card\./],
      ["", /^Enter a number from 1 to 9,999, at \$25 a card\./],
      ["2", /^\$50 for 2 cards at \$25 a card\./],
    ] as const) {
      await page.getByLabel("How many cards?").fill(typed);
      await expect(page.getByRole("status")).toHaveText(words);
    }
    await page.goto(paths.pricing);
    for (const [typed, words, sum] of [
      ["40", "Cheapest for 40 cards: Serious Collector, $979 in all.", "40 cardsCheapest$979$99 + 40 × $22"],
      ["", "Enter a number from 1 to 9,999 to see what each plan comes to.", "0 cards$99$99 + 0 × $22"],
      [
        "50",
        "Cheapest for 50 cards: Serious Collector, $1,199 in all.",
        "50 cardsCheapest$1,199$99 + 50 × $22",
      ],
    ] as const) {
      await page.getByLabel("Cards you send in a month").fill(typed);
      await expect(page.getByRole("status")).toHaveText(words);
      await expect(page.getByText(sum)).toBeVisible();
    }
  });

  test("logs in, finds a batch and signs up on translated pages", { tag: "@full" }, async ({
    page,
    product,
  }) => {
    const { email } = await product.person();
    const login = new LoginPage(page);
    await login.open();
    await login.submit.click();
    await expectProblem(page, "Please enter both email and password");
    await login.logIn({ email, password: "wrong-password" });
    await expectProblem(page, "Invalid login credentials");
    await expect(login.submit).toHaveText("Log in");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByLabel("Email").fill("");
    await button(page, "Send the link").click();
    await expectProblem(page, "Please enter your email address.");
    await page.getByLabel("Email").fill(email);
    await button(page, "Send the link").click();
    await expect(page.getByText("If this address has an account")).toBeVisible();

    await page.goto(paths.findBatch);
    const find = page.getByRole("main").locator("form");
    const send = find.getByRole("button");
    await send.click();
    await expect(find.getByLabel("Email")).toHaveAccessibleDescription(/you paid with/);
    await find.getByLabel("Email").fill(email);
    await find.getByLabel("Batch ID").fill("BATCH-NOSUCHONE-2345");
    await send.click();
    await button(page, "Look again").click();
    await expect(find.getByLabel("Email")).toHaveValue("");

    const signup = new SignupPage(page);
    await signup.open();
    await signup.chooseFree();
    await expect(page.getByText("Step 2 of 2: your account", { exact: true })).toBeVisible();
    await signup.submit();
    await expect(page.getByRole("alert").filter({ hasText: "Please fill in all fields" })).toBeVisible();
    await signup.fill({ email: anEmail(), password: PASSWORD, confirm: "another-one" });
    await signup.submit();
    await signup.expectProblem("Passwords do not match");
    await expect(page.getByText("Please fill in all fields")).toHaveCount(0);
    await signup.fill({ email: anEmail(), password: PASSWORD });
    await signup.submit();
    await page.waitForURL(/\/submit\?plan=free$/);
  });

  test("a guest pays, ships and cancels on translated pages", async ({ page, product }) => {
    const submit = new SubmitPage(page);
    await submit.open(paths.submitPayg);
    await submit.fill("7");
    await expect(page.getByText(/^7 cards × \$25\.00 \(/)).toBeVisible();
    await submit.fill("");
    await button(page, "Continue to payment").click();
    await expectProblem(page, "Please enter a valid number of cards");
    await submit.fill("8");
    await expect(page.getByText("Please enter a valid number of cards")).toHaveCount(0);
    await expect(page.getByText(/^8 cards × \$25\.00 \(/)).toBeVisible();
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
    // A second press at once would be refused.
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

    await page.getByRole("link", { name: "Open tracking page" }).click();
    await button(page, "I have shipped it").click();
    await button(page, "Save").click();
    await expect(page.getByText("Please choose the carrier.")).toBeVisible();
    await page.getByLabel("Carrier").selectOption("Other");
    await button(page, "Save").click();
    await button(page, "I have not shipped it yet").click();
    await expect(button(page, "I have shipped it")).toBeVisible();
    await button(page, "Cancel this batch").click();
    await button(page, "Keep it").click();
    await button(page, "Cancel this batch").click();
    await button(page, "Cancel and refund $200.00").click();
    await expect(page.getByRole("status").filter({ hasText: "We sent $200.00 back on" })).toBeVisible();
  });

  test("a member sees the limit of the month while translated", { tag: "@full" }, async ({
    page,
    product,
    signIn,
  }) => {
    const member = await new Members(product, database()).joinAsMember("starter");
    await addOrders(database(), member, 1, { plan_type: "starter", num_cards: 97 });
    await signIn(page, { email: member.email, password: PASSWORD });
    const submit = new SubmitPage(page);
    await submit.open();
    await submit.fill("4");
    const limit = page.getByText("You can only submit up to 3 cards this month");
    await expect(limit).toBeVisible();
    await submit.fill("3");
    await expect(limit).toHaveCount(0);
    await addOrders(database(), member, 1, { plan_type: "starter", num_cards: 3 });
    await button(page, /^Pay/).click();
    await expect(page.getByText("100% used")).toBeVisible();
  });

  test("a customer saves the profile and opens batches on translated pages", { tag: "@full" }, async ({
    page,
    product,
    signIn,
  }) => {
    const { email, userId } = await product.person();
    await addOrders(database(), { userId, email }, 6);
    await signIn(page, { email, password: PASSWORD });
    const profile = new ProfilePage(page);
    await profile.open();
    await profile.name.fill("Casey");
    await profile.save.click();
    await expect(page.getByText("Please enter your street address.")).toBeVisible();
    await page.getByLabel("Address line 1").fill("1 Rue de la Paix");
    await profile.city.fill("Paris");
    await page.getByLabel("Country").selectOption("FR");
    await page.getByLabel("Region or department").fill("Paris");
    await page.getByLabel("Postal code").fill("75002");
    await profile.save.click();
    await profile.expectSaved();
    await expect(page.getByText("Please enter your street address.")).toHaveCount(0);

    await page.locator("summary", { hasText: "Change password" }).click();
    const change = page.getByRole("form", { name: "Change password" });
    for (const [current, words] of [
      ["wrong-one", "The current password is not correct."],
      [PASSWORD, "Your password has been changed."],
    ] as const) {
      await change.getByLabel("Current password").fill(current);
      await change.getByLabel("New password").fill("another-password-1");
      await change.getByLabel("Confirm password").fill("another-password-1");
      await change.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByText(words)).toBeVisible();
    }

    await database()`update profiles set city = '' where user_id = ${userId}`;
    await page.goto(paths.dashboard);
    await expect(page.getByText("Complete Your Profile")).toBeVisible();
    await addProfile(database(), userId);
    await button(page, "Refresh").click();
    await expect(page.getByText("Complete Your Profile")).toHaveCount(0);
    await page.getByRole("link", { name: "All Submissions" }).click();
    await expect(page.getByRole("row")).toHaveCount(7);
    const batch = page.getByRole("row").last().getByRole("link").first();
    await batch.click();
    await expect(page.getByRole("dialog").getByText("Waiting for your cards").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test.describe("pages of staff while translated", () => {
  // What is asserted is that each page shows what it should; that nothing throws is the fixtures' own check.
  test.use({ isTranslated: true });

  test("staff search, change and refund orders on translated pages", { tag: "@full" }, async ({
    admin,
    page,
    product,
  }) => {
    const mark = aMark();
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
    await admin.dialog.getByRole("button", { name: "Review" }).click();
    await expect(admin.dialog.getByRole("status").first()).toHaveText(/^2 orders of /);
    await admin.dialog.getByLabel("Reason").fill("Counted on paper");
    await admin.dialog.getByRole("button", { name: "Save 2 orders" }).click();
    await expect(admin.dialog.getByRole("status")).toHaveText("2 updated");
    await page.keyboard.press("Escape");
    await admin.openOrder(orders[0]?.batch_id ?? "");
    await admin.dialog.getByLabel("Shelf").fill("C-7");
    await expect(admin.dialog.getByText("Not saved yet")).toBeVisible();
    await admin.save.click();
    await admin.expectToast("Order updated successfully");
    await expect(admin.dialog.getByText("Everything is saved")).toBeVisible();

    const { id } = await payForBatch(product, database(), {}, { cards: 4 });
    await page.goto(staffPaths.order(id));
    await page.getByText("Give money back…").click();
    const ask = page.getByRole("button", { name: "Refund…" });
    await ask.click();
    await expect(page.getByText("Please say why, for the order's record.")).toBeVisible();
    await page.getByLabel("Reason").last().fill("One card is missing");
    for (const [amount, words] of [
      ["100", /^\$100\.00 goes back to .*\. That is the whole amount: the order is canceled\. This cannot/],
      ["25", /^\$25\.00 goes back to .*\. The order stays as it is\. This cannot be taken back\.$/],
    ] as const) {
      await page.keyboard.press("Escape");
      await page.getByLabel("Amount to refund (USD)").fill(amount);
      await ask.click();
      await expect(admin.dialog.locator("p").first()).toHaveText(words);
    }
    await admin.dialog.getByRole("button", { name: "Refund $25.00" }).click();
    await admin.expectToast("Refund made");
    await expect(page.getByText("Up to $75.00.", { exact: false })).toBeVisible();
  });

  test("staff check in and send batches back on translated pages", { tag: "@full" }, async ({
    admin,
    page,
  }) => {
    const order = await addOrder(database(), { num_cards: 5 });
    const desk = new DeskPage(page);
    await desk.open();
    await desk.scan("NO-SUCH-BATCH");
    await desk.expectResult("No batch “NO-SUCH-BATCH”");
    await desk.scan(order.batch_id);
    for (const title of ["You counted 4, and 5 are expected", `${order.batch_id}: counted 4 of 5`]) {
      await desk.count(4);
      await page.keyboard.press("Enter");
      await desk.expectResult(title);
    }
    await expect(desk.result).not.toContainText("are expected");

    const received = await addReceived(database());
    await page.goto(staffPaths.grader);
    await page.getByLabel("Grading company").fill("PSA");
    await page.getByRole("button", { name: "Begin group" }).click();
    const scan = page.getByLabel("Batch ID");
    for (const words of ["Put in, 10 cards", "Is in this group already"]) {
      await scan.fill(received.batch_id);
      await scan.press("Enter");
      await expect(page.getByText(`${received.batch_id}: ${words}`)).toBeVisible();
    }
    await expect(page.getByText("PSA: 1 batch, 10 cards.")).toBeVisible();
    await page.getByLabel("Submission number").fill("SUB-T");
    await page.getByLabel("Cards declared").fill("30");
    await page.getByRole("button", { name: "Close group" }).click();
    await expect(page.getByText("You declare 30, and 10 were counted here")).toBeVisible();
    await page.getByLabel("Cards declared").fill("10");
    await page.getByRole("button", { name: "Close group" }).click();
    await admin.expectToast("Group closed");
    await page.getByRole("button", { name: "Shipped to grader", exact: true }).click();
    await expect(page.getByRole("button", { name: "At the grader", exact: true })).toBeVisible();

    const graded = await addReceived(database(), { submission_status: "graded" });
    await page.goto(staffPaths.returns);
    for (const [code, words] of [
      ["NO-SUCH-BATCH", "No batch “NO-SUCH-BATCH”"],
      [graded.batch_id, "No address is known: ask the customer before it is sent"],
    ] as const) {
      await scan.fill(code);
      await scan.press("Enter");
      await expect(page.getByText(words).first()).toBeVisible();
    }
    await page.getByLabel("Tracking number").fill(`94${Date.now()}`.padEnd(22, "0"));
    await page.keyboard.press("Enter");
    await admin.expectReturnQuestion("No address is known. Check the one on the label.");
    await page.getByRole("button", { name: "Send back", exact: true }).click();
    await admin.expectToast(`${graded.batch_id} is on its way back`);
  });

  test("the owner changes rights and settles a payment on translated pages", { tag: "@full" }, async ({
    admin,
    page,
    product,
    signIn,
  }) => {
    const owner = await logInAsStaff(product, database(), "owner");
    const order = await addOrder(database());
    await addException(database(), { order_id: order.id, detail: { amount_cents: 2600 } });
    await signIn(page, { email: owner.email, password: PASSWORD });
    await page.goto(staffPaths.people);
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByRole("button", { name: "Add to staff" }).click();
    await admin.dialog.getByRole("button", { name: "Add" }).click();
    await expect(page.getByText("There is no account with this address.")).toBeVisible();
    await page.getByRole("button", { name: `Rights of ${admin.email}` }).click();
    for (const right of ["Refund", "Set paid by hand", "Export files"])
      await admin.dialog.getByRole("checkbox", { name: right }).uncheck();
    await admin.dialog.getByRole("button", { name: "Save rights" }).click();
    const row = page.getByRole("listitem").filter({ has: page.getByText(admin.email, { exact: true }) });
    await expect(row.getByText("May: No right of its own")).toBeVisible();

    await page.goto(staffPaths.reconcile);
    const item = page.getByRole("listitem").filter({ hasText: order.batch_id });
    await item.getByRole("button", { name: "Settle…" }).click();
    await admin.dialog.getByRole("textbox", { name: "What was done" }).fill("Refunded the dollar");
    await admin.dialog.getByRole("button", { name: "Settle", exact: true }).click();
    await admin.expectToast("Settled");
    await expect(item.getByText("amount $26.00")).toHaveCount(0);
  });
});
