"use client";

import { useState } from "react";
import { AddResults } from "@/components/staff/groups/add-results";
import { ReadyTable } from "@/components/staff/groups/ready-table";
import { useAddToGroup } from "@/components/staff/groups/use-add-to-group";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { StaffOrder } from "@/lib/staff/staff-order";

type PickListProps = { groupId: number; ready: StaffOrder[] };

/** Shows what is ready to send, to be picked row by row or whole, and puts what was picked into an open group. */
export function PickList({ groupId, ready }: PickListProps) {
  const adding = useAddToGroup(groupId);
  const isHydrated = useHydrated();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  // What others have put in meanwhile has left the list.
  const chosen = ready.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const isAll = chosen.length === ready.length;

  async function putIn() {
    if (await adding.add({ order_ids: chosen })) setPicked(new Set());
  }

  function pick(id: string, isPicked: boolean) {
    const next = new Set(picked);
    if (isPicked) next.add(id);
    else next.delete(id);
    setPicked(next);
  }

  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">Ready to send</h2>
        {ready.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="secondary"
              onClick={() => setPicked(new Set(isAll ? [] : ready.map(({ id }) => id)))}
            >
              {isAll ? "Pick none" : "Pick all"}
            </Button>
            <Button size="sm" isBusy={adding.isBusy} disabled={chosen.length === 0} onClick={putIn}>
              Put in {chosen.length > 0 ? chosen.length : "picked"}
            </Button>
          </div>
        ) : null}
      </div>
      <AddResults {...adding} />
      <ReadyTable
        orders={ready}
        pick={(order) => (
          <input
            type="checkbox"
            aria-label={`Pick ${displayBatchId(order)}`}
            autoComplete="off"
            disabled={!isHydrated}
            checked={picked.has(order.id)}
            onChange={(event) => pick(order.id, event.target.checked)}
            className="block size-6 accent-accent sm:size-4.5"
          />
        )}
      />
    </section>
  );
}
