"use client";

import { useEffect, useState } from "react";
import { writeStored } from "@/lib/base/session-store";
import { readStoredValue } from "@/lib/base/stored-json";
import type { PickedOrder } from "@/lib/staff/orders/bulk-outcome";

const KEY = "picked-orders";

type Kept = { list: string; orders: PickedOrder[] };

/**
 * Holds which orders of a list are picked, over its pages: they last in this tab until they are cleared, or until
 * another list (its address without the page) is shown. Where the browser keeps nothing, they last for one page.
 */
export function usePicks(list: string) {
  const [picks, setPicks] = useState<PickedOrder[]>([]);

  useEffect(() => {
    const kept = read();
    setPicks(kept?.list === list ? kept.orders : []);
  }, [list]);

  function keep(next: PickedOrder[]) {
    setPicks(next);
    write({ list, orders: next });
  }

  /** Drops some of them, whatever else was picked, or which list was shown, since they were handed out. */
  function drop(ids: Set<string>) {
    const rest = (orders: PickedOrder[]) => orders.filter(({ id }) => !ids.has(id));
    setPicks(rest);
    const kept = read();
    if (kept) write({ ...kept, orders: rest(kept.orders) });
  }

  return { picks, keep, drop };
}

const read = (): Kept | null => readStoredValue(KEY);

function write(kept: Kept) {
  writeStored(KEY, kept.orders.length > 0 ? JSON.stringify(kept) : undefined);
}
