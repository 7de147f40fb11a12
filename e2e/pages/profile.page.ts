import { expect, type Locator, type Page } from "playwright/test";
import { paths } from "../../lib/base/paths.ts";

export class ProfilePage {
  readonly page: Page;
  readonly name: Locator;
  readonly city: Locator;
  readonly save: Locator;

  constructor(page: Page) {
    this.page = page;
    this.name = page.getByLabel("Full name");
    this.city = page.getByLabel("City");
    this.save = page.getByRole("form", { name: "Profile" }).getByRole("button", { name: "Save" });
  }

  async open(): Promise<void> {
    await this.page.goto(paths.profile);
  }

  /** The message disappears after three seconds. */
  get saved(): Locator {
    return this.page.getByText("Profile saved successfully!");
  }

  async expectSaved(): Promise<void> {
    await expect(this.saved).toBeVisible();
  }
}
