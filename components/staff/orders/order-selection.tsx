"use client";

import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { BulkDialog } from "@/components/staff/orders/bulk-dialog";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { counted } from "@/lib/base/words";
import type { PickedOrder } from "@/lib/staff/orders/bulk-outcome";
import { MAX_BULK } from "@/lib/staff/orders/schema";

type OrderSelectionProps = {
  /** Says which orders are on the page; stands at the end of the bar. */
  range: ReactNode;
  /** The table. Each row has a checkbox with the order's id, its `data-version` and its `data-name`. */
  children: ReactNode;
};

/** Shows a bar above the table that chooses its rows and changes them together. Select all takes 200 at most. */
export function OrderSelection({ range, children }: OrderSelectionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const [counts, setCounts] = useState({ picked: 0, all: 0 });
  const [changing, setChanging] = useState<PickedOrder[]>();

  // The rows come from the server: after each save anew, and some may have left the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `children` are the rows.
  useEffect(count, [children]);

  function boxes() {
    return [...(ref.current?.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]") ?? [])];
  }

  function count() {
    const all = boxes();
    setCounts({ picked: all.filter((box) => box.checked).length, all: all.length });
  }

  function pickAll(isPicked: boolean) {
    for (const box of boxes().slice(0, MAX_BULK)) box.checked = isPicked;
    count();
  }

  function change() {
    const picked = boxes().filter((box) => box.checked);
    setChanging(
      picked.map(({ value, dataset }) => ({
        id: value,
        version: Number(dataset.version),
        name: dataset.name ?? "",
      })),
    );
  }

  const { picked, all } = counts;
  return (
    <div ref={ref} onChange={(event: ChangeEvent<HTMLDivElement>) => event.target.matches("td *") && count()}>
      <div className="sticky top-0 z-20 -mx-1 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-1 py-2">
        <label className="flex min-h-9 items-center gap-2.5 text-sm font-medium">
          <input
            type="checkbox"
            className="size-4.5 accent-accent"
            disabled={!isHydrated}
            checked={all > 0 && picked === all}
            ref={(box) => {
              if (box) box.indeterminate = picked > 0 && picked < all;
            }}
            onChange={(event) => pickAll(event.target.checked)}
          />
          Select all
        </label>
        {picked > 0 ? (
          <>
            <Button size="sm" onClick={change}>
              Change {counted(picked, "order")}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => pickAll(false)}>
              Clear selection
            </Button>
          </>
        ) : null}
        <div className="ml-auto">{range}</div>
        <p role="status" className="sr-only">
          {picked > 0 ? `${picked} selected` : ""}
        </p>
      </div>
      {children}
      {changing ? (
        <BulkDialog orders={changing} onDone={() => pickAll(false)} onClose={() => setChanging(undefined)} />
      ) : null}
    </div>
  );
}
