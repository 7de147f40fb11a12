"use client";

import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { usePageRestored } from "@/components/ui/use-page-restored";
import { isDashboardStale, takePendingNotice } from "@/lib/orders/checkout/pending-notice";

const VISIBLE_MS = 10_000;

/**
 * Says for ten seconds that the batch just paid is here, and reloads a dashboard out of the browser's memory that is
 * older than the payment. A guest's batch is paid, too, but not among `batchIds` when its payer has signed up since.
 */
export function DashboardNotice({ batchIds }: { batchIds: string[] }) {
  const [batchId, setBatchId] = useState<string | null>(null);

  useEffect(() => {
    // The mark of a pressed Refresh has done its work: an address that is kept or shared is without it.
    const url = new URL(location.href);
    if (url.searchParams.has("refresh")) {
      url.searchParams.delete("refresh");
      history.replaceState(history.state, "", url);
    }
  }, []);

  // Back after a payment: what is shown does not know of it yet.
  usePageRestored(() => {
    if (isDashboardStale()) location.reload();
  });

  useEffect(() => {
    setBatchId((shown) => shown ?? takePendingNotice());
    const timer = setTimeout(() => setBatchId(null), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!batchId) return null;
  return (
    <Alert tone="success" isLive>
      {batchIds.includes(batchId)
        ? `Your submission ${batchId} is paid and on your dashboard.`
        : `Your submission ${batchId} is paid. It does not belong to this account; its confirmation mail shows where it is.`}
    </Alert>
  );
}
