"use client";

import { useRouter, useSearchParams } from "next/navigation";
import type { MouseEvent } from "react";
import { drawerAddress } from "@/lib/orders/drawer-address";

/**
 * Shows a batch ID in the dashboard's tables; a press opens the batch in a `BatchDrawer` without leaving the page. It
 * is a link with an address of its own, so that it opens in a new tab, too, and works without script.
 */
export function BatchLink({ batchId }: { batchId: string }) {
  const router = useRouter();
  const href = drawerAddress(useSearchParams(), batchId);

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.push(href, { scroll: false });
  }

  return (
    <a
      className="link whitespace-nowrap inline-flex min-h-6 items-center"
      href={href}
      onClick={open}
      data-batch={batchId}
    >
      {batchId}
    </a>
  );
}
