import "server-only";
import { isSigned, sign } from "@/lib/base/signing";
import { PRINT_LINK_DAYS } from "@/lib/orders/print/print";

const DAY_SECONDS = 86_400;

/** Signs an email's link to label and slip as `{expiry in seconds}.{signature}`, valid for PRINT_LINK_DAYS. */
export function signPrintLink(orderId: string, now: number = Date.now()): string {
  const expires = Math.floor(now / 1000) + PRINT_LINK_DAYS * DAY_SECONDS;
  return `${expires}.${sign("print", `${orderId}:${expires}`)}`;
}

/** Returns whether `signature` is valid for this order at `now`. */
export function isValidPrintLink(orderId: string, signature: string, now: number = Date.now()): boolean {
  const [expires, given, ...rest] = signature.split(".");
  if (!expires || !given || rest.length > 0 || !/^\d{10}$/.test(expires)) return false;
  if (!isSigned("print", `${orderId}:${expires}`, given)) return false;
  return Number(expires) * 1000 > now;
}
