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

type Answer = JsonAnswer<{ success?: boolean } | null>;

/**
 * Only a success the server has checked is "confirmed" (a conflict says that it was processed before). A definite no
 * of the server is "refused". Whatever is not known, because something did not answer or made no sense, is
 * "confirming": never a bare success, never a false alarm.
 */
export function paymentOutcome(answer: Answer): PaymentOutcome {
  if (answer.ok) {
    if (answer.data?.success === true) return "confirmed";
    return answer.data?.success === false ? "pending" : "confirming";
  }
  if (answer.status === 409) return "confirmed";
  return isRefusal(answer.status) ? "refused" : "confirming";
}

/** What to say of a refusal: the server's own words where it has some. */
export function refusalMessage(answer: Answer): string {
  const hasWords = !answer.ok && answer.code !== "unexpected" && answer.code !== "no_answer";
  return hasWords ? answer.error : "An error occurred while processing your payment.";
}

/** Whether a status is a definite no of the server; after any other failure nobody knows what was done. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}
