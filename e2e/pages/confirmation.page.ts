import { expect, type Page } from "playwright/test";
import { paths, withQuery } from "../../lib/base/paths.ts";

/** /submission-confirmation. */
export class ConfirmationPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Comes back from the payment page of a batch, as the payment service leads there. */
  async open(sessionId: string): Promise<void> {
    await this.page.goto(withQuery(paths.confirmation, { mode: "payg", session_id: sessionId }));
  }

  async expectPaid(): Promise<void> {
    await expect(
      this.page.getByRole("heading", {
        name: /^(Paid\. Now ship your|This batch is paid$)/,
      }),
    ).toBeVisible();
  }
}
