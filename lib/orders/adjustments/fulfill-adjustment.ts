import "server-only";
import type Stripe from "stripe";
import { log } from "@/lib/base/log";
import { type AppliedAdjustment, applyAdjustmentCheckout } from "@/lib/orders/adjustments/mutations";
import { syncCharge } from "@/lib/orders/charges/sync-charge";
import { parseAdjustmentMetadata } from "@/lib/stripe/metadata";
import { sessionFactsOf } from "@/lib/stripe/session-facts";
import { closeSession } from "@/lib/stripe/sessions";

/**
 * Syncs a proposal with a payment session of its own, which has just been read (readSession); null for a session
 * that is not of a proposal of ours. As with an order's session nothing else is believed, and it may be done as often as
 * anybody likes. What went back of its payment already, or is disputed of it, is applied, too (syncCharge, which says what
 * `eventId` is). Throws only when the payment service or the database cannot be asked.
 */
export async function fulfillAdjustment(
  session: Stripe.Checkout.Session,
  eventId: string | null = null,
): Promise<AppliedAdjustment | null> {
  const metadata = parseAdjustmentMetadata(session.metadata);
  if (!metadata) return null;
  return syncCharge(session, eventId, async () => {
    const applied = await applyAdjustmentCheckout({
      ...sessionFactsOf(session),
      adjustmentId: metadata.adjustment_id,
    });
    const { outcome, reason, superseded_session_id: superseded } = applied;
    log.info("adjustment.applied", { adjustment: metadata.adjustment_id, outcome, reason });
    if (superseded) await closeSession(superseded);
    return applied;
  });
}
