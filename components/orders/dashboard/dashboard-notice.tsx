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
  /** The IDs of the batches on this dashboard, separated by blanks: shorter in the payload than a list. */
  batchIds: string;
  linked: React.ReactNode;
};

/** Shows for ten seconds that a batch was paid or linked, and reloads a cached dashboard older than the payment. */
export function DashboardNotice({ batchIds, linked }: DashboardNoticeProps) {
  const [isLinkedShown, setIsLinkedShown] = useState(true);
  const [batchId, setBatchId] = useState<string | null>(null);

  // Added by Refresh or a sign-in, and no longer needed.
  useQueryDropped("refresh", "linked", "claim");

  // Back after a payment: the page is older.
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
