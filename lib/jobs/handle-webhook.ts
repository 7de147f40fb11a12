import "server-only";
import type Stripe from "stripe";
import { env, isLivemode } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { finishStripeEvent, recordStripeEvent } from "@/lib/jobs/mutations";
import { eventHandlers } from "@/lib/jobs/stripe-events";
import { stripe } from "@/lib/stripe/client";
import { idOf } from "@/lib/stripe/metadata";

/** Older deliveries are replays: a genuine retry is signed anew. */
const TOLERANCE_SECONDS = 300;

/** A delivery's event, if it is signed with our secret, fresh, and of our mode; 400 otherwise. */
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
 * Works an event: of its contents only an id is used, the state is read anew. A delivery that was worked before changes
 * nothing; one whose work failed throws, so that the sender tries again.
 */
export async function handleEvent(event: { id: string; type: string; livemode: boolean; objectId: string }) {
  const { id, type, livemode, objectId } = event;
  const { processed } = await recordStripeEvent({ id, type, objectId, livemode });
  if (processed) return "processed before";
  const handler = eventHandlers[type];
  try {
    const outcome = handler && objectId ? await handler.sync(objectId) : "ignored";
    await finishStripeEvent(id, null);
    return outcome;
  } catch (error) {
    await finishStripeEvent(id, (error as Error).message);
    throw error;
  }
}

/** The id of what an event makes us read anew, or "" where it has none. */
export function objectIdOf(event: Stripe.Event): string {
  const object = event.data.object as unknown as Record<string, unknown>;
  return idOf(object[eventHandlers[event.type]?.about ?? "id"]) ?? "";
}
