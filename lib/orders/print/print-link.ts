import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";
import { PRINT_LINK_DAYS } from "@/lib/orders/print/print";

const DAY_SECONDS = 86_400;

/** Signature for the address of an order's label and slip: `{expiry in seconds since 1970}.{signature}`. */
export function signPrintLink(orderId: string, now: number = Date.now()): string {
  const expires = Math.floor(now / 1000) + PRINT_LINK_DAYS * DAY_SECONDS;
  return `${expires}.${sign(orderId, String(expires))}`;
}

/** Whether `signature` is ours, of this order, and not expired. */
export function isValidPrintLink(orderId: string, signature: string, now: number = Date.now()): boolean {
  const [expires, given, ...rest] = signature.split(".");
  if (!expires || !given || rest.length > 0 || !/^\d{10}$/.test(expires)) return false;
  const wanted = Buffer.from(sign(orderId, expires));
  const found = Buffer.from(given);
  if (wanted.length !== found.length || !timingSafeEqual(wanted, found)) return false;
  return Number(expires) * 1000 > now;
}

function sign(orderId: string, expires: string): string {
  return createHmac("sha256", env().COOKIE_SECRET).update(`print:${orderId}:${expires}`).digest("base64url");
}
