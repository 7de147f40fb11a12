import { expect, type Page } from "playwright/test";
import { paths } from "../../lib/base/paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { type Product, payForBatch, waitUntil } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { ConfirmationPage } from "../pages/confirmation.page.ts";

type Browsers = {
  product: Product;
  openBrowser: (options?: { cookie?: string }) => Promise<Page>;
  signIn: (page: Page, account: { email: string; password: string }) => Promise<void>;
};

export class BatchOwner {
  readonly page: Page;
  readonly email: string;
  readonly id: string;
  readonly batchId: string;
  readonly path: string;

  private constructor(page: Page, facts: { email: string; id: string; batchId: string; path: string }) {
    this.page = page;
    this.email = facts.email;
    this.id = facts.id;
    this.batchId = facts.batchId;
    this.path = facts.path;
  }

  static async guest({ product, openBrowser }: Omit<Browsers, "signIn">): Promise<BatchOwner> {
    const email = anEmail();
    const { body, cookie } = await product.openCheckout({});
    await product.pay(body.sessionId, { email });
    const page = await openBrowser({ cookie });
    const confirmation = new ConfirmationPage(page);
    await confirmation.open(body.sessionId);
    await confirmation.expectPaid();
    await confirmation.unfold("Track or share this batch");
    const path = await page.getByRole("link", { name: "Open tracking page" }).getAttribute("href");
    await confirmation.unfold("Cancel for a full refund");
    const order = await waitUntil(() => orderOfBatch(database(), body.batch_id), Boolean);
    return new BatchOwner(page, { email, id: order?.id ?? "", batchId: body.batch_id, path: path ?? "" });
  }

  static async member({ product, openBrowser, signIn }: Browsers): Promise<BatchOwner> {
    const { token, email } = await product.person();
    const { id, batchId } = await payForBatch(product, database(), { token });
    const page = await openBrowser();
    await signIn(page, { email, password: PASSWORD });
    const owner = new BatchOwner(page, { email, id, batchId, path: paths.batch(batchId) });
    await owner.follow();
    return owner;
  }

  async follow(): Promise<void> {
    await this.page.goto(this.path);
  }

  async ship(number: string): Promise<void> {
    await this.press("I've shipped it");
    await this.page.getByLabel("Tracking number").fill(number);
    await expect(this.page.getByLabel("Carrier")).toHaveValue("usps");
    await this.press("Save");
    await expect(this.page.getByRole("link", { name: number })).toBeVisible();
    await this.press("Tell us it was delivered");
    await this.press("Save");
    await expect(this.page.getByText(/^If we haven't checked it in by /)).toBeVisible();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole("button", { name }).click();
  }

  async expectToRead(text: string | RegExp): Promise<void> {
    await this.follow();
    await expect(this.page.getByText(text).first()).toBeVisible();
  }
}
