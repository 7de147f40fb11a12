import "server-only";
import { randomBytes } from "node:crypto";
import { hashOf, readLink, signLink } from "@/lib/base/signing";
import { serverCookie } from "@/lib/supabase/cookies";

const DAYS = 30;
const DAY_SECONDS = 86_400;

/** The cookie that identifies the browser of a guest's orders. */
export const guestCookie = () => ({ ...serverCookie("order"), maxAge: DAYS * DAY_SECONDS });

/** Creates a value valid for 30 days: a random secret, its expiry (seconds since 1970) and a signature over both. */
export function newGuestCookieValue(now?: number): string {
  return signLink("guest-order", [randomBytes(32).toString("base64url")], DAYS, now);
}

/** Returns the SHA-256 of a valid cookie's secret, so that no one who reads the database can forge the cookie. */
export function guestKeyOf(value: string | undefined, now?: number): string | null {
  const [secret] = (value && readLink("guest-order", value, now)) || [];
  return secret ? hashOf(secret) : null;
}
