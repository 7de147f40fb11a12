import { expect, type Locator, type Page } from "playwright/test";
import { paths } from "../../lib/base/paths.ts";

export class LoginPage {
  readonly page: Page;
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.email = page.getByLabel("Email");
    this.password = page.getByLabel("Password");
    this.submit = page.getByRole("button", { name: "Log in" });
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(paths.login + query);
    await this.expectOpen();
  }

  async expectOpen(): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name: "Welcome Back" })).toBeVisible();
    await expect(this.submit).toBeEnabled();
  }

  async logIn(account: { email: string; password: string }): Promise<void> {
    await this.email.fill(account.email);
    await this.password.fill(account.password);
    await this.submit.click();
  }

  async expectProblem(text: string): Promise<void> {
    await expect(this.page.getByRole("alert").filter({ hasText: text })).toBeVisible();
  }
}
