import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { ProfilePage } from "./pages/profile.page.ts";
import { aReminder, choicePageOf, wantsOptionalEmails } from "./support/email-settings.ts";

test("saves a profile by keyboard alone", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  const profile = new ProfilePage(page);
  await profile.open();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(page.getByLabel("Email", { exact: true })).not.toBeEditable();
  await expect(page.getByLabel("Country").getByRole("option")).toHaveCount(10);
  await expect(page.getByLabel("Country")).toHaveValue("US");
  await expect(profile.save).toBeDisabled();
  await expectAccessible(page);

  await profile.name.focus();
  await page.keyboard.type("Jane Collector");
  await expect(profile.save).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please enter your street address.")).toBeVisible();
  await expect(page.getByLabel("Address line 1")).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.type("1 Rue de la Paix");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Paris");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Paris");
  await page.keyboard.press("Tab");
  await page.keyboard.type("75001-x");
  await page.getByLabel("Country").selectOption("FR");
  await expect(page.getByText("Please enter a valid postal code, such as 75001.")).toBeVisible();
  await page.getByLabel("Postal code").fill("75002");
  await page.keyboard.press("Enter");
  await profile.expectSaved();
  await expect(profile.save).toBeDisabled();
  await expectAccessible(page);
  await expect(profile.saved).toBeHidden();
  await page.reload();
  await expect(page.getByLabel("Postal code")).toHaveValue("75002");
  await expect(page.getByLabel("Region or department")).toHaveValue("Paris");
});

test("changes the password with the current one", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  const profile = new ProfilePage(page);
  await profile.open();
  await page.locator("summary", { hasText: "Change password" }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Change password" });
  await form.getByLabel("Current password").fill("wrong-one");
  await form.getByLabel("New password").fill("another-password-1");
  await form.getByLabel("Confirm password").fill("another-password-1");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toHaveText("Your current password is incorrect.");
  await expect(form.getByLabel("Current password")).toBeFocused();
  await expectAccessible(page);
  await form.getByLabel("Current password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

const form = (page: Page) => page.getByRole("form", { name: "Email notifications" });
const box = (page: Page) => page.getByRole("checkbox", { name: /^Optional emails/ });

test("changes a guest's email choice from an emailed link by keyboard", {
  tag: "@full",
}, async ({ page, product, expectAccessible }) => {
  const { email, reminder } = await aReminder(product);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(choicePageOf(reminder));
  await expect(page.getByRole("heading", { level: 1, name: "Email notifications" })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await box(page).focus();
  await page.keyboard.press("Space");
  await expect(form(page).getByRole("status")).toHaveText("Saved. Optional emails are off.");
  await expectAccessible(page);
  expect(await wantsOptionalEmails(email)).toBe(false);

  await page.reload();
  await box(page).check();
  await expect(form(page).getByRole("status")).toHaveText("Saved. Optional emails are on.");
  expect(await wantsOptionalEmails(email)).toBe(true);

  await page.goto(paths.mail("A".repeat(86)));
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
});
