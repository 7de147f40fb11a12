import "server-only";
import { log } from "@/lib/base/log";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import type { StuckRefund } from "@/lib/staff/refunds/data";
import { finishRefund } from "@/lib/staff/refunds/mutations";
import { findRefund } from "@/lib/staff/refunds/refund-order";
import { paymentsUnavailable } from "@/lib/stripe/client";

const NEVER_MADE = "Stripe has no record of this refund, so no money was sent.";

/**
 * Finishes an abandoned refund with the outcome in Stripe. It is never made here: one that wasn't made is closed as failed, and can be
 * started again. The order is updated first, so that no other refund starts in between. Throws 503 when Stripe or the database doesn't
 * answer.
 */
export async function finishStuckRefund({ request, payment_intent_id: paymentIntentId }: StuckRefund) {
  const made = await findRefund(request.id, paymentIntentId).catch((error: unknown) => {
    throw paymentsUnavailable(error);
  });
  await syncRefund(paymentIntentId);
  await finishRefund(request, made?.id ?? null, made ? null : NEVER_MADE);
  log.warn("refund.finished", { order: request.order_id, request: request.id, is_made: made !== undefined });
}
