"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Drawer } from "@/components/ui/drawer";
import { Toaster } from "@/components/ui/toast";

type OrderDrawerProps = { orderId: string; title: string; closeHref: string; children: ReactNode };

/** An order at the side of the list. */
export function OrderDrawer({ orderId, title, closeHref, children }: OrderDrawerProps) {
  const router = useRouter();
  return (
    <Drawer
      title={title}
      opener={{ name: "data-order", value: orderId }}
      onClose={() => router.push(closeHref, { scroll: false })}
      closeHref={closeHref}
      isWide
      overlay={<Toaster />}
    >
      {children}
    </Drawer>
  );
}
