"use client";

import { useRouter, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { Drawer } from "@/components/ui/drawer";
import { drawerAddress } from "@/lib/orders/drawer-address";

/**
 * Shows a batch at the side of the dashboard, titled with its batch ID. Closing it leads to the same tab and page, and
 * the focus returns to the batch's `BatchLink`.
 */
export function BatchDrawer({ batchId, children }: { batchId: string; children: ReactNode }) {
  const router = useRouter();
  const closed = drawerAddress(useSearchParams(), null);
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
