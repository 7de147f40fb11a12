"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ConfirmationError } from "@/components/orders/confirmation-error";
import { ShippingInstructions } from "@/components/orders/shipping-instructions";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { Spinner } from "@/components/ui/spinner";
import { paymentOutcome, pollDelayMs } from "@/lib/orders/payment-outcome";
import { completePendingBatch } from "@/lib/orders/pending-batch";
import { paths } from "@/lib/paths";
import { postJson } from "@/lib/post-json";

type ConfirmationProgressProps = {
  sessionId: string;
  batchId: string | undefined;
  orderId: string | undefined;
  isPayg: boolean;
  isSignedIn: boolean;
};

const REFRESH_MS = 3_000;

type State =
  | { name: "processing" | "confirming" | "pending" | "confirmed" }
  | { name: "refused"; message: string };

type Processed = { success: boolean; duplicate?: boolean; submission?: { batch_id: string | null } };

/** Asks the server what became of the payment, again and again while nobody can say, and shows only what is known. */
export function ConfirmationProgress({
  sessionId,
  batchId,
  orderId,
  isPayg,
  isSignedIn,
}: ConfirmationProgressProps) {
  const router = useRouter();
  const [state, setState] = useState<State>({ name: "processing" });
  const refresh = useRef(router.refresh);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polls = 0;

    async function ask() {
      const path = isPayg ? paths.api.processPaygPayment : paths.api.processSubmissionPayment;
      const named = isPayg ? { order_id: orderId ?? null } : { batch_id: batchId };
      const answer = await postJson<Processed>(path, { session_id: sessionId, ...named }, stop.signal);
      if (stop.signal.aborted) return;
      const outcome = paymentOutcome(answer);
      if (outcome === "confirmed") {
        const paidBatch = (answer.ok && answer.data.submission?.batch_id) || batchId;
        if (paidBatch) completePendingBatch(paidBatch);
        if (paidBatch && answer.ok && !answer.data.duplicate) {
          void postJson(paths.api.sendSubmissionEmail, { batchId: paidBatch });
        }
        setState({ name: "confirmed" });
        refresh.current();
        // Until the server's page replaces this one: its read may fail once.
        timer = setInterval(() => refresh.current(), REFRESH_MS);
        return;
      }
      if (outcome === "refused") {
        setState({ name: "refused", message: answer.ok ? "" : answer.error });
        return;
      }
      setState({ name: outcome });
      timer = setTimeout(ask, pollDelayMs(polls++));
    }

    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [sessionId, batchId, orderId, isPayg]);

  if (state.name === "refused") {
    return <ConfirmationError message={state.message} reference={sessionId} isSignedIn={isSignedIn} />;
  }
  if (state.name === "processing" || state.name === "confirmed") {
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
  const isPending = state.name === "pending";
  return (
    <main id="main" className="mx-auto w-full max-w-2xl space-y-6 px-4 py-12 sm:px-6">
      <header className="space-y-2 text-center">
        <h1 className="text-3xl font-semibold">{isPending ? "Your payment is on its way" : "Thank you"}</h1>
        <p role="status" className="text-text-muted">
          {isPending
            ? "Your bank is still transferring it. We confirm this order, and write to you, as soon as it arrives."
            : "We are still confirming this payment. This page updates by itself."}
        </p>
      </header>
      <Card>
        <CardHeader
          title="Order details"
          aside={<Badge tone="warning">{isPending ? "Payment on its way" : "Paid (being confirmed)"}</Badge>}
        />
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          <dt className="text-text-muted">Batch ID</dt>
          <dd className="font-medium">{batchId ?? "Details pending"}</dd>
          <dt className="text-text-muted">Reference</dt>
          <dd className="wrap-anywhere text-text-muted">{sessionId}</dd>
        </dl>
      </Card>
      {batchId && !isPending ? (
        <Card>
          <CardHeader title="Ship your cards" />
          <ShippingInstructions batchId={batchId} />
        </Card>
      ) : (
        <Alert tone="info">Please ship your cards once the payment is confirmed.</Alert>
      )}
    </main>
  );
}
