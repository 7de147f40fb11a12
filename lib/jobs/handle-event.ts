import "server-only";
import type Stripe from "stripe";
import { env, isLivemode } from "@/lib/base/env";
import { AppError, withCause } from "@/lib/base/errors";
import { handleLostPayment } from "@/lib/membership/process-success";
import { syncMembership } from "@/lib/membership/sync-membership";
import { syncDispute } from "@/lib/orders/charges/sync-charge";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import { stripe } from "@/lib/stripe/client";
import { idOf } from "@/lib/stripe/metadata";
import { finishStripeEvent, recordStripeEvent } from "@/lib/supabase/mutations";

/** Older deliveries are replays, because Stripe signs each retry again. */
const TOLERANCE_SECONDS = 300;

/** Returns the event of a signed delivery of our mode, at most 5 min old. Throws 400. `payload` is the raw body. */
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
 * Processes an event once and returns the outcome for the log. Fetches the object by its ID, so events may arrive
 * late, twice and in any order. A failure is recorded and thrown, so that the sender retries.
 */
export async function handleEvent(event: { id: string; type: string; livemode: boolean; objectId: string }) {
  const { id, type, livemode, objectId } = event;
  const { processed } = await recordStripeEvent({ id, type, objectId, livemode });
  if (processed) return "processed before";
  const handler = eventHandlers[type];
  try {
    const result = handler && objectId ? await handler.sync(objectId, id) : "ignored";
    const { outcome, isEventDone } =
      typeof result === "string" ? { outcome: result, isEventDone: false } : result;
    if (!isEventDone) await finishStripeEvent(id, null);
    return outcome;
  } catch (error) {
    await finishStripeEvent(id, withCause(error));
    throw error;
  }
}

/** Returns the ID of the object to fetch for an event (see eventHandlers), or "" without one. */
export function objectIdOf(event: Stripe.Event): string {
  const object = event.data.object as unknown as Record<string, unknown>;
  return idOf(object[eventHandlers[event.type]?.about ?? "id"]) ?? "";
}

/** `about` is the field with the object's ID. `sync` returns the outcome and whether it recorded the delivery. */
type EventHandler = {
  about: string;
  sync: (id: string, eventId: string) => Promise<string | { outcome: string; isEventDone: boolean }>;
};

const session: EventHandler = { about: "id", sync: syncSession };
const membership: EventHandler = { about: "customer", sync: (id) => syncCustomer(id) };
const customer: EventHandler = { about: "id", sync: (id) => syncCustomer(id) };
const refund: EventHandler = { about: "payment_intent", sync: (id) => syncRefund(id) };
const dispute: EventHandler = { about: "id", sync: (id) => syncDispute(id) };

/** Checkout Session events. The reconcile job finds missed ones by listing the sessions. */
const pageEvents: Record<string, EventHandler> = {
  "checkout.session.completed": session,
  "checkout.session.async_payment_succeeded": session,
  "checkout.session.async_payment_failed": session,
  "checkout.session.expired": session,
};

/** Events that the reconcile job lists in case they never arrived. Stripe allows at most 20 types per call. */
const laterEvents: Record<string, EventHandler> = {
  "customer.subscription.created": membership,
  "customer.subscription.updated": membership,
  "customer.subscription.deleted": membership,
  "customer.subscription.paused": membership,
  "customer.subscription.resumed": membership,
  "customer.deleted": customer,
  "subscription_schedule.created": membership,
  "subscription_schedule.updated": membership,
  "subscription_schedule.released": membership,
  "subscription_schedule.canceled": membership,
  "invoice.paid": membership,
  "invoice.payment_failed": membership,
  "invoice.payment_action_required": membership,
  "charge.refunded": refund,
  "refund.created": refund,
  "refund.updated": refund,
  "refund.failed": refund,
  "charge.dispute.created": dispute,
  "charge.dispute.updated": dispute,
  "charge.dispute.closed": dispute,
};

/** The handler of each event type (https://docs.stripe.com/api/events/types). The webhook endpoint must send these types. */
export const eventHandlers: Readonly<Record<string, EventHandler | undefined>> = {
  ...pageEvents,
  ...laterEvents,
};

export const laterEventTypes = Object.keys(laterEvents);

async function syncSession(sessionId: string, eventId: string) {
  const { outcome, session, isEventDone } = await fulfillSession(sessionId, eventId);
  const customerId =
    outcome === "foreign" && session?.mode === "subscription" ? idOf(session.customer) : null;
  if (!customerId || !session) return { outcome, isEventDone };
  const synced = await syncCustomer(customerId);
  if (synced === "deleted_customer" || synced === "foreign") await handleLostPayment(session);
  return synced;
}

async function syncCustomer(customerId: string): Promise<string> {
  const { outcome } = await syncMembership(customerId);
  return outcome === "unknown_customer" ? "foreign" : outcome;
}
