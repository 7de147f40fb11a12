import "server-only";
import { hashedEmail } from "@/lib/auth/sign-in-limits";
import { type Bucket, rateLimits } from "@/lib/http/rate-limit";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import type { FindBatch } from "@/lib/orders/tracking/schema";

/**
 * Makes the limits of a look-up of a batch: per client address, per e-mail and client address, and per batch from
 * wherever. They are counted before anybody looks, for what is there as for what is not. E-mails are kept as hashes only.
 */
export function findLimits({ email, batch }: FindBatch, address: string): Bucket[] {
  return [
    { ...rateLimits.findBatchAddress, subject: address },
    { ...rateLimits.findBatchEmail, subject: `${hashedEmail(email)}:${address}` },
    { ...rateLimits.findBatch, subject: readTypedBatchId(batch) ?? batch },
  ];
}
