import { apiPaths } from "@/lib/base/api-paths";
import { isProcessedBefore, isRefusal, pollPayment } from "@/lib/base/payment-poll";
import { type JsonAnswer, postJson } from "@/lib/http/post-json";

/**
 * The payment in the confirmation's URL. An account's batch is identified by its batch ID, a pay-as-you-go one by its
 * order ID.
 */
export type PaymentToConfirm = {
  sessionId: string;
  batchId: string | undefined;
  orderId: string | undefined;
  isPayg: boolean;
  /** The viewer's account. The server compares it with the session. */
  userId?: string | null;
};

/**
 * The outcome of a process call. confirmed: paid. pending: the payment method takes days. refused: definitely not
 * paid. confirming: unknown.
 */
export type PaymentOutcome = "confirmed" | "pending" | "refused" | "confirming";

type Answer = JsonAnswer<{ success?: boolean; duplicate?: boolean } | null>;

/**
 * Maps a response to an outcome. Only a success that the server has checked is "confirmed", including an earlier one
 * (as specified, 409 or a certain text). Anything unclear, such as a missing or malformed response, is "confirming",
 * so that there is never a false success or alarm.
 */
export function paymentOutcome(answer: Answer): PaymentOutcome {
  if (answer.ok) {
    if (answer.data?.success === true || answer.data?.duplicate === true) return "confirmed";
    return answer.data?.success === false ? "pending" : "confirming";
  }
  if (isProcessedBefore(answer)) return "confirmed";
  return isRefusal(answer.status) ? "refused" : "confirming";
}

export function refusalMessage(answer: Answer): string {
  const hasWords = !answer.ok && answer.code !== "unexpected" && answer.code !== "no_answer";
  return hasWords ? answer.error : "An error occurred while processing your payment.";
}

export type PaymentState =
  | { name: "processing" | "confirming" | "pending" }
  /** Paid, or canceled later. `batchId` is undefined when neither the response nor the URL has it. */
  | { name: "confirmed"; batchId: string | undefined }
  | { name: "refused"; message: string };

type Processed = { success?: boolean; duplicate?: boolean; submission?: { batch_id: string | null } } | null;

type Follow = {
  payment: PaymentToConfirm;
  signal: AbortSignal;
  onState: (state: PaymentState) => void;
};

/** Polls an order's payment until it's confirmed or refused, or `signal` aborts. Calls `onState` on each change. */
export function followPayment({ payment, signal, onState }: Follow): Promise<void> {
  const { sessionId, batchId, orderId, isPayg, userId = null } = payment;
  const path = isPayg ? apiPaths.processPaygPayment : apiPaths.processSubmissionPayment;
  const named = isPayg ? { order_id: orderId ?? null } : { batch_id: batchId, user_id: userId };
  return pollPayment({
    ask: () => postJson<Processed>(path, { session_id: sessionId, ...named }, { signal }),
    judge: (answer): { show: PaymentState; next: "never" | "later" } => {
      // The server-rendered confirmation explains the refund.
      const isRefunded = !answer.ok && answer.code === "payment_refunded";
      const outcome = isRefunded ? "confirmed" : paymentOutcome(answer);
      if (outcome === "refused") {
        return { show: { name: outcome, message: refusalMessage(answer) }, next: "never" };
      }
      if (outcome === "confirmed") {
        const paidBatch = (answer.ok && answer.data?.submission?.batch_id) || batchId;
        return { show: { name: outcome, batchId: paidBatch }, next: "never" };
      }
      return { show: { name: outcome }, next: "later" };
    },
    signal,
    onState,
  });
}
