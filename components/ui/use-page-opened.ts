"use client";

/**
 * Calls `act` at once, or, on a page that the browser has loaded ahead of a press (speculation rules, a guess from the
 * address bar), when somebody opens it: until then a page says nothing, asks nothing and starts nothing. What calls this
 * stays as long as its page.
 */
export function onPageOpened(act: () => void): void {
  // Not among TypeScript's types of a document yet.
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", act, { once: true });
  } else act();
}
