import { paths } from "../lib/paths.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { SignupPage } from "./pages/signup.page.ts";
import { mailsTo } from "./support/mailbox.ts";
import { eventually } from "./support/product.ts";

const COLLECTOR = { email: "collector@slabrelay.test", password: "password123" };
const anEmail = () => `${crypto.randomUUID()}@example.com`;

test.describe("signing up", () => {
  test("a visitor chooses the free plan and lands on the submit page, signed in", async ({ page }) => {
    const email = anEmail();
    const signup = new SignupPage(page);
    await page.goto(paths.home);
    await page.getByRole("banner").getByRole("link", { name: "Get Started" }).click();
    await signup.chooseFree();
    await expect(page.getByLabel("Email")).toBeFocused();
    await signup.fill({ email, password: "password123" });
    await signup.submit();
    await page.waitForURL(/\/submit\?plan=free$/);
    await expect(page.getByRole("banner").getByText(email)).toBeVisible();
  });

  test("an address that names the plan starts at the account, and the plan can be changed", async ({
    page,
  }) => {
    const signup = new SignupPage(page);
    await signup.open("?plan=free");
    await expect(page.getByText("Plan: No Commitment")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create Account" })).toBeEnabled();
    await page.getByRole("button", { name: "Change plan" }).click();
    await expect(page.getByText("Step 1 of 2")).toBeVisible();
    await expect(page.getByRole("link", { name: "Try Pay-As-You-Go" })).toHaveAttribute(
      "href",
      paths.submitPayg,
    );
  });

  test("says what is wrong, one thing at a time, and keeps what was typed", async ({
    page,
    expectAccessible,
  }) => {
    const signup = new SignupPage(page);
    await signup.open("?plan=free");
    await signup.submit();
    await signup.expectProblem("Please fill in all fields");
    await expect(page.getByLabel("Email")).toBeFocused();
    await expectAccessible(page);
    await signup.fill({ email: anEmail(), password: "12345" });
    await signup.submit();
    await signup.expectProblem("Password must be at least 6 characters");
    await signup.fill({ email: anEmail(), password: "123456", confirm: "654321" });
    await signup.submit();
    await signup.expectProblem("Passwords do not match");
    await signup.fill({ email: COLLECTOR.email, password: "123456" });
    await signup.submit();
    await signup.expectProblem("This email is already registered. Please sign in instead.");
    await expect(page.getByLabel("Email")).toHaveValue(COLLECTOR.email);
  });

  test("with addresses to be confirmed: told to log in, then the mail's link signs in", async ({ page }) => {
    const email = anEmail();
    const appUrl = process.env.CONFIRMING_APP_URL ?? "";
    await page.goto(`${appUrl}${paths.signup}?plan=free`);
    const signup = new SignupPage(page);
    await signup.fill({ email, password: "password123" });
    await signup.submit();
    await expect(page.getByText("Account created! Please log in to continue.")).toBeVisible();
    await page.waitForURL(/\/login\?next=%2Fsubmit&plan=free$/);

    const login = new LoginPage(page);
    await login.logIn({ email, password: "password123" });
    await login.expectProblem("Email not confirmed");

    const [mail] = await eventually(
      () => mailsTo(email, process.env.CONFIRMING_MAILBOX_URL),
      (list) => list.length > 0,
    );
    const link = /href="([^"]*token_hash[^"]*)"/.exec(mail?.html ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm and log in" }).click();
    await page.waitForURL(/\/submit\?plan=free$/);
    await expect(page.getByRole("banner").getByText(email)).toBeVisible();

    await page.goto(link);
    await page.getByRole("button", { name: "Confirm and log in" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "already used" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Log In" })).toBeVisible();
  });
});

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

  test("says so when the answer makes no sense", async ({ page }) => {
    const login = new LoginPage(page);
    await login.open();
    await page.route(`**${paths.api.login}`, (route) => route.fulfill({ status: 503, body: "<html>" }));
    await login.logIn(COLLECTOR);
    await login.expectProblem("An unexpected error occurred. Please try again.");
  });

  test("blocks a second press while the first is under way", async ({ page }) => {
    const login = new LoginPage(page);
    let calls = 0;
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${paths.api.login}`, async (route) => {
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

  test("works by keyboard alone", async ({ page }) => {
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

  test("offers the other ways on", async ({ page }) => {
    await new LoginPage(page).open();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Create Account" })).toHaveAttribute("href", paths.signup);
    await expect(main.getByRole("link", { name: "Try Pay-As-You-Go" })).toHaveAttribute(
      "href",
      paths.submitPayg,
    );
    await expect(main.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", paths.home);
  });

  test("tells how many earlier orders it found before it moves on", async ({ page }) => {
    const login = new LoginPage(page);
    await page.route(`**${paths.api.login}`, (route) =>
      route.fulfill({ json: { redirectTo: paths.home, linkedCount: 3 } }),
    );
    await login.open();
    await login.logIn(COLLECTOR);
    const message = "Login successful! 3 previous order(s) linked to your account.";
    await expect(page.getByRole("status").filter({ hasText: message })).toBeVisible();
    await page.waitForURL((url) => url.pathname === paths.home);
  });

  test("never puts the password into an address, even before the page's script runs", async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(paths.login);
    await page.getByLabel("Email").fill(COLLECTOR.email);
    await page.getByLabel("Password").fill(COLLECTOR.password);
    await page.getByLabel("Password").press("Enter");
    await expect(page.getByRole("button", { name: "Log In" })).toBeDisabled();
    expect(await page.content()).toContain("Please switch on JavaScript");
    expect(new URL(page.url()).search).toBe("");
    await context.close();
  });
});

test.describe("where it leads", () => {
  for (const [query, target] of [
    ["?next=/submit&plan=free", /\/submit\?plan=free$/],
    ["?next=%2Fdashboard%3Ftab%3Dall", /\/dashboard\?tab=all$/],
    ["?plan=free", /\/submit\?plan=free$/],
    ["?next=//evil.com", /\/dashboard$/],
    ["?next=https://evil.com", /\/dashboard$/],
    ["?next=/%5Cevil.com", /\/dashboard$/],
  ] as const) {
    test(`/login${query}`, async ({ page, product }) => {
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
    test(`a visitor who asks for ${asked} is sent to ${login}`, async ({ page }) => {
      await page.goto(asked);
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe(login);
    });
  }

  test("a signed-in visitor of /signup is led on", async ({ page, signIn }) => {
    await signIn(page, COLLECTOR);
    await page.goto(`${paths.signup}?plan=free`);
    await page.waitForURL(/\/submit\?plan=free$/);
  });
});

test("the public page learns who is signed in without moving, and signing out ends it", async ({
  page,
  signIn,
}) => {
  await page.goto(paths.home);
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  const before = await banner.getByRole("link", { name: "SlabRelay" }).boundingBox();

  await signIn(page, COLLECTOR);
  await page.reload();
  await expect(banner.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expect(banner.getByRole("link", { name: "Login" })).toBeHidden();
  expect(await banner.getByRole("link", { name: "SlabRelay" }).boundingBox()).toEqual(before);

  await page.goto(paths.dashboard);
  await expect(banner.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === paths.home);
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  await page.goto(paths.dashboard);
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard$/);
});

test.describe("accessible to everybody", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [320, 1280]) {
      test(`${colorScheme}, ${width} px`, async ({ page, expectAccessible }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        for (const path of [
          paths.home,
          paths.login,
          paths.signup,
          `${paths.signup}?plan=free`,
          `${paths.login}?token_hash=abcdef123&type=signup`,
          `${paths.login}?token_hash=abcdef123&type=recovery`,
        ]) {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expectAccessible(page);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
        }
      });
    }
  }

  test("a narrow screen holds the header of a person, too", async ({ page, signIn, expectAccessible }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, COLLECTOR);
    for (const path of [paths.home, paths.dashboard]) {
      await page.goto(path);
      await expect(page.getByRole("banner").getByRole("link", { name: "Dashboard" })).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
  });

  test("the questions open by keyboard", async ({ page }) => {
    await page.goto(paths.home);
    const question = page.getByText("How does pay-as-you-go work?");
    const answer = page
      .locator("details")
      .getByText("up to $30/card, the exact price is shown before you pay.");
    await expect(answer).toBeHidden();
    await question.focus();
    await page.keyboard.press("Enter");
    await expect(answer).toBeVisible();
  });
});
