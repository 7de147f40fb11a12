import { paths } from "../lib/base/paths.ts";
import { Members, priceOf, sessionOf } from "../sandbox/builders/members.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

const successOf = (session: string) => `${paths.success}?session_id=${session}`;

test.describe("the plans", () => {
  test("a visitor with a plan is asked to create an account", { tag: "@full" }, async ({ page }) => {
    await page.goto(`${paths.pricing}?plan=elite`);
    await expect(page.getByText("Create an account to start Volume Master")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/login\?plan=elite/);
  });

  test("a session that ended: told to log in, and back at the plan after it", { tag: "@full" }, async ({
    page,
    context,
    product,
    signIn,
  }) => {
    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    const cookies = await context.cookies();
    await context.clearCookies();
    await context.addCookies(cookies.filter(({ name }) => name.includes("signed_in")));
    await page.goto(`${paths.pricing}?plan=pro`);
    await page.getByRole("main").getByRole("alert").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/login\?plan=pro/);
  });

  test("a plan's own submit page says what is missing to someone without that plan", {
    tag: "@full",
  }, async ({ page, product, signIn, expectAccessible }) => {
    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    await page.goto(`${paths.submit}?plan=pro`);
    await expect(page.getByRole("heading", { name: "Subscription Required" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Try Free Plan ($25/card)" }).click();
    await expect(page).toHaveURL(/\/submit\?plan=free$/);
    await expect(page.getByLabel("Number of cards")).toBeVisible();
  });
});

test.describe("after paying for a membership", () => {
  test("without a payment session: what to do", { tag: "@full" }, async ({ page }) => {
    await page.goto(paths.success);
    await expect(
      page.getByText("Payment session not found. Please contact support if you were charged."),
    ).toBeVisible();
  });

  test("a session that is not there: the error with its four parts", { tag: "@full" }, async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    await page.goto(successOf("cs_test_nobody"));
    await expect(page.getByText(/^Payment session not found/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Try Again" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Go to Dashboard" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", /^mailto:/);
    await expect(page.getByText("Reference ID: cs_test_nobody")).toBeVisible();
    await expectAccessible(page);
  });

  test("one that was never paid is an error, never a success", { tag: "@full" }, async ({
    page,
    product,
    signIn,
  }) => {
    const person = await product.person();
    await signIn(page, { email: person.email, password: PASSWORD });
    const { body } = await new Members(product, database()).subscribe(person, priceOf("pro"));
    await page.goto(successOf(sessionOf(body.url)));
    await expect(page.getByText("This payment was not completed, and nothing was charged.")).toBeVisible();
    await expect(page.getByText("Active")).toHaveCount(0);
  });

  test("a visitor without a session may go on, and learns of the plan only", { tag: "@full" }, async ({
    page,
    product,
    expectAccessible,
  }) => {
    const member = await new Members(product, database()).joinAsMember("starter");
    await page.goto(successOf(member.session));
    await expect(page.getByText("Looking for your account…")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Welcome to Casual Collector" })).toBeVisible();
    await expect(page.getByText("100 cards")).toBeVisible();
    await expect(page.getByText(member.email)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();
    await expect(page.getByRole("link", { name: "View plans" })).toBeVisible();
    await expectAccessible(page);
  });

  test("while nobody can say, the card says so; then the truth replaces it", { tag: "@full" }, async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    const member = await new Members(product, database()).joinAsMember("elite");
    await signIn(page, { email: member.email, password: PASSWORD });
    const { body: fault } = await product.control("/faults", {
      target: "api",
      method: "GET",
      path: `/v1/checkout/sessions/${member.session}`,
      status: 500,
      times: null,
    });
    await page.goto(successOf(member.session));
    await expect(page.getByText("Active (being confirmed)")).toBeVisible();
    await expect(page.getByText("We are still confirming this payment")).toBeVisible();
    await expect(page.getByText(`Reference ID: ${member.session}`)).toBeVisible();
    await expect(page.getByText("Active", { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await product.control(`/faults/${fault.id}`, {}, "DELETE");
    await expect(page.getByRole("heading", { name: "Welcome to Volume Master" })).toBeVisible();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await expect(page.getByText("1,000 cards")).toBeVisible();
  });

  test("somebody else's payment is nobody's business", { tag: "@full" }, async ({
    page,
    product,
    signIn,
  }) => {
    const member = await new Members(product, database()).joinAsMember("pro");
    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    await page.goto(successOf(member.session));
    await expect(page.getByText("This payment belongs to another account.")).toBeVisible();
    await expect(page.getByText("Serious Collector")).toHaveCount(0);
  });
});
