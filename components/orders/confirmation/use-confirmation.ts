"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { paths } from "@/lib/base/paths";
import { pollDelayMs } from "@/lib/base/poll-delay";
import { postJson } from "@/lib/http/post-json";
import { completePendingBatch } from "@/lib/orders/checkout/pending-batch";
import {
  type PaymentToConfirm,
  paymentOutcome,
  refusalMessage,
} from "@/lib/orders/confirmation/payment-outcome";

const REFRESH_MS = 3_000;

type State =
  | { name: "processing" | "confirming" | "pending" | "confirmed" }
  | { name: "refused"; message: string };

type Processed = { success: boolean; duplicate?: boolean; submission?: { batch_id: string | null } };

/**
 * What became of a payment: asks the server until it says yes or no. On a yes the pending batch is forgotten, the mail is
 * asked for (once: not for a payment that was processed before) and the server's own page takes over.
 */
export function useConfirmation({ sessionId, batchId, orderId, isPayg }: PaymentToConfirm): State {
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
      const answer = await postJson<Processed>(path, { session_id: sessionId, ...named }, stop);
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
        setState({ name: "refused", message: refusalMessage(answer) });
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

  return state;
}
