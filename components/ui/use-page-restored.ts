"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Calls `act` whenever Back or Forward takes the page out of the browser's memory, as it was when it was left. Answers
 * the function that stops this.
 */
export function onPageRestored(act: () => void): () => void {
  const restored = (event: PageTransitionEvent) => event.persisted && act();
  window.addEventListener("pageshow", restored);
  return () => window.removeEventListener("pageshow", restored);
}

/** Calls `act`, as of the latest render, whenever Back or Forward takes the page out of the browser's memory. */
export function usePageRestored(act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => onPageRestored(() => latest()), []);
}
