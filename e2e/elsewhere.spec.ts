import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { aWrongCode, codeOf } from "../sandbox/builders/authenticator.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";
import { StubbedProduct } from "./support/stubbed-product.ts";

const stubbed = new StubbedProduct();
test.describe.configure({ mode: "default" });
test.use(stubbed.fixtures);
test.beforeAll(() => stubbed.start());
test.afterAll(() => stubbed.stop());

test("an account of another site signs in, and the way back is kept", { tag: "@full" }, async ({
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

test("coming back without a code is told", { tag: "@full" }, async ({ page, expectAccessible }) => {
  await page.goto(`${apiPaths.authCallback}?code=made-up`);
  await expect(page.getByText("Invalid PKCE or implicit-flow URL")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${apiPaths.authCallback}?error=access_denied`);
  await expect(page.getByText("The sign-in was canceled or refused at the other site.")).toBeVisible();
});

test("orders found on the way in are told before the page moves on", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn(page, await stubbed.anAccount());
  await page.goto(`${paths.login}?linked=2&next=/dashboard`);
  const message = "Login successful! 2 previous order(s) linked to your account.";
  await expect(page.getByText(message)).toBeVisible();
  await page.waitForURL(/\/dashboard$/);
});

test("the code of an authenticator app follows the password", { tag: "@full" }, async ({
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
  await login.expectProblem("Please enter the six digits of your authenticator app.");
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill(aWrongCode(account.key));
  await page.keyboard.press("Enter");
  await login.expectProblem("This code is not right. Please enter the one that your app shows now.");
  await code.fill(codeOf(account.key));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/submit\?plan=free$/);
  await expect(page.getByRole("banner").getByText(account.email)).toBeVisible();
});
