import "server-only";
import { fulfilAdjustment } from "@/lib/orders/adjustments/fulfil-adjustment";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";

/**
 * Brings whatever a payment session is of in step with it: an order (see fulfilCheckout) or a proposal about one (see
 * fulfilAdjustment). Answers the outcome as a word, with the session as it is now; `foreign` for one of neither.
 */
export async function fulfilSession(sessionId: string) {
  const { outcome, session } = await fulfilCheckout(sessionId);
  if (outcome !== "foreign") return { outcome, session };
  const applied = await fulfilAdjustment(session);
  return { outcome: applied?.outcome ?? outcome, session };
}
