import "server-only";
import type { Progress } from "@/lib/jobs/data";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { saveJobProgress } from "@/lib/jobs/mutations";
import {
  attachAdjustmentSession,
  claimDueAdjustments,
  type DueAdjustment,
  expireAdjustment,
} from "@/lib/orders/adjustments/mutations";
import { closeAdjustmentSession } from "@/lib/orders/adjustments/open-adjustment-checkout";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { listExpiredReservations, listPendingPayments, type PlacedCheckout } from "@/lib/orders/data";
import { cancelReservation } from "@/lib/orders/mutations";
import { refundShortage } from "@/lib/staff/refunds/refund-order";
import { expireSession } from "@/lib/stripe/sessions";

const BATCH = 100;
const ADJUSTMENTS_AT_ONCE = 50;

export type ReservationsReport = { released: number; fulfilled: number };

/** Releases expired reservations. Records payments, expires open sessions, and reports sessions that Stripe doesn't have. */
export async function reconcileReservations(
  phase: JobPhase,
  report: ReservationsReport,
  from: Progress,
  now: Date,
): Promise<void> {
  const start = { kind: "reservations", from, now } as const;
  await walk(
    phase,
    start,
    listExpiredReservations,
    async ({ order_id: id, stripe_session_id: sessionId }) => {
      if (sessionId === null) await cancelReservation(id, "reservation ran out");
      else await settle(id, sessionId, report);
      report.released++;
    },
  );
}

/** Fetches the outcome of pending payments. Resumes where the last run stopped and starts over after an hour. */
export async function reconcilePendingPayments(
  phase: JobPhase,
  report: ReservationsReport,
  from: Progress,
  now: Date,
): Promise<void> {
  const start = { kind: "pending", from, now } as const;
  await walk(phase, start, listPendingPayments, async ({ stripe_session_id: sessionId }) => {
    if (sessionId === null) return;
    const { outcome } = await fulfillCheckout(sessionId);
    if (outcome === "fulfilled") report.fulfilled++;
  });
}

async function settle(orderId: string, sessionId: string, report: ReservationsReport): Promise<void> {
  let { outcome, session } = await fulfillCheckout(sessionId);
  if (session?.status === "open") {
    await expireSession(sessionId);
    // The order may have been paid in the meantime.
    ({ outcome, session } = await fulfillCheckout(sessionId));
  }
  if (outcome === "missing") {
    await cancelReservation(orderId, "the payment service has no such page", sessionId);
  }
  if (outcome === "fulfilled") report.fulfilled++;
}

/** Walks a list of orders from where the last run stopped, to its end or the end of the phase. */
async function walk(
  phase: JobPhase,
  { kind, from, now }: { kind: "reservations" | "pending"; from: Progress; now: Date },
  list: (limit: number, after: string | null) => Promise<PlacedCheckout[]>,
  work: (order: PlacedCheckout) => Promise<void>,
): Promise<void> {
  let place = from.place;
  let isAtEnd = false;
  while (!isAtEnd && !phase.isOver) {
    const after = place;
    const orders = await phase.need(() => list(BATCH, after));
    const begun = await phase.each(
      orders,
      ({ order_id: order, stripe_session_id: session }) => ({ order, session }),
      work,
    );
    place = orders[begun - 1]?.place ?? place;
    isAtEnd = begun === orders.length && orders.length < BATCH;
  }
  if (isAtEnd) place = null;
  const isNews = place !== from.place || (isAtEnd && kind === "pending");
  if (isNews) await phase.need(() => saveJobProgress(kind, { place, finishedAt: isAtEnd ? now : null }));
}

/** Processes due proposals: expired sessions, chosen refunds and missing responses. Failed ones are retried later. */
export async function reconcileAdjustments(phase: JobPhase, report: { adjustments: number }): Promise<void> {
  let due: DueAdjustment[];
  do {
    due = await phase.need(() => claimDueAdjustments(ADJUSTMENTS_AT_ONCE));
    await phase.each(
      due,
      ({ id: proposal, work: task, stripe_session_id: session }) => ({ proposal, task, session }),
      async (adjustment) => {
        await reconcileAdjustment(adjustment);
        report.adjustments++;
      },
    );
  } while (due.length === ADJUSTMENTS_AT_ONCE && !phase.isOver);
}

async function reconcileAdjustment({
  id,
  attempt,
  stripe_session_id: sessionId,
  work: what,
}: DueAdjustment): Promise<void> {
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
