/**
 * Opens an address after signing in or out, in place of this page; for browsers. A full load on purpose: nothing that
 * was fetched for the former visitor stays in memory. Answers a function that calls it off.
 */
export function goTo(path: string, delayMs: number): () => void {
  const timer = window.setTimeout(() => window.location.replace(path), delayMs);
  return () => window.clearTimeout(timer);
}
