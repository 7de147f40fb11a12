"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import type { MouseEvent, ReactNode } from "react";
import { paths } from "@/lib/base/paths";

/** A batch ID that opens the batch's timeline; on the dashboard without leaving the page, elsewhere there. */
export function BatchLink({ batchId, children }: { batchId: string; children: ReactNode }) {
  const router = useRouter();
  const query = new URLSearchParams(useSearchParams());
  const isHere = usePathname() === paths.dashboard;
  query.set("batch", batchId);
  const href = isHere ? `${paths.dashboard}?${query}` : paths.batch(batchId);

  function open(event: MouseEvent) {
    const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!isHere || wantsNewTab) return;
    event.preventDefault();
    router.push(href, { scroll: false });
  }

  return (
    <a className="link inline-flex min-h-6 items-center" href={href} onClick={open} data-batch={batchId}>
      {children}
    </a>
  );
}
