"use client";

/** What an endpoint answers that has signed somebody in. */
export type SignedIn = {
  redirectTo: string;
  /** Earlier guest orders that now belong to the account. */
  linkedCount: number;
};

/** How long a message about linked orders stays before the page moves on. */
const READING_MS = 2_000;

/** What a person reads after a sign-in that found earlier guest orders; null when it found none. */
export function linkedOrdersMessage(linkedCount: number): string | null {
  if (linkedCount <= 0) return null;
  return `Login successful! ${linkedCount} previous order(s) linked to your account.`;
}

/** Leads on after a sign-in: in `delayMs`, but not before a message about linked orders can be read. As goTo. */
export function goOnSignedIn({ redirectTo, linkedCount }: SignedIn, delayMs = 0): () => void {
  return goTo(redirectTo, linkedCount > 0 ? READING_MS : delayMs);
}

/**
 * Opens an address of ours after signing in or out, in place of this page. A full load on purpose: nothing that was
 * fetched for the former visitor stays in memory. Answers a function that calls it off.
 */
export function goTo(path: string, delayMs: number): () => void {
  const timer = window.setTimeout(() => window.location.replace(path), delayMs);
  return () => window.clearTimeout(timer);
}
