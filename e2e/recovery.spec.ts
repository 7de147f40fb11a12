import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { confirming, mailLink } from "./support/confirming.ts";

const NEW = "a-better-password-1";

test("a forgotten password is replaced by keyboard alone", async ({ page, product, expectAccessible }) => {
  const { email } = await product.person();
  await new LoginPage(page).open("?next=/submit&plan=free");
  await page.getByRole("link", { name: "Forgot password?" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  const send = page.getByRole("button", { name: "Send the link" });
  await expect(send).toBeEnabled();
  await page.getByLabel("Email").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Please enter your email address." })).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "If this address has an account" })).toBeVisible();
  await expectAccessible(page);

  const link = await mailLink(email, 1, process.env.MAILBOX_URL);
  await page.goto(link.href);
  await expect(page.getByRole("heading", { level: 1, name: "Set a new password" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set new password" })).toBeEnabled();
  await page.getByLabel("New password").focus();
  await page.keyboard.type("12345");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show what you typed" }).first()).toBeFocused();
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

test("a link that was used already offers a new one", { tag: "@full" }, async ({
  page,
  expectAccessible,
}) => {
  await page.goto(`${paths.login}?token_hash=${"0".repeat(56)}&type=recovery`);
  await expect(page.getByRole("alert").filter({ hasText: "was already used" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
});

test("who has not confirmed yet finds the way to another mail", { tag: "@full" }, async ({ page }) => {
  const email = anEmail();
  const appUrl = confirming.appUrl;
  await page.goto(`${appUrl}${paths.signup}?plan=free`);
  await expect(page.getByRole("button", { name: "Create Account" })).toBeEnabled();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL(/\/login/);
  const login = new LoginPage(page);
  await login.expectOpen();
  await login.logIn({ email, password: PASSWORD });
  await login.expectProblem("Email not confirmed");
  await page.getByRole("link", { name: "Send the confirmation again" }).click();
  await expect(page.getByRole("button", { name: "Send the mail again" })).toBeEnabled();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the mail again" }).click();
  await expect(page.getByRole("status").filter({ hasText: "waits for its confirmation" })).toBeVisible();
});
