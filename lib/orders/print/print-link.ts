import "server-only";
import { isSigned, sign } from "@/lib/base/signing";
import { PRINT_LINK_DAYS } from "@/lib/orders/print/print";

const DAY_SECONDS = 86_400;

/**
 * Signs the address of an order's label and slip for a mail: `{expiry in seconds since 1970}.{signature}`, good for
 * PRINT_LINK_DAYS from `now` (milliseconds). Whoever holds the mail may print; a new secret ends all links.
 */
export function signPrintLink(orderId: string, now: number = Date.now()): string {
  const expires = Math.floor(now / 1000) + PRINT_LINK_DAYS * DAY_SECONDS;
  return `${expires}.${sign("print", `${orderId}:${expires}`)}`;
}

/**
 * Tells whether `signature` is ours, of this order, and not expired at `now`. Any other text is false, never an
 * error.
 */
export function isValidPrintLink(orderId: string, signature: string, now: number = Date.now()): boolean {
  const [expires, given, ...rest] = signature.split(".");
  if (!expires || !given || rest.length > 0 || !/^\d{10}$/.test(expires)) return false;
  if (!isSigned("print", `${orderId}:${expires}`, given)) return false;
  return Number(expires) * 1000 > now;
}
