"use client";

/** Runs `act` at once, or once a prerendered page is opened. Never unsubscribes. */
export function onPageOpened(act: () => void): void {
  // Missing in TypeScript's DOM types.
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", act, { once: true });
  } else act();
}
