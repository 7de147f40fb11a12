"use client";

/**
 * Calls `act` at once, or, on a page that the browser has loaded ahead of a press (speculation rules, a guess from the
 * address bar), when somebody opens it: until then a page says nothing, asks nothing and starts nothing. Answers the
 * function that stops this.
 */
export function onPageOpened(act: () => void): () => void {
  // Not among TypeScript's types of a document yet.
  if (Reflect.get(document, "prerendering") !== true) {
    act();
    return () => {};
  }
  document.addEventListener("prerenderingchange", act, { once: true });
  return () => document.removeEventListener("prerenderingchange", act);
}
