import { isProcessedBefore, isRefusal } from "@/lib/base/payment-poll";
import type { JsonAnswer } from "@/lib/http/post-json";

/** The payment in the confirmation's URL: an account's batch by its batch ID, a pay-as-you-go one by its order ID. */
export type PaymentToConfirm = {
  sessionId: string;
  batchId: string | undefined;
  orderId: string | undefined;
  isPayg: boolean;
  /** The viewer. The server compares it with the session. */
  userId?: string | null;
};

/**
 * How the page reads a process call's response. confirmed: paid. pending: on its way by a delayed method. refused: a definite no.
 * confirming: unknown.
 */
export type PaymentOutcome = "confirmed" | "pending" | "refused" | "confirming";

type Answer = JsonAnswer<{ success?: boolean; duplicate?: boolean } | null>;

/**
 * Maps a response to an outcome. Only a success the server has checked is "confirmed", including an earlier one (as specified,
 * 409 or a text). Anything unknown, such as no response or a malformed one, is "confirming": never a false success or alarm.
 */
export function paymentOutcome(answer: Answer): PaymentOutcome {
  if (answer.ok) {
    if (answer.data?.success === true || answer.data?.duplicate === true) return "confirmed";
    return answer.data?.success === false ? "pending" : "confirming";
  }
  if (isProcessedBefore(answer)) return "confirmed";
  return isRefusal(answer.status) ? "refused" : "confirming";
}

/** Returns why a payment is refused, in the server's words if it has some. */
export function refusalMessage(answer: Answer): string {
  const hasWords = !answer.ok && answer.code !== "unexpected" && answer.code !== "no_answer";
  return hasWords ? answer.error : "An error occurred while processing your payment.";
}
