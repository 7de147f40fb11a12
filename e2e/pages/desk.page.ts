import { expect, type Locator, type Page } from "playwright/test";
import { staffPaths } from "../../lib/base/staff-paths.ts";

export class DeskPage {
  readonly page: Page;
  readonly result: Locator;
  readonly batch: Locator;
  readonly counted: Locator;

  constructor(page: Page) {
    this.page = page;
    this.result = page.getByRole("status", { name: "Result" });
    this.batch = page.getByLabel("Batch ID");
    this.counted = page.getByLabel(/^Cards counted/);
  }

  async open(): Promise<void> {
    await this.page.goto(staffPaths.receive);
    await expect(this.batch).toBeFocused();
  }

  /** Types into the focused element after a pause, as a scanner does. */
  async scan(code: unknown): Promise<void> {
    await this.page.waitForTimeout(400);
    await this.page.keyboard.type(String(code));
    await this.page.keyboard.press("Enter");
  }

  async count(cards: number): Promise<void> {
    await expect(this.counted).toBeFocused();
    await this.page.keyboard.type(String(cards));
  }

  async expectResult(title: string | RegExp): Promise<void> {
    await expect(this.result.getByText(title)).toBeVisible();
  }
}
