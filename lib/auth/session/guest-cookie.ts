import "server-only";
import { randomBytes } from "node:crypto";
import { hashOf, isSigned, sign } from "@/lib/base/signing";
import { serverCookie } from "@/lib/supabase/cookies";

const DAYS = 30;
const DAY_SECONDS = 86_400;

/** The cookie that identifies the browser of a guest's orders. */
export const guestCookie = () => ({ ...serverCookie("order"), maxAge: DAYS * DAY_SECONDS });

/** Creates a value for 30 days: a random secret, its expiry (seconds since 1970) and a signature over both. */
export function newGuestCookieValue(now: number = Date.now()): string {
  const secret = randomBytes(32).toString("base64url");
  const expires = Math.floor(now / 1000) + DAYS * DAY_SECONDS;
  return `${secret}.${expires}.${sign("guest-order", `${secret}.${expires}`)}`;
}

/** Returns the SHA-256 of a valid cookie's secret, so that no one who reads the database can forge the cookie. */
export function guestKeyOf(value: string | undefined, now: number = Date.now()): string | null {
  const [secret, expires, signature, ...rest] = value?.split(".") ?? [];
  if (!secret || !expires || !signature || rest.length > 0) return null;
  if (!isSigned("guest-order", `${secret}.${expires}`, signature)) return null;
  if (Number(expires) * 1000 < now) return null;
  return hashOf(secret);
}
