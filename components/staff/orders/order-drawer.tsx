"use client";
import Link, { useLinkStatus } from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { BatchCode } from "@/components/orders/slab-label";
import { focusIfToEdit } from "@/components/staff/orders/use-list-keys";
import { Drawer } from "@/components/ui/drawer";
import { Spinner } from "@/components/ui/spinner";
import { Toaster } from "@/components/ui/toast";

type OrderLinkProps = { orderId: string; href: string; title: string; code: string };

/**
 * Shows a batch in the list by its name and code. A click opens the order in an `OrderDrawer`, with a spinner until it has loaded;
 * `href` is the list's own address with the order in it.
 */
export function OrderLink({ orderId, href, title, code }: OrderLinkProps) {
  return (
    <Link href={href} scroll={false} prefetch={false} data-order={orderId}>
      <span>
        <bdi className="link block w-fit">{title}</bdi> <BatchCode code={code} />
      </span>
      <Opening />
    </Link>
  );
}

function Opening() {
  return useLinkStatus().pending ? <Spinner /> : null;
}

type OrderDrawerProps = {
  orderId: string;
  title: React.ReactNode;
  /** The address of its own page; undefined for an unknown order. */
  wholeHref: string | undefined;
  closeHref: string;
  children: React.ReactNode;
};

/**
 * Shows an order at the side of the list, with its toasts on top. Closing it leads to `closeHref`, and the focus returns to the
 * order's `OrderLink`; without script the close button is a link there.
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
            Open full page
          </a>
        ) : null
      }
      opener={{ name: "data-order", value: orderId }}
      onClose={() => router.push(closeHref, { scroll: false })}
      closeHref={closeHref}
      isWide
      overlay={<Toaster />}
    >
      <div ref={ref} className="space-y-6">
        {children}
      </div>
    </Drawer>
  );
}
