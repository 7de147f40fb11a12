import "server-only";
import type Stripe from "stripe";
import { log } from "@/lib/base/log";
import { syncCharge } from "@/lib/orders/charges/sync-charge";
import { type AppliedCheckout, applyCheckout, type CheckoutFacts } from "@/lib/orders/mutations";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { parseOrderMetadata } from "@/lib/stripe/metadata";
import { sessionFactsOf } from "@/lib/stripe/session-facts";
import { closeSession, readSession } from "@/lib/stripe/sessions";

/**
 * What came of a payment session. `foreign`: it is not of an order of ours. `missing`: the payment service knows no
 * such session. Every other outcome is the database's (see applyCheckout).
 */
export type Fulfilment =
  | (AppliedCheckout & { session: Stripe.Checkout.Session })
  | { outcome: "foreign"; order: null; session: Stripe.Checkout.Session }
  | { outcome: "missing"; order: null; session: null };

/**
 * Brings an order in step with its payment session. No event is believed: whoever hears that something may have
 * happened (the webhook, the confirmation, the reconcile job, a checkout that replaces this one) calls this with the
 * session's id, in any order, as often as they like.
 *
 * 1. The session is read anew from the payment service, with its payment and charge.
 * 2. Its metadata must name an order of ours; other sessions of the account are none of our business.
 * 3. The database compares amount, currency and mode with the order and moves it in one locked transition, which also
 *    writes the event, the mail and the first tracking link. Money that does not fit becomes a payment exception, of
 *    which the reconcile job tells staff once.
 * 4. A session of the same order that this payment made superfluous is closed, so that nobody pays it as well.
 * 5. What went back of the payment already, or is disputed of it, is applied, too (syncCharge); the answer is still of the step before.
 *
 * `eventId` is the delivery that asks for it, see applyCheckout. Throws only when the payment service or the database
 * cannot be asked.
 */
export async function fulfilCheckout(sessionId: string, eventId: string | null = null): Promise<Fulfilment> {
  const session = await readSession(sessionId);
  if (!session) return { outcome: "missing", order: null, session: null };
  const metadata = parseOrderMetadata(session.metadata);
  if (!metadata) return { outcome: "foreign", order: null, session };
  const applied = await syncCharge(session, eventId, async (event) => {
    const booked = await applyCheckout(factsOf(session, metadata.order_id), event);
    const { outcome, reason, superseded_session_id: superseded } = booked;
    log.info("checkout.applied", { order: metadata.order_id, outcome, reason });
    if (superseded) await closeSession(superseded);
    return booked;
  });
  return { ...applied, session };
}

/** Puts a payment session, read as sessionFactsOf wants it, into the terms of applyCheckout. */
export function factsOf(session: Stripe.Checkout.Session, orderId: string): CheckoutFacts {
  return {
    ...sessionFactsOf(session),
    orderId,
    trackingHash: trackingHashOf(orderId, 1),
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
