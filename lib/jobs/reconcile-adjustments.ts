import "server-only";
import type { JobPhase } from "@/lib/jobs/job-phase";
import {
  attachAdjustmentSession,
  claimDueAdjustments,
  type DueAdjustment,
  expireAdjustment,
} from "@/lib/orders/adjustments/mutations";
import { endAdjustmentPage } from "@/lib/orders/adjustments/open-adjustment-page";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { refundShortage } from "@/lib/staff/refunds/refund-order";

const BATCH = 50;

/**
 * Processes due proposals: payment pages that ended, refunds that were chosen, missing answers. A failed one is retried later.
 */
export async function reconcileAdjustments(phase: JobPhase, report: { adjustments: number }): Promise<void> {
  let due: DueAdjustment[];
  do {
    due = await phase.need(() => claimDueAdjustments(BATCH));
    await phase.each(
      due,
      ({ id: proposal, work: task, stripe_session_id: session }) => ({ proposal, task, session }),
      async (adjustment) => {
        await work(adjustment);
        report.adjustments++;
      },
    );
  } while (due.length === BATCH && !phase.isOver);
}

async function work({ id, attempt, stripe_session_id: sessionId, work: what }: DueAdjustment): Promise<void> {
  if (what === "refund") {
    await refundShortage(id);
    return;
  }
  if (what === "page" && sessionId === null) await attachAdjustmentSession(id, attempt, null);
  if (what === "page" && sessionId !== null) {
    const { outcome, session } = await fulfillSession(sessionId);
    // Its time is over: who has not paid by now pays by another page.
    if (outcome === "noop" && session?.status === "open") await endAdjustmentPage(sessionId);
  }
  // What a page has held back may be over by now.
  if ((await expireAdjustment(id)) === "refund_due") await refundShortage(id);
}
