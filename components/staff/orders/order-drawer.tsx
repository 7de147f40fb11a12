"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { focusIfToEdit } from "@/components/staff/orders/use-list-keys";
import { buttonStyle } from "@/components/ui/button-link";
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
      {children}
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
  /** The list's address without the order. */
  closeHref: string;
  /** The addresses of the orders before and after it on the list's page; none at its ends. */
  previousHref: string | undefined;
  nextHref: string | undefined;
  children: ReactNode;
};

/**
 * Shows an order at the side of the staff's list, with its toasts over it. Closing it leads to `closeHref`, and the
 * focus returns to the order's `OrderLink`; without script the close button is a link there.
 */
export function OrderDrawer({
  orderId,
  title,
  closeHref,
  previousHref,
  nextHref,
  children,
}: OrderDrawerProps) {
  const router = useRouter();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => focusIfToEdit(orderId, ref.current), [orderId]);
  const link = buttonStyle({ variant: "quiet", size: "sm" });
  return (
    <Drawer
      title={title}
      opener={{ name: "data-order", value: orderId }}
      onClose={() => router.push(closeHref, { scroll: false })}
      closeHref={closeHref}
      isWide
      overlay={<Toaster />}
    >
      <div ref={ref} className="space-y-8">
        <nav aria-label="Orders of the list" className="-mt-3 -mb-5 flex justify-between gap-3">
          {previousHref ? (
            <Link rel="prev" className={link} href={previousHref} scroll={false} prefetch={false}>
              <ChevronLeft className="size-4" aria-hidden="true" />
              Previous
            </Link>
          ) : (
            <span />
          )}
          {nextHref ? (
            <Link rel="next" className={link} href={nextHref} scroll={false} prefetch={false}>
              Next
              <ChevronRight className="size-4" aria-hidden="true" />
            </Link>
          ) : null}
        </nav>
        {children}
      </div>
    </Drawer>
  );
}
