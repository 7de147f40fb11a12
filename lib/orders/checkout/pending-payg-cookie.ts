/**
 * Names the cookie that is the twin of the stored flag `pendingPayg`, which no server can read: for as long as a
 * payment page lives (31 minutes), it lets a guest who opens /submit without `mode=payg` back to the pay-as-you-go
 * batch instead of to /login. It holds no secret and opens nothing.
 */
export const PENDING_PAYG_COOKIE = "pending_payg";

const MAX_AGE_SECONDS = 31 * 60;

/** Writes the text that sets the cookie through `document.cookie`, or ends it. `isSecure`: the page came over https. */
export function pendingPaygCookie(isPending: boolean, isSecure: boolean): string {
  const age = isPending ? MAX_AGE_SECONDS : 0;
  return `${PENDING_PAYG_COOKIE}=1; Path=/submit; Max-Age=${age}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
