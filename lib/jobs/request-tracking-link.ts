import "server-only";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { after } from "next/server";
import { log } from "@/lib/base/log";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import { requestTrackingLink } from "@/lib/orders/tracking/mutations";
import type { FindBatch } from "@/lib/orders/tracking/schema";

/**
 * How long after the answer the look-up begins, in milliseconds, at the least and at the most. What is found makes this
 * process write a mail, which whatever comes at the same time feels: so nobody can tell when that is. A process that is
 * asked to end waits for it (Next waits for what comes after an answer, and prepare-server.ts leaves it 9.5 s).
 */
const LOOK_UP_AFTER_MS = [500, 3_000] as const;

/**
 * Looks for a batch once the answer has left, and mails its tracking link to the address that it was paid with, if that
 * is the typed one. The answer can tell nothing of it: neither can its time. For route handlers; never throws.
 */
export function requestTrackingLinkSoon({ email, batch: typed }: FindBatch): void {
  const batch = readTypedBatchId(typed);
  if (!batch) return;
  after(async () => {
    await sleep(randomInt(...LOOK_UP_AFTER_MS));
    try {
      if (await requestTrackingLink({ email, batch })) deliverOutboxSoon();
    } catch (error) {
      // Whoever asked asks again when no mail comes.
      log.error("tracking.not_looked_up", error);
    }
  });
}
