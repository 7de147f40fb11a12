"use client";

import { useEffect, useState } from "react";
import type { PickedOrder } from "@/lib/staff/orders/bulk-outcome";

const KEY = "picked-orders";

/**
 * Holds which orders of a list are picked, over its pages: they last in this tab until they are cleared, or until
 * another list (its address without the page) is shown. Where the browser keeps nothing, they last for one page.
 */
export function usePicks(list: string) {
  const [picks, setPicks] = useState<PickedOrder[]>([]);

  useEffect(() => setPicks(read(list)), [list]);

  function keep(next: PickedOrder[]) {
    setPicks(next);
    try {
      if (next.length > 0) sessionStorage.setItem(KEY, JSON.stringify({ list, orders: next }));
      else sessionStorage.removeItem(KEY);
    } catch {
      // Full, or forbidden: they last for this page.
    }
  }

  return { picks, keep };
}

function read(list: string): PickedOrder[] {
  try {
    const kept: { list: string; orders: PickedOrder[] } | null = JSON.parse(
      sessionStorage.getItem(KEY) ?? "null",
    );
    return kept?.list === list ? kept.orders : [];
  } catch {
    return [];
  }
}
