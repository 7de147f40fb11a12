"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";
import { ConfirmationError } from "@/components/orders/confirmation/confirmation-error";
import { ConfirmationUnknown } from "@/components/orders/confirmation/confirmation-unknown";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { usePaymentPoll } from "@/components/ui/use-payment-poll";
import { WaitingPage } from "@/components/ui/waiting-page";
import { completePendingBatch } from "@/lib/orders/checkout/pending-batch";
import { followPayment, type PaymentState } from "@/lib/orders/confirmation/follow-payment";
import type { PaymentToConfirm } from "@/lib/orders/confirmation/payment-outcome";

const REFRESH_MS = 3_000;

type ConfirmationProgressProps = { payment: PaymentToConfirm; isSignedIn: boolean };

/**
 * Shows the confirmation while the server finds out about the payment: it asks again and again while nobody can say,
 * and shows only what is known.
 */
export function ConfirmationProgress({ payment, isSignedIn }: ConfirmationProgressProps) {
  const state = useConfirmation(payment);
  const { sessionId, batchId, isPayg } = payment;
  if (state.name === "refused") {
    return <ConfirmationError message={state.message} reference={sessionId} isSignedIn={isSignedIn} />;
  }
  if (state.name === "pending" || state.name === "confirming") {
    return (
      <ConfirmationUnknown
        sessionId={sessionId}
        batchId={batchId}
        isPayg={isPayg}
        isPending={state.name === "pending"}
        isSignedIn={isSignedIn}
      />
    );
  }
  return (
    <WaitingPage title="Confirming your payment…">
      <p className="text-text-muted">This takes a few seconds. Please keep this page open.</p>
      <ScriptNeeded>
        this page asks for your payment by it. Nothing is lost without: load the page again in a minute, or
        wait for our mail. Please do not pay again.
      </ScriptNeeded>
    </WaitingPage>
  );
}

/**
 * Answers what became of a payment by now. On a yes the pending batch is forgotten and the server's own page takes
 * over; it is asked for again until it comes, because its read may fail once.
 */
function useConfirmation({ sessionId, batchId, orderId, isPayg, userId }: PaymentToConfirm): PaymentState {
  const { refresh } = useRouter();
  const follow = useCallback(
    (signal: AbortSignal, onState: (state: PaymentState) => void) =>
      followPayment({ payment: { sessionId, batchId, orderId, isPayg, userId }, signal, onState }),
    [sessionId, batchId, orderId, isPayg, userId],
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
