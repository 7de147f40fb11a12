import { expect, type Locator, type Page } from "playwright/test";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import type { Product } from "../../sandbox/builders/product.ts";
import { addStaff } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { Keyboard } from "../support/keyboard.ts";

type SignIn = (page: Page, account: { email: string; password: string }) => Promise<void>;

export async function asStaff(
  page: Page,
  product: Product,
  signIn: SignIn,
): Promise<AdminPage & { email: string }> {
  const { userId, email } = await product.person();
  await addStaff(database(), userId);
  await signIn(page, { email, password: PASSWORD });
  return Object.assign(new AdminPage(page), { email });
}

export class AdminPage {
  readonly page: Page;
  readonly search: Locator;
  readonly dialog: Locator;
  readonly save: Locator;

  constructor(page: Page) {
    this.page = page;
    this.search = page.getByRole("searchbox", { name: "Search" });
    this.dialog = page.getByRole("dialog");
    this.save = this.dialog.getByRole("button", { name: "Save changes" });
  }

  async openForm(name: "Edit order" | "Change status" | "Add a note" | "Refund" | "Photos"): Promise<void> {
    await this.page.locator("summary.button", { hasText: name }).click();
  }

  async open(query: Record<string, string> = {}): Promise<void> {
    await this.page.goto(`${staffPaths.orders}?${new URLSearchParams(query)}`);
    await expect(this.page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  }

  row(name: string): Locator {
    return this.page.getByRole("row").filter({ hasText: name });
  }

  link(name: string): Locator {
    return this.page.locator("a[data-order]", { hasText: name });
  }

  /** Opens an order from the list. Its dialog is modal once the page is hydrated. */
  async openOrder(name: string): Promise<void> {
    await this.link(name).click();
    await this.expectOrder(name);
  }

  async expectOrder(name: string): Promise<void> {
    await expect(this.page.locator("dialog:modal .slab", { hasText: name })).toBeVisible();
  }

  async expectToast(text: string): Promise<void> {
    // An earlier toast may still be visible.
    await expect(this.page.getByLabel("Messages").getByText(text, { exact: true }).last()).toBeVisible();
  }

  async expectNoToast(text: string): Promise<void> {
    await expect(this.page.getByLabel("Messages").getByText(text, { exact: true })).toHaveCount(0);
  }

  async tabTo(target: Locator): Promise<void> {
    await new Keyboard(this.page).tabTo(target);
  }

  async expectNoSidewaysScroll(): Promise<void> {
    const over = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(over).toBeLessThanOrEqual(0);
  }
}
