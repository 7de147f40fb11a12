import { test as base, expect, type Page } from "playwright/test";
import { Product } from "../sandbox/builders/product.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { expectScript } from "./support/hydrated.ts";

type Fixtures = {
  product: Product;
  /** A signed-in browser: the session's cookies are set through the product's own log-in endpoint. */
  signIn: (page: Page, account: { email: string; password: string }) => Promise<void>;
  /** Fails when the page as it is now has an accessibility problem. */
  expectAccessible: (page: Page) => Promise<void>;
};

/** What the browser itself says of answers that a test provokes; everything else on the console is a fault. */
const EXPECTED = /Failed to load resource: the server responded with a status of (4\d\d|503)/;

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
  product: async ({}, use) => use(new Product()),

  page: async ({ page, javaScriptEnabled }, use) => {
    const faults: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED.test(message.text())) faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    // Somebody who types or clicks in the very moment in which the page's script arrives is not what tests are about.
    const goto = page.goto.bind(page);
    page.goto = async (...address) => {
      const response = await goto(...address);
      if (javaScriptEnabled !== false) await expectScript(page);
      return response;
    };
    await use(page);
    expect(faults, "errors on the browser's console").toEqual([]);
  },

  signIn: async ({ product }, use) => {
    await use(async (page, account) => {
      const response = await page.request.post("/api/auth/login", {
        data: account,
        headers: { origin: new URL(product.appUrl).origin },
      });
      expect(response.ok(), await response.text()).toBe(true);
    });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
  expectAccessible: async ({}, use) => {
    await use(async (page) => {
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  },
});

export { expect };
