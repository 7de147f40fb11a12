import { apiPaths } from "../lib/base/api-paths.ts";
import { LEFT, paths, withQuery } from "../lib/base/paths.ts";
import { Members } from "../sandbox/builders/members.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { SubmitPage } from "./pages/submit.page.ts";

test("what is typed outlives a look at the profile, a reload and the payment page", { tag: "@full" }, async ({
  page,
  product,
  signIn,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  const submit = new SubmitPage(page);
  await submit.open();
  await submit.fill("12", "two are signed");
  await page.getByRole("link", { name: "Add your address" }).click();
  await page.waitForURL(new RegExp(`${paths.profile}$`));
  await page.getByRole("link", { name: "Submit Cards" }).click();
  await expect(page.getByLabel("Number of cards")).toHaveValue("12");
  await page.reload();
  await expect(page.getByLabel("Notes")).toHaveValue("two are signed");
  await submit.submit();
  await submit.open();
  await expect(page.getByRole("button", { name: "Resume payment" })).toBeVisible();
  await expect(page.getByText(/^12 cards, .* A new batch replaces it\.$/)).toBeVisible();
  await expect(page.getByLabel("Number of cards")).toHaveValue("12");
});

test("a session that has ended leads to the log-in and back, and the batch is still there", {
  tag: "@full",
}, async ({ page, product, signIn, expectAccessible }) => {
  const account = { email: (await product.person()).email, password: PASSWORD };
  await signIn(page, account);
  const submit = new SubmitPage(page);
  await submit.open();
  await submit.fill("7", "keep me");
  await page.context().clearCookies();
  await page.getByRole("button", { name: /^Pay/ }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "Please log in" });
  await expect(refusal.getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fsubmit",
  );
  await expect(page.getByLabel("Number of cards")).toBeFocused();
  await expectAccessible(page);
  await signIn(page, account);
  await submit.open();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Number of cards")).toHaveValue("7");
  await expect(page.getByLabel("Number of cards")).toBeFocused();
  await expect(page.getByLabel("Notes")).toHaveValue("keep me");
});

test("where no answer comes, the form keeps what was typed and says that nothing was charged", {
  tag: "@full",
}, async ({ page, expectAccessible }) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("7", "keep me");
  await page.route(`**${apiPaths.orderCheckout}`, (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("button", { name: "Pay $175.00" }).click();
  const said = page.getByRole("main").getByRole("alert");
  await expect(said).toContainText("Failed to process payment. Please try again.");
  await expect(said).toContainText("nothing was charged");
  await expect(page.getByLabel("Number of cards")).toHaveValue("7");
  await expect(page.getByLabel("Notes")).toHaveValue("keep me");
  await expect(page.getByRole("button", { name: "Pay $175.00" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await expectAccessible(page);
});

test("a month that another tab has used up shows its limit at the next press", async ({
  page,
  product,
  signIn,
}) => {
  const member = await new Members(product, database()).joinAsMember("starter");
  await addOrders(database(), member, 1, { plan_type: "starter", num_cards: 90 });
  await signIn(page, { email: member.email, password: PASSWORD });
  const submit = new SubmitPage(page);
  await submit.open(withQuery(paths.submit, { cards: "10", [LEFT]: "1" }));
  await expect(page.getByLabel("Number of cards")).toHaveValue("10");
  await addOrders(database(), member, 1, { plan_type: "starter", num_cards: 10 });
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Monthly Limit Reached" })).toBeVisible();
  await expect(page.getByText("100% used")).toBeVisible();
  // The page was made anew: its router, too, knows the address without what it was opened with.
  await expect(page).toHaveURL(new RegExp(`${paths.submit}$`));
});

test("a payment on its way is no draft: nothing is offered that would pay or send it again", {
  tag: "@full",
}, async ({ page, product, expectAccessible }) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("3");
  await submit.submit();
  const sessionId = /cs_test_\w+/.exec(page.url())?.[0] ?? "";
  await product.pay(sessionId, { payment_method: "us_bank_account", email: "casey@example.com" });
  const batch = new URLSearchParams({ mode: "payg", session_id: sessionId });
  await submit.open(paths.submitPayg);
  const stored = await page.evaluate(() => JSON.parse(sessionStorage.getItem("pending_batch") ?? "{}"));
  await page.goto(`${paths.confirmation}?${batch}&batch_id=${stored.batchId}`);
  await expect(page.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible();
  await expect(page.getByText("$75.00")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Home" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Submit More Cards" }).click();
  await expect(page.getByLabel("Number of cards")).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore" })).toHaveCount(0);
  const pending = page.getByText(`Your payment for ${stored.batchId} (3 cards) is on its way.`);
  await expect(pending).toBeVisible();
  await expectAccessible(page);
  await pending.getByRole("link", { name: "Check the payment" }).click();
  await expect(page.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible();
});
