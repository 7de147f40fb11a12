import "server-only";
import type Stripe from "stripe";
import { log } from "@/lib/base/log";
import { syncCharge } from "@/lib/orders/charges/sync-charge";
import { type AppliedCheckout, applyCheckout, type CheckoutFacts } from "@/lib/orders/mutations";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { parseOrderMetadata } from "@/lib/stripe/metadata";

import { expireSession, readSession, sessionArguments } from "@/lib/stripe/sessions";

/**
 * The outcome of a Checkout Session. `foreign`: it isn't for an order of ours. `missing`: Stripe has no such session.
 * The others come from the database (see applyCheckout).
 */
export type Fulfillment =
  | (AppliedCheckout & { session: Stripe.Checkout.Session })
  | { outcome: "foreign"; order: null; session: Stripe.Checkout.Session }
  | { outcome: "missing"; order: null; session: null };

/**
 * Syncs an order with its Checkout Session. No event is trusted. The webhook, the confirmation, the reconcile job and
 * a checkout that replaces this one all call it with the session's ID, in any order and any number of times.
 *
 * 1. Reads the session from Stripe, with its payment and charge.
 * 2. Ignores a session whose metadata doesn't name one of our orders.
 * 3. In one locked transition, the database compares amount, currency and mode with the order, updates it, and writes
 *    the event, the email and the first tracking link. A payment that doesn't match becomes a payment exception.
 * 4. Expires another open session of the same order, so that it isn't paid twice.
 * 5. Applies earlier refunds and disputes of the payment (syncCharge). The returned outcome is that of step 3.
 *
 * `eventId` is the webhook delivery that caused the call (see applyCheckout). Throws only when Stripe or the database
 * is down.
 */
export async function fulfillCheckout(
  sessionId: string,
  eventId: string | null = null,
): Promise<Fulfillment> {
  const session = await readSession(sessionId);
  if (!session) return { outcome: "missing", order: null, session: null };
  const metadata = parseOrderMetadata(session.metadata);
  if (!metadata) return { outcome: "foreign", order: null, session };
  const applied = await syncCharge(session, eventId, async (event) => {
    const applied = await applyCheckout(factsOf(session, metadata.order_id), event);
    const { outcome, reason, superseded_session_id: superseded } = applied;
    log.info("checkout.applied", { order: metadata.order_id, outcome, reason });
    if (superseded) await expireSession(superseded);
    return applied;
  });
  return { ...applied, session };
}

/** Maps a Checkout Session to the arguments of applyCheckout. It must be read with what sessionArguments needs. */
export function factsOf(session: Stripe.Checkout.Session, orderId: string): CheckoutFacts {
  return {
    ...sessionArguments(session),
    order_id: orderId,
    tracking_hash: trackingHashOf(orderId, 1),
    email: session.customer_details?.email ?? null,
    shipping: shippingOf(session),
  };
}

function shippingOf(session: Stripe.Checkout.Session): Record<string, string> | null {
  const details = session.collected_information?.shipping_details;
  if (!details) return null;
  const { line1, line2, city, state, postal_code, country } = details.address;
  const address = {
    full_name: details.name,
    address_line1: line1,
    address_line2: line2,
    city,
    state,
    postal_code,
    country,
  };
  const present = Object.entries(address).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(present);
}
