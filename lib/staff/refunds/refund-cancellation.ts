import "server-only";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import type { Decider } from "@/lib/orders/tracking/decider";
import { beginCancellation } from "@/lib/staff/refunds/mutations";
import { completeRefund } from "@/lib/staff/refunds/refund-order";

/**
 * Cancels a batch for its customer: what was not shipped is refunded at once, once however often this is called, as the refund bears
 * the order's own id; what was shipped becomes a request that staff decide. `under_way`: a refund is being made, or the payment service
 * refused or did not answer; then the request stays with staff. `amountCents` is what the page named.
 *
 * @throws AppError when the package is here, the order is not paid, another amount would go back, or it is not theirs (404); 503 when
 *   the database cannot be asked.
 */
export async function refundCancellation(
  orderId: string,
  decider: Decider,
  amountCents: number,
): Promise<{ outcome: "canceled" | "asked" | "under_way" }> {
  const begun = await beginCancellation(orderId, decider, amountCents);
  if (begun.outcome === "canceled_before") return { outcome: "canceled" };
  if (begun.outcome === "asked_before") return { outcome: "asked" };
  if (begun.outcome !== "started") return { outcome: begun.outcome };
  try {
    await completeRefund(begun.request, begun.payment_intent_id, begun.is_first);
    return { outcome: "canceled" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.error("cancellation.not_refunded", error, { order: orderId });
    return { outcome: "under_way" };
  }
}
