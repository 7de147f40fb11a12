/** Holds what an endpoint answers that has signed someone in. */
export type SignedIn = {
  /** False while the code of an authenticator app is missing: this browser has no session yet. */
  isSignedIn: boolean;
  redirectTo: string;
  /** Earlier guest orders that now belong to the account. */
  linkedCount: number;
};

/** Milliseconds that a message about linked orders stays before the page moves on. */
export const READING_MS = 2_000;

/** Returns what a person reads after a sign-in that linked earlier guest orders; null when it linked none. */
export function linkedOrdersMessage(linkedCount: number): string | null {
  if (linkedCount <= 0) return null;
  return `Login successful! ${linkedCount} previous order(s) linked to your account.`;
}

/** Says that this browser can't keep the session of a login that the server accepted. */
export const COOKIES_BLOCKED = "Your browser blocks cookies for this site. Allow them, then log in again.";

/**
 * Opens `redirectTo` after `delayMs`, or after two seconds where a message about linked orders is to be read. Stays and
 * returns what to tell the person when this browser blocks cookies.
 */
export function goOnSignedIn(
  { redirectTo, linkedCount }: Pick<SignedIn, "redirectTo" | "linkedCount">,
  delayMs = 0,
): string | undefined {
  if (!keepsCookies()) return COOKIES_BLOCKED;
  goTo(redirectTo, linkedCount > 0 ? READING_MS : delayMs);
  return undefined;
}

/** Tries a cookie, because navigator.cookieEnabled stays true in a Chromium that blocks them. */
function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = "cookie_check=1; path=/; max-age=1; samesite=lax";
  return document.cookie.includes("cookie_check=1");
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
