import "server-only";
import { AppError } from "@/lib/base/errors";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { type ConfirmedOrder, confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import type { Viewer } from "@/lib/orders/order";

type ProcessedPayment =
  | { success: true; duplicate: boolean; message: string; submission: ConfirmedOrder }
  | { success: false; status: "pending"; message: string };

export const processMessages = {
  pending: "Your payment is on its way. We'll confirm your batch when it arrives.",
  doNotPayAgain: "We couldn't confirm this payment yet. Please don't pay again.",
  alreadyProcessed: "Payment already processed",
} as const;

/**
 * Returns whether an order's Checkout Session is paid, or `pending` while a delayed payment is processing. Throws an
 * AppError for a definite no, 503 when Stripe or the database is down.
 */
async function processSession(
  sessionId: string,
  named: { batchId?: string | null; orderId?: string | null },
  viewer: Viewer,
): Promise<ProcessedPayment> {
  const result = await fulfillCheckout(sessionId);
  const { outcome, order } = result;
  if (!order) throw new AppError("order_payment_unknown");
  const isOther =
    (named.batchId && order.batch_id !== named.batchId) || (named.orderId && order.id !== named.orderId);
  if (isOther) throw new AppError("payment_of_other_order");
  switch (outcome) {
    case "fulfilled":
    case "duplicate": {
      if (order.payment_status === "canceled") throw new AppError("payment_refunded");
      if (order.payment_status !== "paid") throw new AppError("payment_changed");
      const duplicate = outcome === "duplicate";
      const message = duplicate ? processMessages.alreadyProcessed : "Payment confirmed";
      return { success: true, duplicate, message, submission: confirmedOrder(order, viewer) };
    }
    case "pending":
      return { success: false, status: "pending", message: processMessages.pending };
    case "exception":
      throw new AppError("payment_failed");
    default:
      throw new AppError("payment_not_completed");
  }
}

type ProcessCall = {
  who: Viewer;
  body: { session_id: string; batch_id?: string; order_id?: string | null | undefined };
};

/**
 * Returns the handler of a process call. An account's batch is identified by its batch ID, a pay-as-you-go one by its
 * order ID. The response for the latter includes whether it's a guest's. An ID that doesn't match the session is
 * refused. `onPaid` runs after every success to deliver the queued email.
 */
export function processPaymentFor(kind: "payg" | "submission", onPaid: () => void) {
  return async ({ who, body }: ProcessCall): Promise<object> => {
    const named = { batchId: body.batch_id ?? null, orderId: body.order_id ?? null };
    const result = await processSession(body.session_id, named, who);
    if (!result.success) return result;
    onPaid();
    if (kind === "submission") return result;
    const { isGuest, receipt_url } = result.submission;
    return { ...result, isGuest, receipt_url };
  };
}
