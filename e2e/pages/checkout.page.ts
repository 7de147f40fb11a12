import { expect, type Page } from "playwright/test";

export const CARDS = { pays: "4242 4242 4242 4242", declined: "4000 0000 0000 0002" } as const;

/** Stripe's hosted payment page. */
export class CheckoutPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async expectOpen(): Promise<void> {
    // Waits for the URL, because the submit form has a Pay button too.
    await this.page.waitForURL(/\/c\/pay\//);
    await expect(this.page.getByRole("button", { name: /^Pay/ })).toBeVisible();
  }

  /** Fills the form, including the address fields if the page asks for them. */
  async fill({ email, card = CARDS.pays }: { email?: string; card?: string }): Promise<void> {
    const { page } = this;
    const emailField = page.getByLabel("Email");
    if (email && (await emailField.isEditable())) await emailField.fill(email);
    await page.getByLabel("Card number").fill(card);
    await page.getByLabel("MM / YY").fill("12 / 34");
    await page.getByLabel("CVC").fill("123");
    await page.getByLabel("Cardholder name").fill("Casey Collector");
    if (await page.getByLabel("Address line 1").isVisible()) {
      await page.getByLabel("Full name").fill("Casey Collector");
      await page.getByLabel("Address line 1").fill("77 Sunset Strip");
      await page.getByLabel("City").fill("Austin");
      await page.getByLabel("State").fill("TX");
      await page.getByLabel("ZIP").fill("78701");
    }
  }

  async pay(): Promise<void> {
    await this.page.getByRole("button", { name: /^Pay/ }).click();
  }

  async subscribe(): Promise<void> {
    await this.fill({});
    await this.page.getByRole("button", { name: "Subscribe" }).click();
  }
}
