/**
 * Twin of the stored flag `pendingPayg`, which no server can read: for as long as a payment page lives, it leads a guest
 * who opens /submit back to the pay-as-you-go batch. It holds no secret and opens nothing.
 */
export const PENDING_PAYG_COOKIE = "pending_payg";

const MAX_AGE_SECONDS = 31 * 60;

/** The text that sets the cookie (or ends it) through `document.cookie`. */
export function pendingPaygCookie(isPending: boolean, isSecure: boolean): string {
  const age = isPending ? MAX_AGE_SECONDS : 0;
  return `${PENDING_PAYG_COOKIE}=1; Path=/submit; Max-Age=${age}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
