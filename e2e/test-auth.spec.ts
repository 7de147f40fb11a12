import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";

test("the auth test screen shows what the service says", { tag: "@full" }, async ({
  page,
  expectAccessible,
}) => {
  await page.goto(paths.testAuth);
  const signUp = page.getByRole("button", { name: "Test Sign Up" });
  const signIn = page.getByRole("button", { name: "Test Sign In" });
  await expect(signIn).toBeEnabled();
  // A button of another kind is no primary one while the pointer is on it: its text would be dark on dark.
  const atRest = await signUp.evaluate((button) => getComputedStyle(button).backgroundColor);
  await signUp.hover();
  await signUp.evaluate((button) => Promise.all(button.getAnimations().map(({ finished }) => finished)));
  await expect(signUp).toHaveCSS("background-color", atRest);
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
