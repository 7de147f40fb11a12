import { expect, type Page } from "playwright/test";

export class PortalPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Manage billing" }).click();
    await this.expectOpen();
  }

  async expectOpen(): Promise<void> {
    await expect(this.page.getByText("Your subscription")).toBeVisible();
  }

  async confirmPlan(name: string): Promise<void> {
    await expect(this.page.getByRole("group", { name: "Confirm your update" })).toContainText(name);
    await this.page.getByRole("button", { name: "Confirm" }).click();
    await this.page.waitForURL(/\/portal\/profile/);
  }

  async cancel(): Promise<void> {
    await this.page.getByRole("button", { name: "Cancel at period end" }).click();
    await expect(this.page.getByRole("button", { name: "Resume subscription" })).toBeVisible();
  }

  async resume(): Promise<void> {
    await this.page.getByRole("button", { name: "Resume subscription" }).click();
    await expect(this.page.getByRole("button", { name: "Cancel at period end" })).toBeVisible();
  }

  async changeCard(number: string): Promise<void> {
    await this.page.getByLabel("Card number").fill(number);
    await this.page.getByLabel("MM / YY").fill("12 / 39");
    await this.page.getByLabel("CVC").fill("123");
    await this.page.getByLabel("Cardholder name").fill("Casey Collector");
    await this.page.getByRole("button", { name: "Save card" }).click();
    await expect(this.page.getByText(`Card ending in ${number.slice(-4)}`)).toBeVisible();
  }

  async leave(): Promise<void> {
    await this.page.getByRole("link", { name: /^Back to/ }).click();
    await this.page.waitForURL(/\/portal\/profile/);
  }
}
