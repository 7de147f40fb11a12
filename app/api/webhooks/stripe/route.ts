import type { NextRequest } from "next/server";
import { clientAddress } from "@/lib/base/client-address";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { jsonResponse, refusalResponse, withDeadline } from "@/lib/http/api-route";
import { readText } from "@/lib/http/body";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { handleEvent, objectIdOf, verifyEvent } from "@/lib/jobs/handle-event";

/** Maximum size of an event. */
const MAX_BYTES = 512 * 1024;

/** Stripe waits about ten seconds for a response, then delivers the event again. */
const DEADLINE_MS = 9_000;

/**
 * Receives Stripe's signed events. 200: processed or not ours. 400: invalid signature. 5xx: Stripe retries. Reads the
 * raw body, because the signature covers its bytes.
 */
export async function POST(request: NextRequest): Promise<Response> {
  try {
    const event = verifyEvent(await readText(request, MAX_BYTES), request.headers.get("stripe-signature"));
    const { id, type, livemode } = event;
    const task = handleEvent({ id, type, livemode, objectId: objectIdOf(event) });
    const outcome = await withDeadline(task, DEADLINE_MS);
    log.info("webhook.processed", { event: id, type, outcome });
    deliverOutboxSoon();
    return jsonResponse({ received: true, outcome }, 200);
  } catch (error) {
    return refuse(error, request);
  }
}

/** Returns the response to a failed or invalid event. An address that sends too many invalid signatures gets a 429. */
async function refuse(error: unknown, request: NextRequest): Promise<Response> {
  if (!(error instanceof AppError) || error.status >= 500) {
    log.error("webhook.failed", error);
    return refusalResponse(new AppError("event_failed"));
  }
  log.warn("webhook.refused", { status: error.status });
  try {
    await takeRateLimits([{ ...rateLimits.badSignature, subject: clientAddress(request.headers) }]);
  } catch (limited) {
    if (limited instanceof AppError) return refusalResponse(limited);
    throw limited;
  }
  return refusalResponse(error);
}
