import { expect, type Page } from "playwright/test";
import { paths, withQuery } from "../../lib/base/paths.ts";

export class ConfirmationPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(sessionId: string): Promise<void> {
    await this.page.goto(withQuery(paths.confirmation, { mode: "payg", session_id: sessionId }));
  }

  async unfold(title: string): Promise<void> {
    const summary = this.page.locator("summary", { hasText: title });
    const fold = this.page.locator("details").filter({ has: summary });
    // A click can miss while content above it is still loading.
    await expect(async () => {
      await summary.click();
      await expect(fold).toHaveAttribute("open", "", { timeout: 500 });
    }).toPass();
  }

  async batchId(): Promise<string> {
    return (await this.page.locator(".slab-code").first().textContent()) ?? "";
  }

  async expectPaid(): Promise<void> {
    await expect(
      this.page.getByRole("heading", {
        name: /^(Paid\. Now ship your|This batch is paid for$)/,
      }),
    ).toBeVisible();
  }
}
