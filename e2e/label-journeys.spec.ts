import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { Keyboard } from "./support/keyboard.ts";

const CARDS = 3;

/** Fills and sends the payment page; the address and the e-mail only where it asks. */
async function pay(page: Page, email: string, button: RegExp) {
  const keyboard = new Keyboard(page);
  await page.waitForURL(/\/c\/pay\//);
  await page.getByRole("button", { name: button }).waitFor();
  if (await page.getByLabel("Email").isEditable()) await keyboard.type(page.getByLabel("Email"), email);
  if (await page.getByLabel("Address line 1").isVisible()) {
    await keyboard.type(page.getByLabel("Full name"), "Casey Collector");
    await keyboard.type(page.getByLabel("Address line 1"), "77 Sunset Strip");
    await keyboard.type(page.getByLabel("City"), "Austin");
    await keyboard.type(page.getByLabel("State"), "TX");
    await keyboard.type(page.getByLabel("ZIP"), "78701");
  }
  await keyboard.type(page.getByLabel("Card number"), "4242424242424242");
  await keyboard.type(page.getByLabel("MM / YY"), "1234");
  await keyboard.type(page.getByLabel("CVC"), "123");
  await keyboard.type(page.getByLabel("Cardholder name"), "Casey Collector");
  await page.keyboard.press("Enter");
}

/** From the submit page to the printed label, at this rate a card. */
async function submitAndPrint(page: Page, email: string, rate: number) {
  const keyboard = new Keyboard(page);
  await keyboard.type(page.getByLabel("Number of cards"), String(CARDS));
  await expect(page.getByText(`${CARDS} cards × $${rate}.00`)).toBeVisible();
  await page.keyboard.press("Enter");
  await pay(page, email, /^Pay/);
  await new ConfirmationPage(page).expectPaid();
  await expect(page.getByText(`$${CARDS * rate}.00`).first()).toBeVisible();
  await keyboard.press(page.getByRole("link", { name: "Print label" }));
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/label/);
  await expect(page.getByText(/^BATCH-/).first()).toBeVisible();
  await keyboard.tabTo(page.getByRole("button", { name: /^Print/ }));
}

/** From the plans to a new account. */
async function signUp(page: Page, email: string, plan: string) {
  const keyboard = new Keyboard(page);
  await page.goto(paths.signup);
  await keyboard.press(page.getByRole("button", { name: `Choose ${plan}` }));
  await keyboard.type(page.getByLabel("Email"), email);
  await keyboard.type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await keyboard.type(page.getByLabel("Confirm password"), PASSWORD);
  await page.keyboard.press("Enter");
}

const address = (name: string) => `${name}-${Date.now()}@example.com`;

test.describe("by keyboard alone, from nothing to a printed label", () => {
  test.setTimeout(120_000);

  test("a guest", { tag: "@full" }, async ({ page }) => {
    await page.goto(paths.login);
    await new Keyboard(page).press(page.getByRole("main").getByRole("link", { name: /pay.as.you.go/i }));
    await expect(page).toHaveURL(/mode=payg/);
    await submitAndPrint(page, address("guest"), 25);
  });

  test("a free customer", { tag: "@full" }, async ({ page }) => {
    const email = address("free");
    await signUp(page, email, "No Commitment");
    await expect(page).toHaveURL(/\/submit\?plan=free/);
    await submitAndPrint(page, email, 25);
  });

  for (const [plan, name, rate, details] of [
    ["starter", "Casual Collector", 25, { tag: "@full" }],
    ["pro", "Serious Collector", 22, {}],
    ["elite", "Volume Master", 19, { tag: "@full" }],
  ] as const) {
    test(`a member: ${plan}`, details, async ({ page }) => {
      const email = address(plan);
      await signUp(page, email, name);
      await pay(page, email, /^Subscribe$/);
      await expect(page.getByRole("heading", { name: `Welcome to ${name}` })).toBeVisible();
      await new Keyboard(page).press(page.getByRole("main").getByRole("link", { name: "Submit Cards" }));
      await expect(page).toHaveURL(/\/submit$/);
      await submitAndPrint(page, email, rate);
    });
  }

  test("staff", { tag: "@full" }, async ({ page, product }) => {
    const { email } = await logInAsStaff(product, database());
    const keyboard = new Keyboard(page);
    await page.goto(paths.login);
    await keyboard.type(page.getByLabel("Email"), email);
    await keyboard.type(page.getByLabel("Password"), PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard$/);
    await keyboard.press(page.getByRole("navigation").getByRole("link", { name: "Submit Cards" }));
    await expect(page.getByText("Unlimited").first()).toBeVisible();
    await submitAndPrint(page, email, 19);
  });
});
