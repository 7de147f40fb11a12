import { paths } from "../lib/base/paths.ts";
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { mailLink } from "./support/email-confirmation.ts";

test("requires both fields, then shows the auth service's error", { tag: "@full" }, async ({
  page,
  expectAccessible,
}) => {
  const login = new LoginPage(page);
  await login.open();
  await login.submit.click();
  await login.expectProblem("Please enter both email and password");
  await expect(login.email).toBeFocused();
  await expectAccessible(page);
  await login.logIn({ ...COLLECTOR, password: "wrong-password" });
  await login.expectProblem("Invalid email or password");
  await expect(login.password).toBeFocused();
  await expect(login.submit).toBeEnabled();
  expect(page.url()).not.toContain("password");
});

test("logs in by keyboard alone", { tag: "@full" }, async ({ page }) => {
  const login = new LoginPage(page);
  await login.open();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await login.email.focus();
  await page.keyboard.type(`  ${COLLECTOR.email}`);
  await page.keyboard.press("Tab");
  await page.keyboard.type(COLLECTOR.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard$/);
});

test("never puts the password into the URL, even without JavaScript", async ({ openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(paths.login);
  await page.getByLabel("Email").fill(COLLECTOR.email);
  await page.getByLabel("Password").fill(COLLECTOR.password);
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByRole("button", { name: "Log in" })).toBeDisabled();
  expect(await page.content()).toContain("Please turn on JavaScript");
  expect(new URL(page.url()).search).toBe("");
});

const NEW = "a-better-password-1";

test("replaces a forgotten password by keyboard alone", { tag: "@full" }, async ({
  page,
  product,
  expectAccessible,
}) => {
  const { email } = await product.person();
  await new LoginPage(page).open("?next=/submit&plan=free");
  await page.getByRole("link", { name: "Forgot password?" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  const send = page.getByRole("button", { name: "Email me a link" });
  await expect(send).toBeEnabled();
  await page.getByLabel("Email").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Please enter your email address." })).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "If that address has an account" })).toBeVisible();
  await expectAccessible(page);

  const link = await mailLink(email, 1, process.env.MAILBOX_URL);
  await page.goto(link.href);
  await expect(page.getByRole("heading", { level: 1, name: "Set a new password" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set new password" })).toBeEnabled();
  await page.getByLabel("New password").focus();
  await page.keyboard.type("12345");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" }).first()).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("12345");
  await page.keyboard.press("Enter");
  const problem = (text: string) => page.getByRole("alert").filter({ hasText: text });
  await expect(problem("Password must be at least 6 characters")).toBeVisible();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(problem("New password should be different from the old password.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("New password").fill(NEW);
  await page.getByLabel("Confirm password").fill(NEW);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard$/);
  await expect(page.getByRole("banner").getByText(email)).toBeVisible();
});

test("explains links from default email templates and removes their tokens from the URL", async ({
  page,
}) => {
  await page.goto(`${paths.home}#access_token=a.b.c&refresh_token=d&type=signup`);
  await expect(page.getByText("Your link worked")).toBeVisible();
  expect(page.url()).toMatch(/\/login\?failed=template$/);
  await page.goto(`${paths.pricing}#error=access_denied&error_code=otp_expired`);
  await expect(
    page.getByText("This link has expired or was already used. Please get a new one."),
  ).toBeVisible();
  expect(page.url()).toMatch(/\/login\?failed=expired$/);
});
