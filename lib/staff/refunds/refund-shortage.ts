import "server-only";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { beginAdjustmentRefund } from "@/lib/staff/refunds/mutations";
import { completeRefund } from "@/lib/staff/refunds/refund-order";

/**
 * Refunds cards that did not come, as their customer has chosen or silence has: the refund bears the proposal's id, so
 * that it is made once however often this is called. Answers how it stands; `later`: another refund of the order is under
 * way, or the payment service refused or did not answer, and the reconcile job tries again. Throws when the database
 * cannot be asked.
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
    case "under_way":
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
