import "server-only";
import { AppError } from "@/lib/base/errors";
import { decideAdjustment } from "@/lib/orders/adjustments/mutations";
import { decidedOtherwise, endAdjustmentPage } from "@/lib/orders/adjustments/open-adjustment-page";
import type { Decision } from "@/lib/orders/adjustments/schema";
import type { Adjustment } from "@/lib/orders/schema";
import type { Decider } from "@/lib/orders/tracking/decider";

/**
 * Notes the customer's answer to a proposal. Where its payment page is open, that is closed first, and money that was paid
 * on it wins over the answer. The same answer again is answered as the first time. Throws AppError when it is decided
 * otherwise, over, or not theirs; 503 when the payment service or the database cannot be asked.
 */
export async function decideProposal(id: string, decider: Decider, decision: Decision): Promise<Adjustment> {
  let decided = await decideAdjustment(id, decider, decision);
  if (decided.outcome === "page_open" && decided.stripe_session_id) {
    await endAdjustmentPage(decided.stripe_session_id);
    decided = await decideAdjustment(id, decider, decision);
  }
  switch (decided.outcome) {
    case "decided":
    case "decided_before":
      return decided.adjustment;
    case "decided_otherwise":
      throw decidedOtherwise(decided.adjustment);
    case "too_late":
      throw new AppError("adjustment_too_late");
    case "page_open":
      throw new AppError("too_soon");
    case "no_such_option":
      throw new AppError("adjustment_no_option");
    case "not_found":
      throw new AppError("not_found");
  }
}
