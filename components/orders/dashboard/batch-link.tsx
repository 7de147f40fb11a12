"use client";

import { useRouter, useSearchParams } from "next/navigation";
import type { MouseEvent } from "react";
import { drawerAddress } from "@/lib/orders/drawer-address";

/** How the link stands alone in a cell: on one line, and high enough for a finger. */
const IN_CELL = "link whitespace-nowrap inline-flex min-h-6 items-center";

type BatchLinkProps = {
  batchId: string;
  /** Its classes. */
  look?: string;
  /** What stands in place of the ID. */
  children?: string;
};

/** Links to a batch's drawer, without leaving the page; with its own address, it works without script. */
export function BatchLink({ batchId, look = IN_CELL, children = batchId }: BatchLinkProps) {
  const router = useRouter();
  const href = drawerAddress(useSearchParams(), batchId);

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.push(href, { scroll: false });
  }

  return (
    <a
      className={look}
      href={href}
      onClick={open}
      data-batch={batchId}
      translate={children === batchId ? "no" : undefined}
    >
      {children}
    </a>
  );
}
