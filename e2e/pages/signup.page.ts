import { expect, type Page } from "playwright/test";
import { paths } from "../../lib/base/paths.ts";
import { expectHydrated } from "../support/hydrated.ts";

type Account = { email?: string; password?: string; confirm?: string };

export class SignupPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(paths.signup + query);
    await expect(this.page.getByRole("heading", { level: 1, name: "Create your account" })).toBeVisible();
  }

  async chooseFree(): Promise<void> {
    const button = this.page.getByRole("button", { name: "Choose No Commitment" });
    await expectHydrated(button);
    await button.click();
    await expect(this.page.getByText("Step 2 of 2")).toBeVisible();
  }

  async fill({ email = "", password = "", confirm = password }: Account): Promise<void> {
    await this.page.getByLabel("Email").fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByLabel("Confirm password").fill(confirm);
  }

  async submit(): Promise<void> {
    await this.page.getByRole("button", { name: /^(Create Account|Continue to payment)/ }).click();
  }

  async expectProblem(text: string): Promise<void> {
    await expect(this.page.getByRole("alert").filter({ hasText: text })).toBeVisible();
  }
}
