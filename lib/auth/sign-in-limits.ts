import "server-only";
import { hashOf } from "@/lib/base/signing";
import { type Bucket, rateLimits } from "@/lib/http/rate-limit";

/** Minimum response time (ms) where timing could reveal an account. Hashing and sending email take less. */
export const ANSWER_AFTER_MS = 2_500;

/** Counted before the password check, so that concurrent attempts can't bypass the limit. */
export function signInLimits(email: string, address: string): Bucket[] {
  return [
    { ...rateLimits.signInAddress, subject: address },
    { ...rateLimits.signIn, subject: `${hashedEmail(email)}:${address}` },
  ];
}

export function mailLimits(email: string, address: string): Bucket[] {
  return [
    { ...rateLimits.accountMailAddress, subject: address },
    { ...rateLimits.accountMail, subject: `${hashedEmail(email)}:${address}` },
  ];
}

export function hashedEmail(email: string): string {
  return hashOf(email.trim().toLowerCase());
}
