import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { SignupPage } from "./pages/signup.page.ts";
import { confirming, mailLink } from "./support/confirming.ts";

/** Chooses the password on the page behind a confirmation email's link. */
async function confirm(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Confirm and log in" });
  await expect(button).toBeEnabled();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await button.click();
}

test.describe("signing up", () => {
  test("a visitor chooses the free plan and lands on the submit page, signed in", async ({ page }) => {
    const email = anEmail();
    const signup = new SignupPage(page);
    await page.goto(paths.home);
    await page.getByRole("banner").getByRole("link", { name: "Get Started" }).click();
    await signup.chooseFree();
    await expect(page.getByLabel("Email")).toBeFocused();
    await signup.fill({ email, password: PASSWORD });
    await signup.submit();
    await page.waitForURL(/\/submit\?plan=free$/);
    await expect(page.getByRole("banner").getByText(email)).toBeVisible();
  });

  test("an address that names the plan starts at the account, and the plan can be changed", {
    tag: "@full",
  }, async ({ page }) => {
    const signup = new SignupPage(page);
    await signup.open("?plan=free");
    await expect(page.getByText("Plan: No Commitment")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create Account" })).toBeEnabled();
    await expect(page.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login?plan=free");
    await page.getByRole("button", { name: "Change plan" }).click();
    await expect(page.getByText("Step 1 of 2")).toBeVisible();
    await page.getByRole("button", { name: "Choose Volume Master" }).click();
    await expect(page.getByText("Plan: Volume Master, $249/month")).toBeVisible();
    await expect(page.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login?plan=elite");
    await page.reload();
    await expect(page.getByText("Plan: Volume Master")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("Step 1 of 2")).toBeVisible();
    await expect(page.getByRole("link", { name: "Try Pay-As-You-Go" })).toHaveAttribute(
      "href",
      paths.submitPayg,
    );
  });

  test("says what is wrong, one thing at a time, and keeps what was typed", { tag: "@full" }, async ({
    page,
    expectAccessible,
  }) => {
    const signup = new SignupPage(page);
    await signup.open("?plan=free");
    await signup.submit();
    await signup.expectProblem("Please fill in all fields");
    for (const field of ["Email", "Password", "Confirm password"])
      await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(
        /Please fill this in\./,
      );
    await expect(page.getByLabel("Email")).toBeFocused();
    await expectAccessible(page);
    await signup.fill({ email: anEmail(), password: "12345" });
    await signup.submit();
    await signup.expectProblem("Password must be at least 6 characters");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      /Password must be at least 6 characters/,
    );
    await expect(page.getByLabel("Confirm password")).not.toHaveAccessibleDescription(/fill this in/);
    await signup.fill({ email: anEmail(), password: "123456", confirm: "654321" });
    await signup.submit();
    await signup.expectProblem("Passwords do not match");
    await signup.fill({ email: COLLECTOR.email, password: "123456" });
    await signup.submit();
    await signup.expectProblem("This email is already registered. Please sign in instead.");
    await expect(page.locator("form").getByRole("link", { name: "Log in" })).toHaveAttribute(
      "href",
      "/login?plan=free",
    );
    await expect(page.getByLabel("Email")).toHaveValue(COLLECTOR.email);
  });

  test("with addresses to be confirmed: told to log in, then the mail's link signs in", {
    tag: "@full",
  }, async ({ page }) => {
    const email = anEmail();
    const appUrl = confirming.appUrl;
    await page.goto(`${appUrl}${paths.signup}?plan=free`);
    const signup = new SignupPage(page);
    await signup.fill({ email, password: PASSWORD });
    await signup.submit();
    await expect(page.getByText("Account created! Please log in to continue.")).toBeVisible();
    await page.waitForURL(/\/login\?next=%2Fsubmit&plan=free&created=1$/);
    await expect(page.getByText("If we sent you an email, open its link first")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);

    const login = new LoginPage(page);
    await login.logIn({ email, password: PASSWORD });
    await login.expectProblem("Email not confirmed");

    const link = (await mailLink(email)).href;
    await page.goto(link);
    await confirm(page);
    await page.waitForURL(/\/submit\?plan=free$/);
    await expect(page.getByRole("banner").getByText(email)).toBeVisible();

    // Opened again, it says at once that it was used.
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
    const said = page.getByRole("main").getByRole("alert");
    await expect(said).toHaveText(/^This link has expired or was already used/);
    await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toBeVisible();
  });
});
