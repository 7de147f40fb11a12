import "server-only";
import type Stripe from "stripe";
import { env, isLivemode } from "@/lib/base/env";
import { AppError, withCause } from "@/lib/base/errors";
import { eventHandlers } from "@/lib/jobs/stripe-events";
import { stripe } from "@/lib/stripe/client";
import { idOf } from "@/lib/stripe/metadata";
import { finishStripeEvent, recordStripeEvent } from "@/lib/supabase/mutations";

/** Older deliveries are replays: a genuine retry is signed anew. */
const TOLERANCE_SECONDS = 300;

/**
 * Returns the event of a signed delivery of our mode, at most five minutes old. Throws 400 otherwise. `payload` is the raw body.
 */
export function verifyEvent(payload: string, signature: string | null): Stripe.Event {
  if (!signature) throw new AppError("signature_missing");
  let event: Stripe.Event;
  try {
    event = stripe().webhooks.constructEvent(
      payload,
      signature,
      env().STRIPE_WEBHOOK_SECRET,
      TOLERANCE_SECONDS,
    );
  } catch (cause) {
    throw new AppError("signature_wrong", { cause });
  }
  if (event.object !== "event" || event.livemode !== isLivemode()) {
    throw new AppError("other_mode");
  }
  return event;
}

/**
 * Processes an event and returns the outcome for the log. Only the object ID is used and the object is read anew, so events may
 * come late, twice and in any order. A failure is recorded and thrown, so that the sender retries.
 */
export async function handleEvent(event: { id: string; type: string; livemode: boolean; objectId: string }) {
  const { id, type, livemode, objectId } = event;
  const { processed } = await recordStripeEvent({ id, type, objectId, livemode });
  if (processed) return "processed before";
  const handler = eventHandlers[type];
  try {
    const worked = handler && objectId ? await handler.sync(objectId, id) : "ignored";
    const { outcome, isEventDone } =
      typeof worked === "string" ? { outcome: worked, isEventDone: false } : worked;
    if (!isEventDone) await finishStripeEvent(id, null);
    return outcome;
  } catch (error) {
    await finishStripeEvent(id, withCause(error));
    throw error;
  }
}

/** Answers the id of what an event makes us read anew (see eventHandlers), or "" where it names none. */
export function objectIdOf(event: Stripe.Event): string {
  const object = event.data.object as unknown as Record<string, unknown>;
  return idOf(object[eventHandlers[event.type]?.about ?? "id"]) ?? "";
}
