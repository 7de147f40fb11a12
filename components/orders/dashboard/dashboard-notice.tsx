"use client";

import { useEffect, useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { Alert } from "@/components/ui/alert";
import { usePageRestored } from "@/components/ui/use-page-restored";
import { useQueryDropped } from "@/components/ui/use-query-dropped";
import { linkedOrdersMessage } from "@/lib/auth/sign-in/signed-in";
import { isDashboardStale, takePendingNotice } from "@/lib/orders/checkout/pending-notice";

const VISIBLE_MS = 10_000;

type DashboardNoticeProps = {
  batchIds: string[];
  /** How many earlier orders the sign-in a moment ago has linked. */
  linkedCount: number;
};

/**
 * Says for ten seconds that the batch just paid is here or earlier ones were linked, and reloads a dashboard out of the browser's memory that is
 * older than the payment. A guest's batch is paid, too, but not among `batchIds` when its payer has signed up since.
 */
export function DashboardNotice({ batchIds, linkedCount }: DashboardNoticeProps) {
  const [isLinkedShown, setIsLinkedShown] = useState(true);
  const [batchId, setBatchId] = useState<string | null>(null);

  // What a press of Refresh or a sign-in put there has done its work.
  useQueryDropped("refresh", "linked");

  // Back after a payment: what is shown does not know of it yet.
  usePageRestored(() => {
    if (isDashboardStale()) location.reload();
  });

  useEffect(() => {
    setBatchId((shown) => shown ?? takePendingNotice());
    const timer = setTimeout(() => {
      setBatchId(null);
      setIsLinkedShown(false);
    }, VISIBLE_MS);
    return () => clearTimeout(timer);
  }, []);

  const linked = isLinkedShown ? linkedOrdersMessage(linkedCount) : null;
  if (linked) {
    return (
      <Alert tone="success" isLive>
        {linked}
      </Alert>
    );
  }
  if (!batchId) return null;
  return (
    <Alert tone="success" isLive>
      Your submission <BatchId name={batchId} /> is paid
      {batchIds.includes(batchId)
        ? " and on your dashboard."
        : ". It does not belong to this account; its confirmation email shows where it is."}
    </Alert>
  );
}
