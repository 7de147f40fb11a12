import { type BrowserContext, expect, type Page } from "playwright/test";

/**
 * Translates every page of a context as a browser's translator does: each text node gives way to a `<font>`, at once and for
 * whatever the page shows later. The words stay the same, so that a test finds them, and finds only what is shown now.
 */
export async function translate(context: BrowserContext): Promise<void> {
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

    // React draws anew what is translated before it has taken it over.
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

/** Waits until the page is translated; one without a script of Next's (the hosted payment page) is not. */
export async function expectTranslated(page: Page): Promise<void> {
  const translated = page.locator(':root:is(.translated-ltr, :not(:has(script[src*="/_next/"])))');
  await expect(translated).toBeAttached();
}
