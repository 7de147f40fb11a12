"use client";

import { useRouter, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { Drawer } from "@/components/ui/drawer";
import { paths } from "@/lib/base/paths";

/** A batch at the side of the dashboard; focus returns to the batch in the list. */
export function BatchDrawer({ batchId, children }: { batchId: string; children: ReactNode }) {
  const router = useRouter();
  const query = new URLSearchParams(useSearchParams());
  query.delete("batch");
  const rest = query.toString();

  return (
    <Drawer
      title={batchId}
      opener={{ name: "data-batch", value: batchId }}
      // In place of the open drawer: Back then leads to where the person came from, not into it again.
      onClose={() => router.replace(rest ? `${paths.dashboard}?${rest}` : paths.dashboard, { scroll: false })}
    >
      {children}
    </Drawer>
  );
}
