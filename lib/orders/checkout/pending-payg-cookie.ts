/**
 * Mirrors the stored flag `pendingPayg` for the server. As long as a checkout session is open (31 minutes), a guest
 * who visits /submit without `mode=payg` gets back to their batch instead of /login. The cookie holds no secret and
 * grants nothing.
 */
export const PENDING_PAYG_COOKIE = "pending_payg";

const MAX_AGE_SECONDS = 31 * 60;

/** Returns the `document.cookie` string that sets or clears the cookie. `isSecure`: the page uses https. */
export function pendingPaygCookie(isPending: boolean, isSecure: boolean): string {
  const age = isPending ? MAX_AGE_SECONDS : 0;
  return `${PENDING_PAYG_COOKIE}=1; Path=/submit; Max-Age=${age}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
