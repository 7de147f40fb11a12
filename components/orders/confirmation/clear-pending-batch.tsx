"use client";

import { useEffect } from "react";
import { completePendingBatch, readPendingBatch } from "@/lib/orders/checkout/pending-batch";

/** Forgets a pending batch that turned out to be paid. */
export function ClearPendingBatch({ batchId }: { batchId: string }) {
  useEffect(() => {
    if (readPendingBatch()?.batchId === batchId) completePendingBatch(batchId);
  }, [batchId]);
  return null;
}
