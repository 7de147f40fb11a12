/** Holds what an endpoint answers that has signed somebody in. */
export type SignedIn = {
  /** False while the code of an authenticator app is missing: this browser has no session yet. */
  isSignedIn: boolean;
  redirectTo: string;
  /** Earlier guest orders that now belong to the account. */
  linkedCount: number;
};

/** Milliseconds that a message about linked orders stays before the page moves on. */
export const READING_MS = 2_000;

/** Answers what a person reads after a sign-in that linked earlier guest orders; null when it linked none. */
export function linkedOrdersMessage(linkedCount: number): string | null {
  if (linkedCount <= 0) return null;
  return `Login successful! ${linkedCount} previous order(s) linked to your account.`;
}

/**
 * Opens `redirectTo` after `delayMs`, or after two seconds where a message about linked orders is to be read. Answers
 * what calls it off.
 */
export function goOnSignedIn({ redirectTo, linkedCount }: SignedIn, delayMs = 0): () => void {
  return goTo(redirectTo, linkedCount > 0 ? READING_MS : delayMs);
}

/**
 * Opens an address in place of this page after `delayMs`; for browsers, when the session has changed. It is a full
 * load on purpose, so that nothing that was fetched for the former visitor stays in memory. Answers a function that
 * calls it off.
 */
export function goTo(path: string, delayMs: number): () => void {
  const timer = window.setTimeout(() => window.location.replace(path), delayMs);
  return () => window.clearTimeout(timer);
}
