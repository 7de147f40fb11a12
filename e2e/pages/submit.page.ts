import type { Page } from "playwright/test";
import { paths } from "../../lib/base/paths.ts";
import { CheckoutPage } from "./checkout.page.ts";

export class SubmitPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(path: string = paths.submit): Promise<void> {
    await this.page.goto(path);
  }

  async fill(numCards: string, notes?: string): Promise<void> {
    await this.page.getByLabel("Number of cards").fill(numCards);
    if (notes === undefined) return;
    await this.page.getByText("Name this batch or add notes").click();
    await this.page.getByLabel("Notes").fill(notes);
  }

  async submit(): Promise<CheckoutPage> {
    await this.page.getByRole("button", { name: /^Pay \$/ }).click();
    const checkout = new CheckoutPage(this.page);
    await checkout.expectOpen();
    return checkout;
  }
}
