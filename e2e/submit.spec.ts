import { paths } from "../lib/base/paths.ts";
import { receivingAddress } from "../lib/base/receiving-address.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrders, addProfile } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { SubmitPage } from "./pages/submit.page.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

test.describe("submit", () => {
  // As most people have it: dialogs and the drawer move.
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("a guest comes back to his batch, which nobody else of the same tab sees", { tag: "@full" }, async ({
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
    await expect(page.getByText("You started a batch of 12 cards")).toBeVisible();
    await expect(page.getByLabel("Number of cards")).toHaveValue("12");
    await expectAccessible(page);
    await submit.submit();
    expect(page.url()).toBe(paymentPage);

    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    await page.goto(paths.submit);
    await expect(page.getByRole("heading", { name: "Your batch" })).toBeVisible();
    await expect(page.getByText("You started a batch")).toHaveCount(0);
  });
});

test.describe("what outlives a page", () => {
  test("a session that has ended leads to the log-in and back, and the batch is still there", {
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
});

test.describe("the page", () => {
  test("the navigation knows visitors, customers and staff", { tag: "@full" }, async ({
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

  test("the shipping instructions can be read before there is a batch", { tag: "@full" }, async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(paths.submitPayg);
    await page.getByRole("button", { name: "Shipping instructions" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Shipping instructions" });
    for (const text of [
      receivingAddress.line1,
      "Label the outside of the package with the batch ID",
      "Put a note inside the package",
    ]) {
      await expect(dialog.getByText(text)).toBeVisible();
    }
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  test("without a shipping address a banner leads to the profile", { tag: "@full" }, async ({
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
    await expect(page.getByRole("heading", { name: "Free plan" })).toBeVisible();
    await expect(page.getByRole("link", { name: "See memberships" })).toHaveAttribute("href", paths.pricing);
    await expectAccessible(page);
    await addProfile(database(), userId);
    await page.reload();
    await expect(page.getByText("No shipping address on your profile")).toHaveCount(0);
  });

  test("a paid batch leads to its timeline wherever it is, an unpaid one nowhere", { tag: "@full" }, async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    const person = await product.person();
    await addOrders(database(), person, 2, { submission_status: "grading" });
    await addOrders(database(), person, 1);
    const unpaid = await product.openCheckout({ token: person.token });
    await signIn(page, { email: person.email, password: PASSWORD });
    await page.goto(paths.submit);
    await expect(page.getByRole("row")).toHaveCount(5);
    await expect(page.getByRole("rowheader", { name: unpaid.body.batch_id })).toBeVisible();
    await expect(page.getByRole("link", { name: unpaid.body.batch_id })).toHaveCount(0);
    const batches = page.getByRole("table").getByRole("link", { name: /^BATCH-/ });
    await expect(batches).toHaveCount(3);
    await expectAccessible(page);
    const atTheGrader = page.getByRole("row", { name: "At the grader" }).first().getByRole("link");
    const batchId = (await atTheGrader.textContent()) ?? "";
    await atTheGrader.focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: batchId });
    await expect(drawer.getByRole("listitem").filter({ hasText: "Now: At the grader" })).toBeVisible();
    // Its cards are here: nothing is to be printed for them any more.
    await expect(drawer.getByRole("link", { name: /^Print/ })).toHaveCount(0);
  });

  test("ten previous submissions, each paid one with its shipping instructions", { tag: "@full" }, async ({
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
    expect(await page.getByRole("columnheader").allTextContents()).toEqual([
      "Batch ID",
      "Date",
      "Type",
      "Cards",
      "Total",
      "Payment",
      "Status",
    ]);
    await expect(page.getByRole("link", { name: "View all paid batches on the dashboard" })).toBeVisible();
    const opener = page.getByRole("button", { name: /^How to ship BATCH-.*-0001$/ });
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Shipping instructions" });
    await expect(dialog.getByText("4100 Relay Park Drive")).toBeVisible();
    await expect(dialog.getByText("Label the outside of the package with the batch ID")).toBeVisible();
    await expect(dialog.getByText("Put a note inside the package")).toBeVisible();
    await expect(dialog.getByRole("link", { name: /Print label/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
