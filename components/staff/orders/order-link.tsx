"use client";

import Link, { useLinkStatus } from "next/link";
import { Spinner } from "@/components/ui/spinner";

/** A batch ID that opens its order over the list. */
export function OrderLink({ orderId, href, children }: { orderId: string; href: string; children: string }) {
  return (
    <Link
      href={href}
      scroll={false}
      prefetch={false}
      data-order={orderId}
      className="link inline-flex items-center gap-2 whitespace-nowrap tabular-nums"
    >
      {children}
      <Opening />
    </Link>
  );
}

function Opening() {
  return useLinkStatus().pending ? <Spinner /> : null;
}
