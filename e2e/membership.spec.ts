import postgres from "postgres";
import { paths } from "../lib/base/paths.ts";
import { formatLocalDate } from "../lib/base/time.ts";
import { Members } from "../sandbox/builders/members.ts";
import { sandboxNamed } from "../sandbox/builders/named-sandbox.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { Product, waitUntil } from "../sandbox/builders/product.ts";
import { database, type Sql } from "../sandbox/builders/test-database.ts";
import { test as base, expect, test } from "./fixtures.ts";
import { CheckoutPage } from "./pages/checkout.page.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { PortalPage } from "./pages/portal.page.ts";
import { SignupPage } from "./pages/signup.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";

test.describe("a member's life", () => {
  /** A separate product whose payment service has a movable clock. */
  const test = base.extend({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
    product: async ({}, use) => use(new Product(sandboxNamed("clock"))),
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
    baseURL: async ({}, use) => use(sandboxNamed("clock").APP_URL),
  });

  test.describe.configure({ mode: "default" });

  let sql: Sql;
  test.beforeAll(() => {
    sql = postgres(sandboxNamed("clock").SANDBOX_DATABASE_URL, { max: 2, onnotice: () => {} });
  });
  test.afterAll(() => sql.end());

  const MONTH_SECONDS = 32 * 86_400;
  const FAILS_LATER = "4000000000000341";
  const GOOD = "5555555555554444";

  test("lets a member subscribe, change plans, cancel and come back", {
    tag: "@full",
  }, async ({ page, product, expectAccessible }) => {
    test.setTimeout(240_000);
    const members = new Members(product, sql);
    const portal = new PortalPage(page);
    const submit = new SubmitPage(page);
    const email = `life-${Date.now()}@example.com`;
    const month = () => product.control("/clock", { advance: MONTH_SECONDS });
    const fact = (name: string) => page.getByRole("term").filter({ hasText: name }).locator("+ dd");
    async function pays(cards: number, total: string) {
      await submit.fill(String(cards));
      const checkout = await submit.submit();
      await checkout.fill({});
      await checkout.pay();
      await new ConfirmationPage(page).expectPaid();
      await expect(page.getByText(total).first()).toBeVisible();
    }

    // Subscribes from the pricing page.
    await page.goto(paths.pricing);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Choose Serious Collector" }).click();
    await page.waitForURL(/\/signup\?plan=pro/);
    await new SignupPage(page).fill({ email, password: PASSWORD });
    await new SignupPage(page).submit();
    await expect(page.getByRole("button", { name: "Subscribe" })).toBeVisible();
    await new CheckoutPage(page).subscribe();
    await expect(page.getByRole("heading", { name: "Welcome to Serious Collector" })).toBeVisible();
    await expect(fact("Monthly limit")).toHaveText("500 cards");
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await expectAccessible(page);
    const [{ id: userId } = { id: "" }] = await sql<{ id: string }[]>`
    select id from auth.users where email = ${email}`;
    const member = { userId };
    expect(await members.inStep(member)).toMatchObject({ plan_type: "pro", status: "active" });

    // Submits at the member's rate up to the limit, then beyond it at the pay-as-you-go rate.
    await page.getByRole("link", { name: "Submit Cards" }).last().click();
    await expect(page.getByRole("progressbar", { name: "Cards used this month" })).toBeVisible();
    await expect(page.getByPlaceholder("Enter number (max 500)")).toBeVisible();
    await submit.fill("501");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByText("You can only submit up to 500 cards this month")).toBeVisible();
    await expectAccessible(page);
    await pays(450, "$9,900.00");
    await submit.open();
    await expect(page.getByText("90% used")).toBeVisible();
    await pays(50, "$1,100.00");
    await submit.open();
    await expect(page.getByRole("heading", { name: "Monthly Limit Reached" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Continue at $25.00 a card" }).click();
    await page.waitForURL(/mode=payg/);
    await pays(2, "$50.00");

    // Renews.
    const first = await members.readRow(member);
    await month();
    const renewed = await members.inStep(member);
    expect(renewed.current_period_end.getTime()).toBeGreaterThan(first.current_period_end.getTime());
    await page.goto(paths.profile);
    await expect(fact("Renews on")).toHaveText(formatLocalDate(renewed.current_period_end.toISOString()));
    await expectAccessible(page);

    // A renewal fails, then another card pays for it.
    await portal.open();
    await expectAccessible(page);
    await portal.changeCard(FAILS_LATER);
    await portal.leave();
    await month();
    expect(await members.inStep(member)).toMatchObject({ status: "past_due" });
    await page.goto(paths.profile);
    await expect(page.getByText("Your last payment failed")).toBeVisible();
    await expectAccessible(page);
    await submit.open();
    await expect(page.getByText("$25.00 per card").first()).toBeVisible();
    await page.goto(paths.profile);
    await portal.open();
    await portal.changeCard(GOOD);
    await portal.leave();
    expect(await members.inStep(member)).toMatchObject({ status: "active" });

    // Picks another plan on the pricing page, which changes the plan and never adds a second membership.
    await page.goto(`${paths.pricing}?plan=elite`);
    await portal.confirmPlan("Volume Master");
    await expect(page.getByText("Plan change confirmed.")).toBeVisible();
    expect(await members.inStep(member)).toMatchObject({ plan_type: "elite", status: "active" });
    await submit.open();
    await expect(page.getByText("500 of 1,000 cards")).toBeVisible();

    // Cancels, resumes and cancels again. Then the membership ends.
    await page.goto(paths.profile);
    await portal.open();
    await portal.cancel();
    await portal.leave();
    expect(await members.inStep(member)).toMatchObject({ cancel_at_period_end: true, status: "active" });
    await page.reload();
    await expect(fact("Ends on")).toBeVisible();
    await portal.open();
    await portal.resume();
    await portal.cancel();
    await portal.leave();
    await month();
    expect(await members.inStep(member)).toMatchObject({ status: "canceled" });
    await page.goto(paths.profile);
    await expect(page.getByRole("link", { name: "Choose a Plan" })).toBeVisible();

    // Subscribes again.
    await page.getByRole("link", { name: "Choose a Plan" }).click();
    await page.getByRole("link", { name: "Choose Casual Collector" }).click();
    await expect(page.getByRole("button", { name: "Subscribe" })).toBeVisible();
    await new CheckoutPage(page).subscribe();
    await expect(page.getByRole("heading", { name: "Welcome to Casual Collector" })).toBeVisible();
    const rows = await waitUntil(
      () => members.listRows(member),
      (list) => list.filter(({ status }) => status === "active").length === 1,
    );
    expect(rows.map(({ plan_type, status }) => [plan_type, status])).toEqual([
      ["elite", "canceled"],
      ["starter", "active"],
    ]);
    await members.inStep(member);
    await product.control("/clock", { reset: true });
  });
});

test.describe("screens", () => {
  const successOf = (session: string) => `${paths.success}?session_id=${session}`;

  test.describe("the plans", () => {
    test("asks a visitor with a plan in the URL to create an account", { tag: "@full" }, async ({ page }) => {
      await page.goto(`${paths.pricing}?plan=elite`);
      await expect(page.getByText("Create an account to join Volume Master")).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
      await expect(page).toHaveURL(/\/login\?plan=elite/);
    });
  });

  test.describe("after paying for a membership", () => {
    test("explains what to do without a payment session", { tag: "@full" }, async ({ page }) => {
      await page.goto(paths.success);
      await expect(
        page.getByText("Payment session not found. Please contact support if you were charged."),
      ).toBeVisible();
    });

    test("shows a logged-out visitor only the plan", { tag: "@full" }, async ({
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
  });
});
