"use client";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { ConfirmationError } from "@/components/orders/confirmation/confirmation-error";
import { ConfirmationLinks } from "@/components/orders/confirmation/what-next";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { usePaymentPoll } from "@/components/ui/use-payment-poll";
import { WaitingPage } from "@/components/ui/waiting-page";
import { formatCents, toCents } from "@/lib/base/money";
import { plans } from "@/lib/base/plans";
import {
  completePendingBatch,
  markPaymentPending,
  readPendingDetails,
} from "@/lib/orders/checkout/pending-batch";
import {
  followPayment,
  type PaymentState,
  type PaymentToConfirm,
} from "@/lib/orders/confirmation/follow-payment";

const REFRESH_MS = 3_000;

type ConfirmationProgressProps = { payment: PaymentToConfirm; isSignedIn: boolean };

/** Polls until the payment's outcome is known, and shows only what is confirmed. */
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
        We need it to check your payment. Nothing is lost. Reload in a minute, or wait for our email. Please
        don&apos;t pay again.
      </ScriptNeeded>
    </WaitingPage>
  );
}

/** Returns the payment's state. Once it's paid, refreshes until the server-rendered page replaces this one. */
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

type ConfirmationUnknownProps = {
  sessionId: string;
  batchId: string | undefined;
  isPayg: boolean;
  isPending: boolean;
  isSignedIn: boolean;
};

/** Shows an unconfirmed payment with the batch details stored in this tab, never as a bare "Paid". */
function ConfirmationUnknown(props: ConfirmationUnknownProps) {
  const { sessionId, batchId, isPayg, isPending, isSignedIn } = props;
  const [details] = useState(() => (batchId ? readPendingDetails(batchId) : null));
  useEffect(() => {
    if (isPending && batchId) markPaymentPending(batchId);
  }, [isPending, batchId]);
  const plan = details?.plan ?? (isPayg ? "payg" : null);
  const facts: [string, React.ReactNode][] = [];
  if (batchId) facts.push(["Batch ID", <BatchId key="batch" name={batchId} className="normal-nums" />]);
  if (plan) facts.push(["Order type", plans[plan].label]);
  if (details) {
    const cents = toCents(details.totalAmount);
    facts.push(
      ["Cards", details.numCards.toLocaleString("en-US")],
      ["Rate per card", formatCents(cents / details.numCards)],
      ["Total", formatCents(cents)],
    );
  }
  facts.push(
    [
      "Payment status",
      <Badge key="status" tone="warning">
        {isPending ? "Payment on its way" : "Paid (being confirmed)"}
      </Badge>,
    ],
    [
      "Reference ID",
      <span key="reference" className="text-xs font-normal text-text-muted">
        {sessionId}
      </span>,
    ],
  );
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <OutcomeHeader tone="warning" title={isPending ? "Your payment is on its way" : "Thank you"}>
        <p role="status" className="text-text-muted">
          {isPending
            ? "Your bank is still sending it. We'll email you when it arrives."
            : "We're still confirming this payment. This page updates on its own. Please don't pay again."}
        </p>
      </OutcomeHeader>
      <Card>
        <CardHeader title="Order details" />
        <FactList facts={facts} />
        {details ? null : (
          <p className="pt-4 text-sm text-text-muted">
            Your card count and total will appear once the payment is confirmed.
          </p>
        )}
      </Card>
      <Alert tone="info">Wait to ship your cards until the payment is confirmed.</Alert>
      <ConfirmationLinks isSignedIn={isSignedIn} isUnknown={!isPending} />
    </main>
  );
}
