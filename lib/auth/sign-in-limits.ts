import "server-only";
import { createHash } from "node:crypto";
import { rateLimits, takeRateLimit } from "@/lib/rate-limit";

/**
 * Counts an attempt to sign in or up, before the password is looked at, so that attempts side by side cannot slip
 * through: per client address, and per e-mail and client address. The e-mail is kept as a hash only.
 */
export async function takeSignInLimits(email: string, address: string): Promise<void> {
  await takeRateLimit(rateLimits.signInAddress, address);
  const hash = createHash("sha256").update(email.trim().toLowerCase()).digest("hex");
  await takeRateLimit(rateLimits.signIn, `${hash}:${address}`);
}
