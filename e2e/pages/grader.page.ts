import { expect, type Locator, type Page } from "playwright/test";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { expectHydrated } from "../support/hydrated.ts";
import { AdminPage } from "./admin.page.ts";

/** Drives /admin/grader, its shipment pages and /admin/returns. */
export class GraderPage {
  readonly page: Page;
  readonly admin: AdminPage;
  readonly scanField: Locator;

  constructor(page: Page) {
    this.page = page;
    this.admin = new AdminPage(page);
    this.scanField = page.getByLabel("Batch ID");
  }

  async begin(grader: string): Promise<void> {
    await this.page.goto(staffPaths.grader);
    await this.page.getByLabel("Grading company").fill(grader);
    await this.page.keyboard.press("Enter");
    await expect(this.page.getByRole("heading", { level: 1, name: /^Shipment \d+$/ })).toBeVisible();
  }

  async putIn(batchId: string, cards: number): Promise<void> {
    await this.#scan(this.scanField, batchId);
    await expect(this.page.getByText(`${batchId}: Added, ${cards} `)).toBeVisible();
  }

  async close(number: string, cards: number): Promise<void> {
    await this.page.getByLabel("Submission number").fill(number);
    await this.page.keyboard.press("Tab");
    await this.page.keyboard.type(String(cards));
    await this.page.keyboard.press("Enter");
    await this.admin.expectToast("Shipment closed");
    await expect(this.page.getByRole("button", { name: "Close shipment" })).toHaveCount(0);
  }

  async step(label: string): Promise<void> {
    const button = this.page.getByRole("button", { name: label, exact: true });
    await button.waitFor();
    await expectHydrated(button);
    await button.click();
    await expect(button).toHaveCount(0);
  }

  async comeBack(cards: number): Promise<void> {
    await this.page.getByLabel("Cards returned").fill(String(cards));
    await this.page.keyboard.press("Enter");
    await expect(this.page.getByText("The cards are back")).toBeVisible();
  }

  async openReturns(): Promise<void> {
    await this.page.goto(staffPaths.returns);
    await expect(this.scanField).toBeFocused();
  }

  async sendHome(batchId: string, number: string): Promise<void> {
    await this.#scan(this.scanField, batchId);
    await this.#scan(this.page.getByLabel("Tracking number"), number);
    await this.admin.expectToast(`${batchId} is on its way back`);
    await expect(this.scanField).toBeFocused();
  }

  async #scan(field: Locator, code: string): Promise<void> {
    await expect(field).toBeFocused();
    await expectHydrated(field);
    await this.page.keyboard.type(code);
    await this.page.keyboard.press("Enter");
  }
}
