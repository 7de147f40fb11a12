import "server-only";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { after } from "next/server";
import { log } from "@/lib/base/log";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import { enqueueTrackingLink } from "@/lib/orders/tracking/mutations";
import type { FindBatch } from "@/lib/orders/tracking/schema";

/**
 * Milliseconds from the response to the look-up. Random, so that the email that a hit writes can't be timed. A process
 * being stopped waits for it (prepare-server.ts leaves it 9.5 s).
 */
const LOOK_UP_AFTER_MS = [500, 3_000] as const;

/** Looks for a batch after the response, which reveals nothing, and emails its tracking link. For route handlers; never throws. */
export function requestTrackingLinkSoon({ email, batch: typed }: FindBatch): void {
  const batch = readTypedBatchId(typed);
  if (!batch) return;
  after(async () => {
    await sleep(randomInt(...LOOK_UP_AFTER_MS));
    try {
      if (await enqueueTrackingLink({ email, batch })) deliverOutboxSoon();
    } catch (error) {
      // A person without an email tries again.
      log.error("tracking.not_looked_up", error);
    }
  });
}
