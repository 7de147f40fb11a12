import "server-only";
import { createHash } from "node:crypto";
import { rateLimits, takeRateLimit } from "@/lib/http/rate-limit";

/**
 * Counts an attempt to sign in or up, before the password is looked at, so that attempts side by side cannot slip
 * through: per client address, and per e-mail and client address. The e-mail is kept as a hash only.
 */
export async function takeSignInLimits(email: string, address: string): Promise<void> {
  await takeRateLimit(rateLimits.signInAddress, address);
  await takeRateLimit(rateLimits.signIn, `${hashed(email)}:${address}`);
}

/** Counts a request for a mail about an account: nobody's mailbox is to be filled from here. */
export async function takeMailLimits(email: string, address: string): Promise<void> {
  await takeRateLimit(rateLimits.accountMailAddress, address);
  await takeRateLimit(rateLimits.accountMail, `${hashed(email)}:${address}`);
}

function hashed(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("hex");
}
