import "server-only";
import { fulfillAdjustment } from "@/lib/orders/adjustments/open-adjustment-checkout";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";

/**
 * Syncs the order (fulfillCheckout) or proposal (fulfillAdjustment) of a Checkout Session. Returns the outcome and
 * the current session, `foreign` if it belongs to neither. `isEventDone`: the delivery `eventId` is stored as
 * processed.
 */
export async function fulfillSession(sessionId: string, eventId: string | null = null) {
  const fulfillment = await fulfillCheckout(sessionId, eventId);
  const { outcome, session } = fulfillment;
  if (outcome !== "foreign") {
    return {
      outcome,
      session,
      isEventDone: "is_event_done" in fulfillment && fulfillment.is_event_done === true,
    };
  }
  const applied = await fulfillAdjustment(session, eventId);
  return { outcome: applied?.outcome ?? outcome, session, isEventDone: false };
}
