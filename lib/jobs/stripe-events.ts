import "server-only";
import { handleLostPayment } from "@/lib/membership/handle-lost-payment";
import { syncMembership } from "@/lib/membership/sync-membership";
import { syncDispute } from "@/lib/orders/charges/sync-charge";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import { idOf } from "@/lib/stripe/metadata";

/**
 * `about` names the field with the ID of what `sync` reads anew. `sync` returns the outcome, and whether it recorded the
 * delivery.
 */
export type EventHandler = {
  about: string;
  sync: (id: string, eventId: string) => Promise<string | { outcome: string; isEventDone: boolean }>;
};

const session: EventHandler = { about: "id", sync: syncSession };
const membership: EventHandler = { about: "customer", sync: (id) => syncCustomer(id) };
const customer: EventHandler = { about: "id", sync: (id) => syncCustomer(id) };
const refund: EventHandler = { about: "payment_intent", sync: (id) => syncRefund(id) };
const dispute: EventHandler = { about: "id", sync: (id) => syncDispute(id) };

/** Events about payment pages; the reconcile job finds what they missed by the pages themselves. */
const pageEvents: Record<string, EventHandler> = {
  "checkout.session.completed": session,
  "checkout.session.async_payment_succeeded": session,
  "checkout.session.async_payment_failed": session,
  "checkout.session.expired": session,
};

/** Events that the reconcile job asks for when they never arrived. Stripe lists at most 20 types in one call. */
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

/** Lists the types that the reconcile job looks up, for deliveries that were lost. */
export const laterEventTypes = Object.keys(laterEvents);

/** A payment page is an order's, a proposal's or a membership's. */
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
