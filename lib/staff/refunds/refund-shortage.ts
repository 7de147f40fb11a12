import "server-only";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { beginAdjustmentRefund } from "@/lib/staff/refunds/mutations";
import { completeRefund } from "@/lib/staff/refunds/refund-order";

/**
 * Refunds missing cards, as the customer chose or after no answer, and only once, since the refund has the question's id. `later`: another
 * refund of the order is running, or Stripe refused or didn't answer, and the reconcile job tries again. Throws when the database doesn't
 * answer.
 */
export async function refundShortage(
  adjustmentId: string,
): Promise<"done" | "by_hand" | "later" | "not_due"> {
  const begun = await beginAdjustmentRefund(adjustmentId);
  switch (begun.outcome) {
    case "not_due":
      return "not_due";
    case "done_before":
      return "done";
    case "not_paid_by_card":
      return "by_hand";
    case "in_progress":
      return "later";
    case "started":
      break;
  }
  try {
    await completeRefund(begun.request, begun.payment_intent_id, begun.is_first);
    return "done";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.error("adjustment.not_refunded", error, { adjustment: adjustmentId });
    return "later";
  }
}
