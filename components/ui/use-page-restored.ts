import { useEffect, useEffectEvent } from "react";

/** Runs `act` whenever the page comes out of the back-forward cache. Returns the unsubscriber. */
export function onPageRestored(act: () => void): () => void {
  const restored = (event: PageTransitionEvent) => event.persisted && act();
  window.addEventListener("pageshow", restored);
  return () => window.removeEventListener("pageshow", restored);
}

/** Runs the latest `act` whenever the page comes out of the back-forward cache. */
export function usePageRestored(act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => onPageRestored(() => latest()), []);
}

/** Runs `act` at once, or once a prerendered page is opened. Never unsubscribes. */
export function onPageOpened(act: () => void): void {
  // Missing in TypeScript's DOM types.
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", act, { once: true });
  } else act();
}
