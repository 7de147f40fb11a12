import "server-only";
import { hashedEmail } from "@/lib/auth/sign-in-limits";
import { type Bucket, rateLimits } from "@/lib/http/rate-limit";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import type { FindBatch } from "@/lib/orders/tracking/schema";

/**
 * Returns the limits of a look-up: per client address, per email and client address, and per batch. Emails are kept as hashes.
 */
export function findLimits({ email, batch }: FindBatch, address: string): Bucket[] {
  return [
    { ...rateLimits.findBatchAddress, subject: address },
    { ...rateLimits.findBatchEmail, subject: `${hashedEmail(email)}:${address}` },
    { ...rateLimits.findBatch, subject: readTypedBatchId(batch) ?? batch },
  ];
}
