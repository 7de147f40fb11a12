import { useEffect, useEffectEvent } from "react";

/** Runs `act` each time the page is restored from the back-forward cache. Returns an unsubscribe function. */
export function onPageRestored(act: () => void): () => void {
  const restored = (event: PageTransitionEvent) => event.persisted && act();
  window.addEventListener("pageshow", restored);
  return () => window.removeEventListener("pageshow", restored);
}

export function usePageRestored(act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => onPageRestored(() => latest()), []);
}

/** Runs `act` immediately, or once a prerendered page is activated. Never unsubscribes. */
export function onPageOpened(act: () => void): void {
  // Missing in TypeScript's DOM types.
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", act, { once: true });
  } else act();
}
