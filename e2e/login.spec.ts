import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { COLLECTOR } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";

test.describe("logging in", () => {
  test("asks for both fields, then says what the service says", async ({ page, expectAccessible }) => {
    const login = new LoginPage(page);
    await login.open();
    await login.submit.click();
    await login.expectProblem("Please enter both email and password");
    await expect(login.email).toBeFocused();
    await expectAccessible(page);
    await login.logIn({ ...COLLECTOR, password: "wrong-password" });
    await login.expectProblem("Invalid login credentials");
    await expect(login.password).toBeFocused();
    await expect(login.submit).toBeEnabled();
    expect(page.url()).not.toContain("password");
  });

  test("blocks a second press while the first is under way", async ({ page }) => {
    const login = new LoginPage(page);
    let calls = 0;
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${apiPaths.login}`, async (route) => {
      calls++;
      await held;
      await route.continue();
    });
    await login.open();
    await login.logIn(COLLECTOR);
    const busy = page.getByRole("button", { name: "Logging in…" });
    await expect(busy).toBeDisabled();
    await login.password.press("Enter");
    await busy.click({ force: true });
    release();
    await page.waitForURL(/\/dashboard$/);
    expect(calls).toBe(1);
  });

  test("works by keyboard alone", { tag: "@full" }, async ({ page }) => {
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

  test("offers the other ways on", { tag: "@full" }, async ({ page }) => {
    await new LoginPage(page).open();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Create Account" })).toHaveAttribute("href", paths.signup);
    await expect(main.getByRole("link", { name: "Try Pay-As-You-Go" })).toHaveAttribute(
      "href",
      paths.submitPayg,
    );
    await expect(main.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", paths.home);
  });

  test("never puts the password into an address, even before the page's script runs", async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ javaScriptEnabled: false });
    await page.goto(paths.login);
    await page.getByLabel("Email").fill(COLLECTOR.email);
    await page.getByLabel("Password").fill(COLLECTOR.password);
    await page.getByLabel("Password").press("Enter");
    await expect(page.getByRole("button", { name: "Log in" })).toBeDisabled();
    expect(await page.content()).toContain("Please switch on JavaScript");
    expect(new URL(page.url()).search).toBe("");
  });
});
