import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { SignupPage } from "./pages/signup.page.ts";
import { confirmationProduct, mailLink } from "./support/email-confirmation.ts";

test("redirects to the requested page after login and when already logged in", async ({ page }) => {
  const query = "?next=/submit&plan=free";
  const login = new LoginPage(page);
  await login.open(query);
  await login.logIn(COLLECTOR);
  await page.waitForURL(/\/submit\?plan=free$/);

  await page.goto(paths.login + query);
  await page.waitForURL(/\/submit\?plan=free$/);
});

test("shows the signed-in state on public pages until sign-out", async ({ page, signIn }) => {
  await page.goto(paths.home);
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();

  await signIn(page, COLLECTOR);
  await page.reload();
  await expect(banner.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expect(banner.getByRole("link", { name: "Login" })).toBeHidden();

  await page.goto(paths.dashboard);
  await expect(banner.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === paths.home);
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  await page.goto(paths.dashboard);
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard$/);
});

async function confirm(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Confirm and log in" });
  await expect(button).toBeEnabled();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await button.click();
}

test("signs up for the free plan and opens the submit page", async ({ page }) => {
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

test("starts at the account step when the URL names a plan", {
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

test("signs in through the emailed link when email confirmation is on", {
  tag: "@full",
}, async ({ page }) => {
  const email = anEmail();
  const appUrl = confirmationProduct.appUrl;
  await page.goto(`${appUrl}${paths.signup}?plan=free`);
  const signup = new SignupPage(page);
  await signup.fill({ email, password: PASSWORD });
  await signup.submit();
  await expect(page.getByText("Account created! Please log in to continue.")).toBeVisible();
  await page.waitForURL(/\/login\?next=%2Fsubmit&plan=free&created=1$/);
  await expect(page.getByText("Check your inbox and confirm your address first")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);

  const login = new LoginPage(page);
  await login.logIn({ email, password: PASSWORD });
  await login.expectProblem("Email not confirmed");

  const link = (await mailLink(email)).href;
  await page.goto(link);
  await confirm(page);
  await page.waitForURL(/\/submit\?plan=free$/);
  await expect(page.getByRole("banner").getByText(email)).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "This link doesn't work" })).toBeVisible();
  const said = page.getByRole("main").getByRole("alert");
  await expect(said).toHaveText(/^This link has expired or was already used/);
  await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toBeVisible();
});

test("updates open pages on sign-in, account change and sign-out", { tag: "@full" }, async ({
  page,
  context,
  product,
  signIn,
}) => {
  const [first, second] = await Promise.all([product.person(), product.person()]);
  const login = new LoginPage(page);
  await login.open("?next=/dashboard");
  const home = await context.newPage();
  await home.goto(paths.home);
  const banner = home.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();

  const other = await context.newPage();
  await signIn(other, { email: first.email, password: PASSWORD });
  await other.goto(paths.submit);
  await page.waitForURL((url) => url.pathname === paths.dashboard);
  await expect(page.getByRole("banner").getByText(first.email)).toBeVisible();
  await expect(banner.getByRole("link", { name: "Dashboard" })).toBeVisible();

  await signIn(other, { email: second.email, password: PASSWORD });
  await other.goto(paths.submit);
  await expect(page.getByRole("banner").getByText(second.email)).toBeVisible();

  await other.getByRole("button", { name: "Sign Out" }).click();
  await other.waitForURL((url) => url.pathname === paths.home);
  await page.waitForURL(/\/login\?next=%2Fdashboard$/);
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
});

test("shows the auth service's responses on the test page", { tag: "@full" }, async ({
  page,
  expectAccessible,
}) => {
  await page.goto(paths.testAuth);
  const signUp = page.getByRole("button", { name: "Test Sign Up" });
  const signIn = page.getByRole("button", { name: "Test Sign In" });
  await expect(signIn).toBeEnabled();
  await signIn.click();
  const required = "You must provide either an email or phone number and a password";
  await expect(page.getByRole("alert").filter({ hasText: required })).toBeVisible();
  await expectAccessible(page);
  const email = anEmail();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await signUp.click();
  await expect(page.getByRole("status").filter({ hasText: `Signed up: ${email}` })).toBeVisible();
  await signIn.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: `Signed in: ${email}` })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
});
