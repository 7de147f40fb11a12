export type SignedIn = {
  /** False until the code is entered: the browser has no session yet. */
  isSignedIn: boolean;
  redirectTo: string;
  linkedCount: number;
};

/** Time (ms) to read the message about linked orders. */
export const READING_MS = 2_000;

export function linkedOrdersMessage(linkedCount: number): string | null {
  if (linkedCount <= 0) return null;
  return `Login successful! ${linkedCount} previous order(s) linked to your account.`;
}

export const COOKIES_BLOCKED =
  "Your browser is blocking cookies for this site. Allow them, then log in again.";

/** Opens `redirectTo`, with a pause to read about linked orders. Returns an error text if cookies are blocked. */
export function openAfterSignIn(
  { redirectTo, linkedCount }: Pick<SignedIn, "redirectTo" | "linkedCount">,
  delayMs = 0,
): string | undefined {
  if (!keepsCookies()) return COOKIES_BLOCKED;
  goTo(redirectTo, linkedCount > 0 ? READING_MS : delayMs);
  return undefined;
}

/** Sets a test cookie, because navigator.cookieEnabled stays true when Chromium blocks cookies. */
function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = "cookie_check=1; path=/; max-age=1; samesite=lax";
  return document.cookie.includes("cookie_check=1");
}

/** Navigates with a full load, so that no data of the previous visitor remains. Returns a cancel function. */
export function goTo(path: string, delayMs: number): () => void {
  const timer = window.setTimeout(() => window.location.replace(path), delayMs);
  return () => window.clearTimeout(timer);
}
