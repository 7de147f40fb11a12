/**
 * The cookie that mirrors the stored flag `pendingPayg` for the server. While a payment page lives (31 minutes), it lets a guest
 * who opens /submit without `mode=payg` back to their batch instead of to /login. It holds no secret and grants nothing.
 */
export const PENDING_PAYG_COOKIE = "pending_payg";

const MAX_AGE_SECONDS = 31 * 60;

/** Returns the `document.cookie` text that sets or clears it. `isSecure`: the page uses https. */
export function pendingPaygCookie(isPending: boolean, isSecure: boolean): string {
  const age = isPending ? MAX_AGE_SECONDS : 0;
  return `${PENDING_PAYG_COOKIE}=1; Path=/submit; Max-Age=${age}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
