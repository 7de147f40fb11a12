import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
import { mailsThatCame } from "../sandbox/builders/mailbox.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { orderOfBatch } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { LoginPage } from "./pages/login.page.ts";
import { SignupPage } from "./pages/signup.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";

/** The first link of an email to this page. */
const linkIn = (text: string, path: string) =>
  new RegExp(`https?://\\S+${path}\\?\\S+`).exec(text)?.[0] ?? "";

/** Pays for cards as a guest through the form; returns the batch ID. */
async function payAsGuest(submit: SubmitPage, email: string): Promise<string> {
  await submit.page.goto(paths.submitPayg);
  await submit.fill("2");
  const checkout = await submit.submit();
  await checkout.fill({ email });
  await checkout.pay();
  await new ConfirmationPage(submit.page).expectPaid();
  return (await submit.page.getByRole("definition").first().textContent()) ?? "";
}

test("a guest who creates an account finds the batch on its dashboard", async ({ page }) => {
  const email = anEmail();
  const batchId = await payAsGuest(new SubmitPage(page), email);
  await page.getByRole("link", { name: "Create Account" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  const signup = new SignupPage(page);
  await signup.fill({ email, password: PASSWORD });
  await signup.submit();
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByText("Login successful! 1 previous order(s) linked to your account.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: batchId })).toBeVisible();

  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === paths.home);
  const second = await payAsGuest(new SubmitPage(page), email);
  const login = new LoginPage(page);
  await login.open();
  await login.logIn({ email, password: PASSWORD });
  await expect(page.getByText("Login successful! 1 previous order(s) linked to your account.")).toBeVisible();
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByRole("rowheader", { name: second })).toBeVisible();
});

test("an account with another address adds the batch by a link, and the address that paid can undo it", {
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
  await expect(page.getByText("Open its link")).toBeVisible();

  const [payment, ask] = await mailsThatCame(guest, 2);
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

  const notice = (await mailsThatCame(guest, 3)).at(-1);
  expect(notice?.text).toContain(email);
  await stranger.goto(linkIn(notice?.text ?? "", paths.unclaim));
  await expectAccessible(stranger);
  await stranger.getByRole("button", { name: "Remove batch" }).click();
  await expect(stranger.getByRole("heading", { name: "Batch removed from that account" })).toBeVisible();
  expect(await orderOfBatch(database(), batchId)).toMatchObject({ user_id: null });

  // The payment email's link was for an order that had never moved.
  const next = new URL(linkIn(payment?.text ?? "", paths.signup)).searchParams.get("next") ?? "";
  await page.goto(next);
  await expect(page.getByText("We can't add this batch")).toBeVisible();
});
