import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "playwright/test";
import { Product } from "../sandbox/builders/product.ts";
import { type AdminPage, asStaff } from "./pages/admin.page.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { expectScript } from "./support/hydrated.ts";

type Fixtures = {
  /** Simulates browser translation on every page of the test, or of all tests with TRANSLATED=1. */
  isTranslated: boolean;
  product: Product;
  signIn: (page: Page, account: { email: string; password: string }) => Promise<void>;
  /** The order list in the test's browser, signed in as a new staff member. */
  admin: AdminPage & { email: string };
  /** Opens another browser, optionally with a guest's order `cookie` ("name=value"). */
  openBrowser: (options?: BrowserContextOptions & { cookie?: string }) => Promise<Page>;
  /** Fails on accessibility problems. `isWhole` includes header, footer and colors. The gate checks only whole pages. */
  expectAccessible: (page: Page, isWhole?: boolean) => Promise<void>;
};

/** Console messages for expected error responses. Any other console error fails the test. */
const EXPECTED = /Failed to load resource: the server responded with a status of (4\d\d|503)/;

export const test = base.extend<Fixtures>({
  isTranslated: [Boolean(process.env.TRANSLATED), { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
  product: async ({}, use) => use(new Product()),

  page: async ({ page, javaScriptEnabled, isTranslated }, use) => {
    if (isTranslated) await translate(page.context());
    const expectNoFaults = watch(page, javaScriptEnabled !== false, isTranslated);
    await use(page);
    expectNoFaults();
  },

  admin: async ({ page, product, signIn }, use) => use(await asStaff(page, product, signIn)),

  openBrowser: async ({ browser, product, isTranslated }, use) => {
    const opened: { page: Page; expectNoFaults: () => void }[] = [];
    await use(async ({ cookie, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: product.appUrl, ...options });
      const [name = "", value = ""] = cookie?.split("=") ?? [];
      if (isTranslated) await translate(context);
      if (cookie) await context.addCookies([{ name, value, url: product.appUrl }]);
      const page = await context.newPage();
      opened.push({ page, expectNoFaults: watch(page, options.javaScriptEnabled !== false, isTranslated) });
      return page;
    });
    await Promise.all(opened.map(({ page }) => page.context().close()));
    for (const { expectNoFaults } of opened) expectNoFaults();
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
    await use(async (page, isWhole = false) => {
      if (!isWhole && !process.env.TEST_PART) return;
      // A page has no title while it reloads.
      await expect(page).toHaveTitle(/./);
      expect(await accessibilityProblems(page, isWhole)).toEqual([]);
    });
  },
});

/** Watches the console and makes `goto` wait for hydration. Returns a check for console errors. */
function watch(page: Page, hasScript: boolean, isTranslated: boolean): () => void {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  const goto = page.goto.bind(page);
  page.goto = async (...address) => {
    const response = await goto(...address);
    if (hasScript) await expectScript(page);
    if (hasScript && isTranslated) await expectTranslated(page);
    return response;
  };
  return () => expect(faults, "errors on the browser's console").toEqual([]);
}

/** Wraps each text node in `<font>` elements, now and later, as a browser's translator does. The words stay the same. */
async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const UNTRANSLATED = "script, style, noscript, textarea, code, font, [translate=no], .notranslate";

    function translateTexts(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent || !text.data.trim() || parent.closest(UNTRANSLATED)) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.data;
        outer.append(inner);
        parent.insertBefore(outer, text);
        parent.removeChild(text);
      }
    }

    function start(): void {
      const html = document.documentElement;
      html.lang = "de";
      html.classList.add("translated-ltr");
      translateTexts(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node.parentNode) translateTexts(node instanceof Text ? node.parentNode : node);
      }).observe(document.body, { childList: true, subtree: true });
    }

    // Waits for hydration, because React re-renders text translated before it.
    const wait = setInterval(() => {
      const elements = [
        ...document.querySelectorAll("body :not(script, noscript, template, next-route-announcer)"),
      ];
      const isTakenOver = (element: Element) =>
        Object.keys(element).some((name) => name.startsWith("__reactFiber$"));
      if (elements.length === 0 || !elements.every(isTakenOver)) return;
      clearInterval(wait);
      start();
    }, 20);
  });
}

/** Waits until the page is translated. Skips pages without Next's script (the payment page). */
async function expectTranslated(page: Page): Promise<void> {
  const translated = page.locator(':root:is(.translated-ltr, :not(:has(script[src*="/_next/"])))');
  await expect(translated).toBeAttached();
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(screen ?? 0);
}

export { expect };
