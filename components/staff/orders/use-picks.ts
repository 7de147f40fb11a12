import { useEffect, useState } from "react";
import { writeStored } from "@/lib/base/session-store";
import { readStoredValue } from "@/lib/base/stored-json";
import type { PickedOrder } from "@/lib/staff/orders/bulk-outcome";

const PICKS = "picked-orders";
const LAST_CHANGE = "last-bulk-change";

type Kept = { list: string; orders: PickedOrder[] };

/** Holds the list's selected orders across its pages, in this tab, until they are cleared or another list is shown. */
export function usePicks(list: string) {
  const [picks, setPicks] = useState<PickedOrder[]>([]);

  useEffect(() => {
    const kept: Kept | null = readStoredValue(PICKS);
    setPicks(kept?.list === list ? kept.orders : []);
  }, [list]);

  function keep(next: PickedOrder[]) {
    setPicks(next);
    writePicks({ list, orders: next });
  }

  /** Drops some of them, also when the selection or the list changed meanwhile. */
  function drop(ids: Set<string>) {
    const rest = (orders: PickedOrder[]) => orders.filter(({ id }) => !ids.has(id));
    setPicks(rest);
    const kept: Kept | null = readStoredValue(PICKS);
    if (kept) writePicks({ ...kept, orders: rest(kept.orders) });
  }

  return { picks, keep, drop };
}

function writePicks(kept: Kept) {
  writeStored(PICKS, kept.orders.length > 0 ? JSON.stringify(kept) : undefined);
}

/** A change of several orders that can still be undone. */
export type LastChange = { orders: PickedOrder[]; actions: string[]; at: number };

/** Holds the last change of several orders, over all lists and pages, in this tab until it is undone or replaced. */
export function useLastChange() {
  const [last, setLast] = useState<LastChange>();

  useEffect(() => setLast(readStoredValue(LAST_CHANGE) ?? undefined), []);

  function keepLast(next: LastChange | undefined) {
    setLast(next);
    writeStored(LAST_CHANGE, next && JSON.stringify(next));
  }

  return { last, keepLast };
}
