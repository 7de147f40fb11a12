"use client";

import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { takeCompletedBatch } from "@/lib/orders/pending-batch";

const VISIBLE_MS = 10_000;

/** Says for ten seconds that the batch just paid is here. */
export function DashboardNotice() {
  const [batchId, setBatchId] = useState<string | null>(null);
  useEffect(() => {
    setBatchId((shown) => shown ?? takeCompletedBatch());
    const timer = setTimeout(() => setBatchId(null), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!batchId) return null;
  return (
    <Alert tone="success" isLive>
      Your submission {batchId} is paid and on your dashboard.
    </Alert>
  );
}
