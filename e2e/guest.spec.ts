import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
import { emailsThatCame, emailsTo } from "../sandbox/builders/mailbox.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch, waitUntil } from "../sandbox/builders/product.ts";
import { orderOfBatch } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { SignupPage } from "./pages/signup.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";

/** Returns the first link to this path in an email. */
const linkIn = (text: string, path: string) =>
  new RegExp(`https?://\\S+${path}\\?\\S+`).exec(text)?.[0] ?? "";

async function payAsGuest(submit: SubmitPage, email: string): Promise<string> {
  await submit.page.goto(paths.submitPayg);
  await submit.fill("2");
  const checkout = await submit.submit();
  await checkout.fill({ email });
  await checkout.pay();
  const confirmation = new ConfirmationPage(submit.page);
  await confirmation.expectPaid();
  return confirmation.batchId();
}

test("shows a guest's batch on the dashboard of their new account", { tag: "@full" }, async ({ page }) => {
  const email = anEmail();
  const batchId = await payAsGuest(new SubmitPage(page), email);
  await new ConfirmationPage(page).unfold("Create an account");
  await page.getByRole("link", { name: "Create Account" }).click();
  await expect(
    page.getByText("Sign up with the email you paid with to add your 2-card batch."),
  ).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  const signup = new SignupPage(page);
  await signup.fill({ email, password: PASSWORD });
  await signup.submit();
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByText("Login successful! 1 previous order(s) linked to your account.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: batchId })).toBeVisible();
});

test("adds a batch to an account with another email and lets the payer undo it", {
  tag: "@full",
}, async ({ page, browser, product, signIn, expectAccessible }) => {
  const guest = anEmail();
  const { email, userId } = await product.person();
  const batchId = await payAsGuest(new SubmitPage(page), guest);
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.dashboard);
  await expect(page.getByText(`Add ${batchId} (2 cards) to this account?`)).toBeVisible();
  await expect(page.getByText(guest)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Email the link" }).click();
  await expect(page.getByText("Open it to add")).toBeVisible();

  const [payment, ask] = await emailsThatCame(guest, 2);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(linkIn(ask?.text ?? "", paths.dashboard));
  await expect(stranger).toHaveURL(/\/login\?next=/);
  await page.goto(linkIn(ask?.text ?? "", paths.dashboard));
  // Opening the link, as email scanners do, changes nothing.
  expect(await orderOfBatch(database(), batchId)).toMatchObject({ user_id: null });
  await page.getByRole("button", { name: "Add batch" }).click();
  await page.waitForURL(/batch=/);
  await expect(page.getByRole("heading", { name: batchId })).toBeVisible();
  expect(await orderOfBatch(database(), batchId)).toMatchObject({ user_id: userId });

  const notice = (await emailsThatCame(guest, 3)).at(-1);
  expect(notice?.text).toContain(email);
  await stranger.goto(linkIn(notice?.text ?? "", paths.unclaim));
  await expectAccessible(stranger);
  await stranger.getByRole("button", { name: "Remove batch" }).click();
  await expect(stranger.getByRole("heading", { name: "Batch removed from the account" })).toBeVisible();
  expect(await orderOfBatch(database(), batchId)).toMatchObject({ user_id: null });

  // The payment email's link stops working once the order has been moved.
  const next = new URL(linkIn(payment?.text ?? "", paths.signup)).searchParams.get("next") ?? "";
  await page.goto(next);
  await expect(page.getByText("We can't add this batch")).toBeVisible();
});

const LOST = "Lost your tracking link?";
const form = (page: Page) => page.getByRole("form", { name: "Find your batch" });
const send = (page: Page) => form(page).getByRole("button", { name: "Email me the link" });
const answer = (page: Page) =>
  page.getByRole("status").filter({ hasText: "If we found a match, we've emailed you the link." });

test("emails a lost tracking link from the landing page by keyboard alone", {
  tag: "@full",
}, async ({ page, product, expectAccessible }) => {
  const email = anEmail();
  const { batchId } = await payForBatch(product, database(), {}, { email });
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(paths.home);
  await page.getByRole("link", { name: LOST }).focus();
  await page.keyboard.press("Enter");
  await expect(form(page).getByLabel("Email")).toBeFocused();
  await expect(send(page)).toBeEnabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.type(email.toUpperCase());
  await page.keyboard.press("Tab");
  await page.keyboard.type(batchId.slice("BATCH-".length).toLowerCase().replace("-", " "));
  await page.keyboard.press("Enter");
  await expect(answer(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(paths.home);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const mails = await waitUntil(
    () => emailsTo(email),
    (all) => all.some(({ subject }) => subject === `Your tracking link (${batchId})`),
  );
  const found = mails.find(({ subject }) => subject.startsWith("Your tracking link"));
  const link = /http\S+\/track\/[\w-]{43}/.exec(found?.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Waiting for your cards" })).toBeVisible();
  await expect(page.getByText(batchId)).toBeVisible();
});

async function ask(page: Page, email: string, batch: string): Promise<void> {
  await form(page).getByLabel("Email").fill(email);
  await form(page).getByLabel("Batch ID").fill(batch);
  await send(page).click();
}

test("shows errors at their fields and the same response for an unknown batch", {
  tag: "@full",
}, async ({ page, expectAccessible }) => {
  await page.goto(paths.login);
  await page.getByRole("link", { name: "Find your batch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Find your batch" })).toBeVisible();
  await expect(page.getByText("In your receipt email. Starts with BATCH-")).toBeVisible();
  await expect(send(page)).toBeEnabled();
  const [email, batch] = [form(page).getByLabel("Email"), form(page).getByLabel("Batch ID")];
  await ask(page, "", "");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Please enter the email you paid with\./);
  await ask(page, anEmail(), "last week's");
  await expect(batch).toBeFocused();
  await expect(batch).toHaveAccessibleDescription(
    /That isn't a batch ID\. Batch IDs look like BATCH-3NA5SDF59-7F3K\./,
  );
  await expect(email).not.toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await ask(page, anEmail(), "BATCH-NOSUCHONE-2345");
  await expect(answer(page)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Try again" }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveValue("");
});
