import "server-only";
import { hashOf } from "@/lib/base/signing";
import { type Bucket, rateLimits } from "@/lib/http/rate-limit";

/**
 * Holds how long an answer takes at least (milliseconds) that must not tell whether an address has an account. The auth
 * service hashes a password and hands an email over in less.
 */
export const ANSWER_AFTER_MS = 2_500;

/**
 * Creates the limits of an attempt to sign in or up: per client address, and per email and client address. They are
 * counted before the password is looked at, so that attempts side by side cannot slip through. Emails are kept as
 * hashes only.
 */
export function signInLimits(email: string, address: string): Bucket[] {
  return [
    { ...rateLimits.signInAddress, subject: address },
    { ...rateLimits.signIn, subject: `${hashedEmail(email)}:${address}` },
  ];
}

/** Creates the limits of a request for an email about an account, so that no one's mailbox is filled from here. */
export function mailLimits(email: string, address: string): Bucket[] {
  return [
    { ...rateLimits.accountMailAddress, subject: address },
    { ...rateLimits.accountMail, subject: `${hashedEmail(email)}:${address}` },
  ];
}

/** Returns an email as limits count it: however it is spelled, and by its hash alone. */
export function hashedEmail(email: string): string {
  return hashOf(email.trim().toLowerCase());
}
