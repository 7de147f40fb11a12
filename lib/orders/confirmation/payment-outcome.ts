import { messages } from "@/lib/base/errors";
import { isProcessedBefore, isRefusal } from "@/lib/base/payment-poll";

/** The payment a confirmation is about, as its address names it. */
export type PaymentToConfirm = {
  sessionId: string;
  batchId: string | undefined;
  orderId: string | undefined;
  isPayg: boolean;
};

/** What the confirmation page makes of the process call's answer. */
export type PaymentOutcome = "confirmed" | "pending" | "refused" | "confirming";

type Answer =
  | { ok: true; status: number; data: { success?: boolean; duplicate?: boolean } | null }
  | { ok: false; status: number; error: string };

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
  const words = answer.ok ? "" : answer.error;
  return words && words !== messages.unexpected ? words : "An error occurred while processing your payment.";
}
