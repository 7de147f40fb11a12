import "server-only";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";

/** A signature names what it is for, and signs that along, so that one kind of text cannot be passed off as another. */
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

/**
 * Signs a text for one purpose with COOKIE_SECRET (HMAC-SHA-256, 43 characters of base64url). Links in mails and
 * cookies of a month carry these signatures: what is signed, and how, must stay as it is.
 */
export function sign(purpose: Purpose, payload: string, secret: string = env().COOKIE_SECRET): string {
  return createHmac("sha256", secret).update(`${purpose}:${payload}`).digest("base64url");
}

/** Tells whether `signature` is what `sign` makes of the same purpose and text. */
export function isSigned(
  purpose: Purpose,
  payload: string,
  signature: string,
  secret: string = env().COOKIE_SECRET,
): boolean {
  return isSameText(signature, sign(purpose, payload, secret));
}

const DAY_SECONDS = 86_400;

/**
 * Signs `fields` (letters, digits and hyphens) for a link that expires `days` after `now` (milliseconds):
 * `{fields}.{expiry in seconds}.{signature}`.
 */
export function signLink(purpose: Purpose, fields: string[], days: number, now: number = Date.now()): string {
  const payload = [...fields, Math.floor(now / 1000) + days * DAY_SECONDS].join(".");
  return `${payload}.${sign(purpose, payload)}`;
}

/** Returns the fields of a link from `signLink`, or null if it isn't ours, is for another purpose, or has expired. */
export function readLink(purpose: Purpose, link: string, now: number = Date.now()): string[] | null {
  const [signature = "", ...payload] = link.split(".").reverse();
  const signed = payload.reverse();
  if (!isSigned(purpose, signed.join("."), signature)) return null;
  return Number(signed.at(-1)) * 1000 > now ? signed.slice(0, -1) : null;
}

/**
 * Tells whether a text is the secret one. Their digests are compared in constant time, so that the time it takes tells
 * nothing about the secret, not even its length.
 */
export function isSameText(given: string, wanted: string): boolean {
  return timingSafeEqual(sha256(given).digest(), sha256(wanted).digest());
}

/** Derives a key of 32 bytes from COOKIE_SECRET for encrypting what carries this name; each name has its own. */
export function sealingKey(name: string, secret: string = env().COOKIE_SECRET): Uint8Array {
  return sha256(`${name}:${secret}`).digest();
}

/**
 * Answers a mark of 12 characters that stands for an e-mail or client address in the log: lines about the same one can
 * be found and counted, while the log holds nobody's address.
 */
export function logMark(text: string): string {
  return sign("log", text.toLowerCase()).slice(0, 12);
}

/** Answers the SHA-256 of a text in hex, for keeping where the text itself must not be readable. */
export function hashOf(text: string): string {
  return sha256(text).digest("hex");
}

function sha256(text: string) {
  return createHash("sha256").update(text);
}
