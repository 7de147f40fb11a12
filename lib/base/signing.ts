import "server-only";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";

/** Part of the signed text, so that one kind of link can't pass for another. */
type Purpose =
  | "address-change"
  | "address-code"
  | "claim"
  | "guest-order"
  | "log"
  | "mail-choice"
  | "print"
  | "staff-role"
  | "tracking"
  | "unclaim";

/** Signs a text with COOKIE_SECRET (HMAC-SHA-256). The format must not change because emailed links use it. */
export function sign(purpose: Purpose, payload: string, secret: string = env().COOKIE_SECRET): string {
  return createHmac("sha256", secret).update(`${purpose}:${payload}`).digest("base64url");
}

export function isSigned(
  purpose: Purpose,
  payload: string,
  signature: string,
  secret: string = env().COOKIE_SECRET,
): boolean {
  return isSameText(signature, sign(purpose, payload, secret));
}

const DAY_SECONDS = 86_400;

/** Signs `fields` (letters, digits, hyphens) for a link: `{fields}.{expiry in seconds}.{signature}`. */
export function signLink(purpose: Purpose, fields: string[], days: number, now: number = Date.now()): string {
  const payload = [...fields, Math.floor(now / 1000) + days * DAY_SECONDS].join(".");
  return `${payload}.${sign(purpose, payload)}`;
}

/** Returns the fields of a link from `signLink`, or null if it's invalid or expired. */
export function readLink(purpose: Purpose, link: string, now: number = Date.now()): string[] | null {
  const [signature = "", ...payload] = link.split(".").reverse();
  const signed = payload.reverse();
  if (!isSigned(purpose, signed.join("."), signature)) return null;
  return Number(signed.at(-1)) * 1000 > now ? signed.slice(0, -1) : null;
}

/** Compares digests in constant time, so that timing reveals neither content nor length. */
export function isSameText(given: string, wanted: string): boolean {
  return timingSafeEqual(sha256(given).digest(), sha256(wanted).digest());
}

/** Derives a 32-byte encryption key from COOKIE_SECRET, one per name. */
export function sealingKey(name: string, secret: string = env().COOKIE_SECRET): Uint8Array {
  return sha256(`${name}:${secret}`).digest();
}

/** Returns a 12-character pseudonym of an email or client address, for logs. */
export function logPseudonym(text: string): string {
  return sign("log", text.toLowerCase()).slice(0, 12);
}

export function hashOf(text: string): string {
  return sha256(text).digest("hex");
}

function sha256(text: string) {
  return createHash("sha256").update(text);
}
