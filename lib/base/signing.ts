import "server-only";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";

/** What a signature is for. It is signed along: one kind of text cannot be passed off as another. */
type Purpose = "guest-order" | "print" | "staff-role" | "tracking";

/**
 * Signs a text for one purpose with COOKIE_SECRET (HMAC-SHA-256, 43 characters of base64url). Links in mails and
 * cookies of a month carry these signatures: what is signed, and how, must stay as it is.
 */
export function sign(purpose: Purpose, payload: string, secret: string = env().COOKIE_SECRET): string {
  return createHmac("sha256", secret).update(`${purpose}:${payload}`).digest("base64url");
}

/** Whether `signature` is what `sign` makes of the same purpose and text. */
export function isSigned(
  purpose: Purpose,
  payload: string,
  signature: string,
  secret: string = env().COOKIE_SECRET,
): boolean {
  return isSameText(signature, sign(purpose, payload, secret));
}

/**
 * Compares a text with a secret one. Digests are of one length, so the time it takes tells nothing about the secret,
 * not even how long it is.
 */
export function isSameText(given: string, wanted: string): boolean {
  return timingSafeEqual(sha256(given).digest(), sha256(wanted).digest());
}

/** A key of 32 bytes of COOKIE_SECRET for encrypting what carries this name. */
export function sealingKey(name: string, secret: string = env().COOKIE_SECRET): Uint8Array {
  return sha256(`${name}:${secret}`).digest();
}

/** SHA-256 in hex: what is kept of a text that must not be readable where it is kept. */
export function hashOf(text: string): string {
  return sha256(text).digest("hex");
}

function sha256(text: string) {
  return createHash("sha256").update(text);
}
