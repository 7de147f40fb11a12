import "server-only";
import { AppError } from "@/lib/base/errors";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";
import { type ConfirmedOrder, confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import type { Viewer } from "@/lib/orders/viewer";

/** Answer of both process calls of the confirmation. */
type ProcessedPayment =
  | { success: true; duplicate: boolean; message: string; submission: ConfirmedOrder }
  | { success: false; status: "pending"; message: string };

/** What both process calls answer in words, beside the errors. */
export const processMessages = {
  pending: "Your payment is on its way. We confirm this order as soon as it arrives.",
  doNotPayAgain: "We could not confirm this payment yet. Please do not pay again.",
  alreadyProcessed: "Payment already processed",
} as const;

/**
 * Finds out what a payment session says of the order that the confirmation names. It is a success only when the payment
 * service has the money, and `pending` while that is under way; a definite no is an AppError. Throws 503 when the
 * payment service or the database cannot be asked.
 */
async function processSession(
  sessionId: string,
  named: { batchId?: string | null; orderId?: string | null },
  viewer: Viewer,
): Promise<ProcessedPayment> {
  const result = await fulfilCheckout(sessionId);
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
 * Makes the handler of a process call. A batch of an account is named by its batch id, a pay-as-you-go one by its order
 * id, whose answer also tells whether it is a guest's. A name that does not fit the session is refused. `onPaid` runs
 * after each success, the first or a repeated one, to deliver the mail that the transition has written.
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
