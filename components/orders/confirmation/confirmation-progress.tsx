"use client";

import { ConfirmationError } from "@/components/orders/confirmation/confirmation-error";
import { ConfirmationUnknown } from "@/components/orders/confirmation/confirmation-unknown";
import { useConfirmation } from "@/components/orders/confirmation/use-confirmation";
import { Spinner } from "@/components/ui/spinner";
import type { PaymentToConfirm } from "@/lib/orders/confirmation/payment-outcome";

type ConfirmationProgressProps = { payment: PaymentToConfirm; isSignedIn: boolean };

/** Asks the server what became of the payment, again and again while nobody can say, and shows only what is known. */
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
    <main
      id="main"
      className="mx-auto flex w-full max-w-xl flex-col items-center gap-4 px-4 py-24 text-center"
    >
      <Spinner className="size-8 text-accent-text" />
      <h1 className="text-xl font-semibold">Confirming your payment …</h1>
      <p className="text-text-muted">This takes a few seconds. Please keep this page open.</p>
    </main>
  );
}
