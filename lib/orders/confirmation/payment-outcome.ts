import { isProcessedBefore, isRefusal } from "@/lib/base/payment-poll";
import type { JsonAnswer } from "@/lib/http/post-json";

/** The payment a confirmation is about, as its address names it. */
export type PaymentToConfirm = {
  sessionId: string;
  batchId: string | undefined;
  orderId: string | undefined;
  isPayg: boolean;
};

/** What the confirmation page makes of the process call's answer. */
export type PaymentOutcome = "confirmed" | "pending" | "refused" | "confirming";

type Answer = JsonAnswer<{ success?: boolean; duplicate?: boolean } | null>;

/**
 * Only a success the server has checked is "confirmed", now or before. A definite no of the server is "refused".
 * Whatever is not known, because something did not answer or made no sense, is "confirming": never a bare success,
 * never a false alarm.
 */
export function paymentOutcome(answer: Answer): PaymentOutcome {
  if (answer.ok) {
    if (answer.data?.success === true || answer.data?.duplicate === true) return "confirmed";
    return answer.data?.success === false ? "pending" : "confirming";
  }
  if (isProcessedBefore(answer)) return "confirmed";
  return isRefusal(answer.status) ? "refused" : "confirming";
}

/** What to say of a refusal: the server's own words where it has some. */
export function refusalMessage(answer: Answer): string {
  const hasWords = !answer.ok && answer.code !== "unexpected" && answer.code !== "no_answer";
  return hasWords ? answer.error : "An error occurred while processing your payment.";
}
