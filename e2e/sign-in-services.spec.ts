import { paths } from "../lib/base/paths.ts";
import { aWrongCode, codeOf, PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { expectHydrated } from "./support/hydrated.ts";
import { Keyboard } from "./support/keyboard.ts";
import { StubbedProduct } from "./support/stubbed-product.ts";

const stubbed = new StubbedProduct();
test.describe.configure({ mode: "default" });
test.use(stubbed.fixtures);
test.beforeAll(() => stubbed.start());
test.afterAll(() => stubbed.stop());

test("signs in through another site and follows next", { tag: "@full" }, async ({
  page,
  expectAccessible,
}) => {
  const account = await stubbed.anAccount();
  stubbed.stub.visitor = account;
  await new LoginPage(page).open("?next=/submit&plan=free");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.waitForURL(/\/submit\?plan=free$/);
  await expect(page.getByRole("banner").getByText(account.email)).toBeVisible();
});

test("asks for the authenticator code after the password", { tag: "@full" }, async ({
  page,
  expectAccessible,
}) => {
  const account = await stubbed.anEnrolledAccount();
  const login = new LoginPage(page);
  await login.open("?next=/submit&plan=free");
  await login.logIn(account);
  await expect(page.getByRole("heading", { level: 1, name: "One more step" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  const code = page.getByLabel("Code");
  await expect(page.getByRole("button", { name: "Continue" })).toBeEnabled();
  await code.focus();
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await login.expectProblem("Please enter the six-digit code from your authenticator app.");
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill(aWrongCode(account.key));
  await page.keyboard.press("Enter");
  await login.expectProblem("That code is incorrect. Please enter the one your app shows now.");
  await code.fill(codeOf(account.key));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/submit\?plan=free$/);
  await expect(page.getByRole("banner").getByText(account.email)).toBeVisible();
});

test("turns two-step sign-in on and off by keyboard alone", { tag: "@full" }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  test.slow();
  const account = await stubbed.anAccount();
  const keyboard = new Keyboard(page);
  await signIn(page, account);
  await page.goto(paths.profile);
  await keyboard.tabTo(page.locator("summary", { hasText: "Two-step sign-in" }));
  await page.keyboard.press("Enter");
  const setUp = page.getByRole("form", { name: "Turn on two-step sign-in" });
  await keyboard.tabTo(setUp.getByLabel("Current password"));
  await page.keyboard.type(PASSWORD);
  await keyboard.tabTo(page.getByRole("button", { name: "Turn on two-step sign-in" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const key =
    (await page
      .locator("code")
      .filter({ hasText: /^[A-Z2-7]{32}$/ })
      .textContent()) ?? "";
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(aWrongCode(key));
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("That code is incorrect. Please enter the one your app shows now."),
  ).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Two-step sign-in is on.")).toBeVisible();

  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL(`${stubbed.product.appUrl}/`);
  const login = new LoginPage(page);
  await login.open(`?next=${paths.profile}`);
  await login.logIn(account);
  await expect(page.getByRole("heading", { level: 1, name: "One more step" })).toBeVisible();
  // Enter works only after hydration.
  await expectHydrated(page.getByLabel("Code"));
  await page.getByLabel("Code").fill(codeOf(key));
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`${paths.profile}$`));

  await page.locator("summary", { hasText: "Two-step sign-in" }).click();
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  const turnOff = page.getByRole("form", { name: "Turn off two-step sign-in" });
  await turnOff.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Turn off two-step sign-in" }).click();
  await expect(page.getByText("Two-step sign-in is off.")).toBeVisible();
});
