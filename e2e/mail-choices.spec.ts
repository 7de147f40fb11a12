import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { aReminder, choicePageOf, levelOf } from "./support/mail-choice.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

const form = (page: Page) => page.getByRole("form", { name: "Email notifications" });
const save = (page: Page) => form(page).getByRole("button", { name: "Save" });
/** Its script runs, and what is saved need not be saved again. */
async function isReady(page: Page) {
  await expect(save(page)).toBeDisabled();
  await expect(save(page)).not.toHaveAttribute("data-waiting");
}

test("a guest chooses from a mail's link, by keyboard on a narrow screen, and changes it again", {
  tag: "@full",
}, async ({ page, product, expectAccessible }) => {
  const { email, reminder } = await aReminder(product);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(choicePageOf(reminder));
  await expect(page.getByRole("heading", { level: 1, name: "Email notifications" })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await isReady(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("radio", { name: /^Everything/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(form(page).getByRole("status")).toHaveText("Saved: Essential only.");
  await expectAccessible(page);
  expect(await levelOf(email)).toBe("needs_me");

  await page.reload();
  await expect(page.getByRole("radio", { name: /^Essential only/ })).toBeChecked();
  await page.getByRole("radio", { name: /^Milestones/ }).check();
  await save(page).click();
  await expect(form(page).getByRole("status")).toHaveText("Saved: Milestones only.");
  expect(await levelOf(email)).toBe("milestones");
});

test("a member chooses in the profile, and is told when it cannot be saved", { tag: "@full" }, async ({
  page,
  product,
  signIn,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.profile);
  await isReady(page);
  await page.getByRole("radio", { name: /^Milestones/ }).check();
  await page.route(
    "**/api/profile/mails",
    (route) => route.fulfill({ status: 503, json: { error: "Try again." } }),
    {
      times: 1,
    },
  );
  await save(page).click();
  await expect(form(page).getByRole("alert")).toBeVisible();
  await save(page).click();
  await expect(form(page).getByRole("status")).toHaveText("Saved: Milestones only.");
  await expect(form(page).getByRole("alert")).toHaveCount(0);
  expect(await levelOf(email)).toBe("milestones");
});

test("a link that is none of ours says so, and leads to the profile", { tag: "@full" }, async ({ page }) => {
  await page.goto(paths.mail("A".repeat(86)));
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
});
