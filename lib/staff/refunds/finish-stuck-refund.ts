import "server-only";
import { log } from "@/lib/base/log";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import type { StuckRefund } from "@/lib/staff/refunds/data";
import { finishRefund } from "@/lib/staff/refunds/mutations";
import { findRefund } from "@/lib/staff/refunds/refund-order";
import { paymentsUnavailable } from "@/lib/stripe/client";

const NEVER_MADE = "The payment service has no such refund: it was never made.";

/**
 * Ends a refund that somebody began and did not come back to: the payment service says whether it was made. It is never
 * made here; one that was not made is closed as failed, which the form can begin again. The order is brought in step
 * first, so that nobody begins another one in between. Throws 503 when the payment service or the database cannot be
 * asked.
 */
export async function finishStuckRefund({ request, payment_intent_id: paymentIntentId }: StuckRefund) {
  const made = await findRefund(request.id, paymentIntentId).catch((error: unknown) => {
    throw paymentsUnavailable(error);
  });
  await syncRefund(paymentIntentId);
  await finishRefund(request, made?.id ?? null, made ? null : NEVER_MADE);
  log.warn("refund.finished", { order: request.order_id, request: request.id, is_made: made !== undefined });
}
