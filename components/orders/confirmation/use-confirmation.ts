"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";
import { usePaymentPoll } from "@/components/ui/use-payment-poll";
import { completePendingBatch } from "@/lib/orders/checkout/pending-batch";
import { followPayment, type PaymentState } from "@/lib/orders/confirmation/follow-payment";
import type { PaymentToConfirm } from "@/lib/orders/confirmation/payment-outcome";

const REFRESH_MS = 3_000;

/**
 * What became of a payment. On a yes the pending batch is forgotten and the server's own page takes over; it is asked
 * for again until it comes, because its read may fail once.
 */
export function useConfirmation({ sessionId, batchId, orderId, isPayg }: PaymentToConfirm): PaymentState {
  const { refresh } = useRouter();
  const follow = useCallback(
    (signal: AbortSignal, onState: (state: PaymentState) => void) =>
      followPayment({ payment: { sessionId, batchId, orderId, isPayg }, signal, onState }),
    [sessionId, batchId, orderId, isPayg],
  );
  const state = usePaymentPoll<PaymentState>({ name: "processing" }, follow);
  useEffect(() => {
    if (state.name !== "confirmed") return;
    if (state.batchId) completePendingBatch(state.batchId);
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [state, refresh]);
  return state;
}
