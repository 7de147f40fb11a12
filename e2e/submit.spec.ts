import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrders, addProfile } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { SubmitPage } from "./pages/submit.page.ts";

test.describe("submit", () => {
  // The default of most browsers: animations are on.
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("restores a guest's batch and shows it to no one else in the tab", { tag: "@full" }, async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    const submit = new SubmitPage(page);
    await submit.open(paths.submitPayg);
    await submit.fill("12");
    await submit.submit();
    const paymentPage = page.url();
    const sessionId = /cs_test_\w+/.exec(paymentPage)?.[0];
    await page.goto(paths.submit);
    await page.waitForURL(/mode=payg/);
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toMatchObject({
      isGuest: "true",
      pending_plan: "payg",
      pendingPayg: "true",
      pending_session_id: sessionId,
    });
    await expect(page.getByText("You have an unpaid batch of 12 cards")).toBeVisible();
    await expect(page.getByLabel("Number of cards")).toHaveValue("12");
    await expectAccessible(page);
    await submit.submit();
    expect(page.url()).toBe(paymentPage);

    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    await page.goto(paths.submit);
    await expect(page.getByRole("heading", { name: "Submit your cards" })).toBeVisible();
    await expect(page.getByText("You have an unpaid batch")).toHaveCount(0);
  });
});

test("keeps a batch through a login after the session has ended", {
  tag: "@full",
}, async ({ page, product, signIn, expectAccessible }) => {
  const account = { email: (await product.person()).email, password: PASSWORD };
  await signIn(page, account);
  const submit = new SubmitPage(page);
  await submit.open();
  await submit.fill("7", "keep me");
  await page.context().clearCookies();
  await page.getByRole("button", { name: /^Pay/ }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "Please log in" });
  await expect(refusal.getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fsubmit",
  );
  await expect(page.getByLabel("Number of cards")).toBeFocused();
  await expectAccessible(page);
  await signIn(page, account);
  await submit.open();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Number of cards")).toHaveValue("7");
  await expect(page.getByLabel("Number of cards")).toBeFocused();
  await expect(page.getByLabel("Notes")).toHaveValue("keep me");
});

test("shows each kind of visitor the right navigation", { tag: "@full" }, async ({
  page,
  product,
  signIn,
}) => {
  const main = page.getByRole("navigation", { name: "Main" });
  const links = () => main.getByRole("link").allTextContents();
  await page.goto(paths.submitPayg);
  expect(await links()).toEqual(["Login", "Get Started"]);
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  for (const path of [paths.submit, paths.dashboard, paths.profile]) {
    await page.goto(path);
    expect(await links()).toEqual(["Dashboard", "Profile", "Submit Cards"]);
    await expect(page.getByText(email).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  }
  await signIn(page, { email: "staff1@slabrelay.test", password: PASSWORD });
  for (const path of [paths.submit, paths.dashboard, paths.profile]) {
    await page.goto(path);
    await expect(main.getByRole("link", { name: "Admin" })).toHaveAttribute("href", staffPaths.orders);
  }
});

test("links to the profile when there is no shipping address", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email, userId } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.submit);
  await expect(page.getByText("No shipping address on your profile")).toBeVisible();
  await expect(page.getByRole("link", { name: "Add your address" })).toHaveAttribute("href", paths.profile);
  await expectAccessible(page);
  await addProfile(database(), userId);
  await page.reload();
  await expect(page.getByText("No shipping address on your profile")).toHaveCount(0);
});

test("shows ten previous submissions, with shipping instructions for paid ones", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const person = await product.person();
  await addOrders(database(), person, 11);
  await signIn(page, { email: person.email, password: PASSWORD });
  await page.goto(paths.submit);
  await expect(page.getByRole("row")).toHaveCount(11);
  const opener = page.getByRole("button", { name: /^How to ship BATCH-.*-0001$/ });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Shipping instructions" });
  await expect(dialog.getByText("4100 Relay Park Drive")).toBeVisible();
  await expect(dialog.getByText("Tape the box label to the outside.")).toBeVisible();
  await expect(dialog.getByText("Put a note inside with your full name")).toBeVisible();
  await expect(dialog.getByRole("link", { name: /^Print box label and packing slip/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(page.getByRole("table")).toBeHidden();
  await page.locator("summary", { hasText: "Previous submissions" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
