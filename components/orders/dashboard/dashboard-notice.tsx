"use client";
import { useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { usePageRestored } from "@/components/ui/use-page-restored";
import { useQueryDropped } from "@/components/ui/use-query-dropped";
import { isDashboardStale, takePendingNotice } from "@/lib/orders/checkout/pending-notice";

const VISIBLE_MS = 10_000;

const PaidNotice = lazyComponent(() =>
  import("@/components/orders/dashboard/paid-notice").then((part) => part.PaidNotice),
);

type DashboardNoticeProps = {
  /** The IDs of the batches on this dashboard, separated by spaces, which takes fewer bytes than a list. */
  batchIds: string;
  linked: React.ReactNode;
};

/** Shows for ten seconds that a batch was paid for or linked. Reloads a cached dashboard from before the payment. */
export function DashboardNotice({ batchIds, linked }: DashboardNoticeProps) {
  const [isLinkedShown, setIsLinkedShown] = useState(true);
  const [batchId, setBatchId] = useState<string | null>(null);

  // Set by Refresh or a sign-in, and no longer needed.
  useQueryDropped("refresh", "linked", "claim");

  // Going Back after a payment restores a page from before it.
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

  if (linked && isLinkedShown) return linked;
  return batchId ? <PaidNotice batchId={batchId} isHere={batchIds.includes(batchId)} /> : null;
}
