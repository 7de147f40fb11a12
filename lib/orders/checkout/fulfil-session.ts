import "server-only";
import { fulfilAdjustment } from "@/lib/orders/adjustments/fulfil-adjustment";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";

/**
 * Brings whatever a payment session is of in step with it: an order (see fulfilCheckout) or a proposal about one (see
 * fulfilAdjustment). Answers the outcome as a word, with the session as it is now; `foreign` for one of neither.
 * `isEventDone`: the delivery `eventId` is noted as worked.
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
