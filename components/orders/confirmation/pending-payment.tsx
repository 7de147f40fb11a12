"use client";
import { useEffect } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { useHydrated } from "@/components/ui/use-hydrated";
import { confirmationPath } from "@/lib/base/paths";
import {
  completePendingBatch,
  readPendingBatch,
  readPendingPayment,
} from "@/lib/orders/checkout/pending-batch";

export function CheckPendingPayment() {
  const isHydrated = useHydrated();
  const payment = isHydrated ? readPendingPayment() : null;
  if (!payment) return null;
  return (
    <p className="rounded-xl bg-surface-sunken px-5 py-4 text-sm">
      Did you just pay for <BatchId name={payment.batchId} />?{" "}
      <a className="link" href={confirmationPath(payment)}>
        Check this payment
      </a>
    </p>
  );
}

/** Clears this tab's pending batch once it's confirmed. Renders nothing. */
export function ClearPendingBatch({ batchId }: { batchId: string }) {
  useEffect(() => {
    if (readPendingBatch()?.batchId === batchId) completePendingBatch(batchId);
  }, [batchId]);
  return null;
}
