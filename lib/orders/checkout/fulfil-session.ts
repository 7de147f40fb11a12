import "server-only";
import { fulfilAdjustment } from "@/lib/orders/adjustments/fulfil-adjustment";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";

/**
 * Syncs the order (fulfilCheckout) or proposal (fulfilAdjustment) of a payment session. Returns the outcome and the current
 * session; `foreign` when it belongs to neither. `isEventDone`: the delivery `eventId` is stored as processed.
 */
export async function fulfilSession(sessionId: string, eventId: string | null = null) {
  const fulfilment = await fulfilCheckout(sessionId, eventId);
  const { outcome, session } = fulfilment;
  if (outcome !== "foreign") {
    return {
      outcome,
      session,
      isEventDone: "is_event_done" in fulfilment && fulfilment.is_event_done === true,
    };
  }
  const applied = await fulfilAdjustment(session, eventId);
  return { outcome: applied?.outcome ?? outcome, session, isEventDone: false };
}
