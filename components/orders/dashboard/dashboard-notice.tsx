"use client";

import { type ReactNode, useEffect, useState } from "react";
import { late } from "@/components/ui/late";
import { usePageRestored } from "@/components/ui/use-page-restored";
import { useQueryDropped } from "@/components/ui/use-query-dropped";
import { isDashboardStale, takePendingNotice } from "@/lib/orders/checkout/pending-notice";

const VISIBLE_MS = 10_000;

/** Comes with a payment to tell of, which most looks at the dashboard have not. */
const PaidNotice = late(() =>
  import("@/components/orders/dashboard/paid-notice").then((part) => part.PaidNotice),
);

type DashboardNoticeProps = {
  /** The IDs of the batches on this dashboard, with blanks between them: shorter in the page's payload than a list. */
  batchIds: string;
  /** Says that the sign-in a moment ago has linked earlier orders; null where it linked none. */
  linked: ReactNode;
};

/** Says for ten seconds that a batch was paid or linked, and reloads a cached dashboard older than the payment. */
export function DashboardNotice({ batchIds, linked }: DashboardNoticeProps) {
  const [isLinkedShown, setIsLinkedShown] = useState(true);
  const [batchId, setBatchId] = useState<string | null>(null);

  // What a press of Refresh or a sign-in put there has done its work.
  useQueryDropped("refresh", "linked", "claim");

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

  if (linked && isLinkedShown) return linked;
  return batchId ? <PaidNotice batchId={batchId} isHere={batchIds.includes(batchId)} /> : null;
}
