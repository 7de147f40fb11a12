import { apiPaths } from "@/lib/base/api-paths";
import { pollPayment } from "@/lib/base/payment-poll";
import { postJson } from "@/lib/http/post-json";
import {
  type PaymentToConfirm,
  paymentOutcome,
  refusalMessage,
} from "@/lib/orders/confirmation/payment-outcome";

/** What the confirmation page shows. See PaymentOutcome. */
export type PaymentState =
  | { name: "processing" | "confirming" | "pending" }
  /** Paid, or canceled later. `batchId` is undefined when neither the response nor the URL has it. */
  | { name: "confirmed"; batchId: string | undefined }
  | { name: "refused"; message: string };

type Processed = { success?: boolean; duplicate?: boolean; submission?: { batch_id: string | null } } | null;

type Follow = {
  payment: PaymentToConfirm;
  /** Stops polling when the customer leaves the page. */
  signal: AbortSignal;
  onState: (state: PaymentState) => void;
};

/** Polls an order's payment until it's confirmed or refused, or `signal` fires. Calls `onState` on each change. */
export function followPayment({ payment, signal, onState }: Follow): Promise<void> {
  const { sessionId, batchId, orderId, isPayg, userId = null } = payment;
  const path = isPayg ? apiPaths.processPaygPayment : apiPaths.processSubmissionPayment;
  const named = isPayg ? { order_id: orderId ?? null } : { batch_id: batchId, user_id: userId };
  return pollPayment({
    ask: () => postJson<Processed>(path, { session_id: sessionId, ...named }, { signal }),
    judge: (answer): { show: PaymentState; next: "never" | "later" } => {
      // The server's page shows what happened.
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
