"use client";

import { useEffect, useState } from "react";
import { writeStored } from "@/lib/base/session-store";
import { readStoredValue } from "@/lib/base/stored-json";
import type { PickedOrder } from "@/lib/staff/orders/bulk-outcome";

const KEY = "last-bulk-change";

/** A change of several orders, of which there is something left to take back. */
export type LastChange = {
  /** Those that it has changed, as they were picked. */
  orders: PickedOrder[];
  /** Each takes a part of it back. */
  acts: string[];
  /** When it was saved, in milliseconds. */
  at: number;
};

/**
 * Holds what was last changed of several orders, over all lists and pages: it lasts in this tab until it was taken back, or
 * until the next change. Where the browser keeps nothing, it lasts as long as the page.
 */
export function useLastChange() {
  const [last, setLast] = useState<LastChange>();

  useEffect(() => setLast(readStoredValue(KEY) ?? undefined), []);

  function keepLast(next: LastChange | undefined) {
    setLast(next);
    writeStored(KEY, next && JSON.stringify(next));
  }

  return { last, keepLast };
}
