import { randomUUID } from "node:crypto";
import { paths } from "../lib/base/paths.ts";
import { COLLECTOR } from "../sandbox/builders/person.ts";
import { addUser } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { LOOKS } from "./support/looks.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

test.describe("where it leads", () => {
  for (const [query, target, details] of [
    ["?next=/submit&plan=free", /\/submit\?plan=free$/, {}],
    ["?next=//evil.com", /\/dashboard$/, { tag: "@full" }],
  ] as const) {
    test(`/login${query}`, details, async ({ page, product }) => {
      const login = new LoginPage(page);
      await login.open(query);
      await login.logIn(COLLECTOR);
      await page.waitForURL(target);
      expect(new URL(page.url()).origin).toBe(new URL(product.appUrl).origin);

      await page.goto(paths.login + query);
      await page.waitForURL(target);
    });
  }

  for (const [asked, login] of [
    ["/dashboard", "/login?next=%2Fdashboard"],
    ["/submit", "/login?next=%2Fsubmit"],
    ["/submit?plan=free", "/login?next=%2Fsubmit&plan=free"],
  ] as const) {
    test(`a visitor who asks for ${asked} is sent to ${login}`, { tag: "@full" }, async ({ page }) => {
      await page.goto(asked);
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe(login);
    });
  }

  test("a signed-in visitor of /signup is led on", { tag: "@full" }, async ({ page, signIn }) => {
    await signIn(page, COLLECTOR);
    await page.goto(`${paths.signup}?plan=free`);
    await page.waitForURL(/\/submit\?plan=free$/);
  });
});

test("the public page learns who is signed in, and signing out ends it", async ({ page, signIn }) => {
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

test.describe("accessible to everybody", () => {
  for (const { name, colorScheme, viewport } of LOOKS) {
    test(name, { tag: "@full" }, async ({ page, expectAccessible }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const token = randomUUID();
      const { id } = await addUser(database());
      await database()`update auth.users
        set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${id}`;
      for (const path of [
        `${paths.signup}?plan=free`,
        `${paths.login}?token_hash=${token}&type=recovery`,
        `${paths.login}?view=forgot`,
        `${paths.login}?token_hash=${token}&type=signup`,
        `${paths.login}?token_hash=abcdef123&type=sms`,
        `${paths.login}?failed=link`,
        `${paths.login}?view=resend`,
        `${paths.login}?view=code`,
      ]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    });
  }

  test("a narrow screen holds the header of a person, too", { tag: "@full" }, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, COLLECTOR);
    for (const path of [paths.home, paths.dashboard]) {
      await page.goto(path);
      await expect(page.getByRole("banner").getByRole("link", { name: "Dashboard" })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });

  test("the questions open by keyboard", { tag: "@full" }, async ({ page }) => {
    await page.goto(paths.home);
    const question = page.getByText("How does pay-as-you-go work?");
    const answer = page
      .locator("details")
      .getByText("up to $30/card, the exact price is shown before you pay.");
    await expect(answer).toBeHidden();
    await question.focus();
    await page.keyboard.press("Enter");
    await expect(answer).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(answer).toBeHidden();
  });
});
