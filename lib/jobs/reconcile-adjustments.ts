import "server-only";
import type { JobPhase } from "@/lib/jobs/job-phase";
import {
  attachAdjustmentSession,
  claimDueAdjustments,
  type DueAdjustment,
  expireAdjustment,
} from "@/lib/orders/adjustments/mutations";
import { closeAdjustmentSession } from "@/lib/orders/adjustments/open-adjustment-checkout";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { refundShortage } from "@/lib/staff/refunds/refund-order";

const BATCH = 50;

/** Processes due proposals: expired sessions, chosen refunds and missing responses. Failed ones are retried later. */
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
  if (what === "session" && sessionId === null) await attachAdjustmentSession(id, attempt, null);
  if (what === "session" && sessionId !== null) {
    const { outcome, session } = await fulfillSession(sessionId);
    // The session has expired for us. A customer who still wants to pay gets a new one.
    if (outcome === "noop" && session?.status === "open") await closeAdjustmentSession(sessionId);
  }
  // An open session may have delayed the deadline.
  if ((await expireAdjustment(id)) === "refund_due") await refundShortage(id);
}
