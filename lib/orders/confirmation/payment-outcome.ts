import { isProcessedBefore, isRefusal } from "@/lib/base/payment-poll";
import type { JsonAnswer } from "@/lib/http/post-json";

/**
 * The payment a confirmation is about, as its address names it: a batch of an account by its batch id, a
 * pay-as-you-go one by its order id.
 */
export type PaymentToConfirm = {
  sessionId: string;
  batchId: string | undefined;
  orderId: string | undefined;
  isPayg: boolean;
  /** Who looks; the server compares it with the session. */
  userId?: string | null;
};

/**
 * What the confirmation page makes of a process call's answer. confirmed: the money is there. pending: it is on its
 * way by a delayed method. refused: a definite no. confirming: nobody knows yet.
 */
export type PaymentOutcome = "confirmed" | "pending" | "refused" | "confirming";

type Answer = JsonAnswer<{ success?: boolean; duplicate?: boolean } | null>;

/**
 * Judges a process call's answer. Only a success the server has checked is "confirmed", now or before (which the
 * specification answers with 409 or a text). A definite no is "refused". Whatever is not known, because something did
 * not answer or made no sense, is "confirming": never a bare success, never a false alarm.
 */
export function paymentOutcome(answer: Answer): PaymentOutcome {
  if (answer.ok) {
    if (answer.data?.success === true || answer.data?.duplicate === true) return "confirmed";
    return answer.data?.success === false ? "pending" : "confirming";
  }
  if (isProcessedBefore(answer)) return "confirmed";
  return isRefusal(answer.status) ? "refused" : "confirming";
}

/** Says why a payment is refused: in the server's own words where it has some. */
export function refusalMessage(answer: Answer): string {
  const hasWords = !answer.ok && answer.code !== "unexpected" && answer.code !== "no_answer";
  return hasWords ? answer.error : "An error occurred while processing your payment.";
}
