"use client";

import { useRouter, useSearchParams } from "next/navigation";
import type { MouseEvent, ReactNode } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { Drawer } from "@/components/ui/drawer";
import { paths } from "@/lib/base/paths";

/** Builds the dashboard's address with the tab and page of `now` and the drawer of a batch; null closes the drawer. */
function addressOf(now: URLSearchParams, batchId: string | null): string {
  const query = new URLSearchParams(now);
  if (batchId === null) query.delete("batch");
  else query.set("batch", batchId);
  const text = query.toString();
  return text ? `${paths.dashboard}?${text}` : paths.dashboard;
}

/**
 * Shows a batch ID in the dashboard's tables; a press opens the batch in a `BatchDrawer` without leaving the page. It
 * is a link with an address of its own, so that it opens in a new tab, too, and works without script.
 */
export function BatchLink({ batchId }: { batchId: string }) {
  const router = useRouter();
  const href = addressOf(useSearchParams(), batchId);

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

/**
 * Shows a batch at the side of the dashboard, titled with its batch ID. Closing it leads to the same tab and page, and
 * the focus returns to the batch's `BatchLink`.
 */
export function BatchDrawer({ batchId, children }: { batchId: string; children: ReactNode }) {
  const router = useRouter();
  const closed = addressOf(useSearchParams(), null);
  return (
    <Drawer
      title={<BatchId name={batchId} />}
      opener={{ name: "data-batch", value: batchId }}
      // In place of the open drawer: Back then leads to where the person came from, not into it again.
      onClose={() => router.replace(closed, { scroll: false })}
    >
      {children}
    </Drawer>
  );
}
