import "server-only";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import type { ProposalAccess } from "@/lib/orders/tracking/proposal-access";
import { beginCancellation } from "@/lib/staff/refunds/mutations";
import { completeRefund } from "@/lib/staff/refunds/refund-order";

/**
 * Cancels a batch for its customer. A batch that wasn't shipped is refunded at once, and only once, since the refund has the order's id. A
 * shipped one becomes a request that staff decide. `in_progress`: a refund is running, or Stripe refused or didn't answer; then staff decide.
 * `amountCents` is what the page showed.
 *
 * @throws AppError when the package is here, the order isn't paid, the amount differs, or it isn't theirs (404); 503 when the database
 *   doesn't answer.
 */
export async function refundCancellation(
  orderId: string,
  decider: ProposalAccess,
  amountCents: number,
): Promise<{ outcome: "canceled" | "asked" | "in_progress" }> {
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
    return { outcome: "in_progress" };
  }
}
