import { expect, type Page } from "playwright/test";
import { paths, withQuery } from "../../lib/base/paths.ts";

/** /submission-confirmation. */
export class ConfirmationPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the confirmation as the payment page does. */
  async open(sessionId: string): Promise<void> {
    await this.page.goto(withQuery(paths.confirmation, { mode: "payg", session_id: sessionId }));
  }

  /** Opens one of the folded sections. */
  async unfold(title: string): Promise<void> {
    await this.page.locator("summary", { hasText: title }).click();
  }

  async batchId(): Promise<string> {
    return (await this.page.locator(".slab-code").first().textContent()) ?? "";
  }

  async expectPaid(): Promise<void> {
    await expect(
      this.page.getByRole("heading", {
        name: /^(Paid\. Now ship your|This batch is paid$)/,
      }),
    ).toBeVisible();
  }
}
