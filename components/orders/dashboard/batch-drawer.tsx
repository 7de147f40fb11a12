"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { drawerAddress } from "@/components/orders/dashboard/batch-link";
import { Drawer } from "@/components/ui/drawer";

type BatchDrawerProps = { batchId: string; title: React.ReactNode; children: React.ReactNode };

/** Shows a batch in a drawer on the dashboard. Closing the drawer returns the focus to its `BatchLink`. */
export function BatchDrawer({ batchId, title, children }: BatchDrawerProps) {
  const router = useRouter();
  const closed = drawerAddress(useSearchParams(), null);
  return (
    <Drawer
      title={title}
      opener={{ name: "data-batch", value: batchId }}
      // Replaces the drawer's history entry, so that Back doesn't reopen the drawer.
      onClose={() => router.replace(closed, { scroll: false })}
    >
      {children}
    </Drawer>
  );
}
