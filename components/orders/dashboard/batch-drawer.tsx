"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { drawerAddress } from "@/components/orders/dashboard/batch-link";
import { Drawer } from "@/components/ui/drawer";

type BatchDrawerProps = { batchId: string; title: React.ReactNode; children: React.ReactNode };

/** Shows a batch at the side of the dashboard. Closing it returns the focus to its `BatchLink`. */
export function BatchDrawer({ batchId, title, children }: BatchDrawerProps) {
  const router = useRouter();
  const closed = drawerAddress(useSearchParams(), null);
  return (
    <Drawer
      title={title}
      opener={{ name: "data-batch", value: batchId }}
      // In place of the open drawer: Back then leads to where the person came from, not into it again.
      onClose={() => router.replace(closed, { scroll: false })}
    >
      {children}
    </Drawer>
  );
}
