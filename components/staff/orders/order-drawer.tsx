"use client";

import Link, { useLinkStatus } from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { focusIfToEdit } from "@/components/staff/orders/use-list-keys";
import { Drawer } from "@/components/ui/drawer";
import { Spinner } from "@/components/ui/spinner";
import { Toaster } from "@/components/ui/toast";

/**
 * Shows a batch ID in the staff's list; a press opens the order in an `OrderDrawer` over the list, with a spinner
 * beside the ID until it is there. `href` is the list's own address with the order in it.
 */
export function OrderLink({ orderId, href, children }: { orderId: string; href: string; children: string }) {
  return (
    <Link href={href} scroll={false} prefetch={false} data-order={orderId} className="link">
      <span translate="no">{children}</span>
      <Opening />
    </Link>
  );
}

function Opening() {
  return useLinkStatus().pending ? <Spinner /> : null;
}

type OrderDrawerProps = {
  orderId: string;
  title: ReactNode;
  /** The address of its own page; none where there is no such order. */
  wholeHref: string | undefined;
  /** The list's address without the order. */
  closeHref: string;
  children: ReactNode;
};

/**
 * Shows an order at the side of the staff's list, with its toasts over it. Closing it leads to `closeHref`, and the
 * focus returns to the order's `OrderLink`; without script the close button is a link there.
 */
export function OrderDrawer({ orderId, title, wholeHref, closeHref, children }: OrderDrawerProps) {
  const router = useRouter();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => focusIfToEdit(orderId, ref.current), [orderId]);
  return (
    <Drawer
      title={title}
      aside={
        wholeHref ? (
          <a className="link inline-flex min-h-6 items-center text-sm whitespace-nowrap" href={wholeHref}>
            Whole order
          </a>
        ) : null
      }
      opener={{ name: "data-order", value: orderId }}
      onClose={() => router.push(closeHref, { scroll: false })}
      closeHref={closeHref}
      isWide
      overlay={<Toaster />}
    >
      <div ref={ref} className="space-y-8">
        {children}
      </div>
    </Drawer>
  );
}
