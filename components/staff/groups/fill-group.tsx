"use client";

import { useRef, useState } from "react";
import { AddResult } from "@/components/staff/groups/add-result";
import { ReadyTable } from "@/components/staff/groups/ready-table";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { useHydrated } from "@/components/ui/use-hydrated";
import { apiPaths } from "@/lib/base/api-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { AddOutcome } from "@/lib/staff/groups/add-outcome";
import { batchCount } from "@/lib/staff/groups/grader-group";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** How many of the last scans stay on the screen. */
const SHOWN = 5;

type Body = { code: string } | { order_ids: string[]; reason?: string };
type Added = { results: AddOutcome[] };

/**
 * Puts batches into an open group: scanned one after the other into a field that keeps the keyboard, or picked from what is
 * ready. Each is answered for; what is refused says why.
 */
export function FillGroup({ groupId, ready }: { groupId: number; ready: StaffOrder[] }) {
  const { post, isBusy, failure } = usePost();
  const [results, setResults] = useState<AddOutcome[]>([]);
  /** How many of several were put in by one press. */
  const [added, setAdded] = useState(0);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const shownPicks = ready.filter(({ id }) => picked.has(id)).map(({ id }) => id);

  async function add(body: Body) {
    const answer = await post<Added>(apiPaths.adminGroupOrders(String(groupId)), body);
    if (!answer.ok) return;
    const fresh = answer.data.results;
    if (fresh.length > 1) {
      setAdded(fresh.filter(({ outcome }) => outcome === "added").length);
      setResults(fresh.filter(({ outcome }) => outcome !== "added"));
    } else {
      const isFresh = new Set(fresh.map(({ id }) => id));
      setAdded(0);
      setResults((former) => [...fresh, ...former.filter(({ id }) => !isFresh.has(id))].slice(0, SHOWN));
    }
    if ("order_ids" in body) setPicked(new Set());
  }

  function scan() {
    const code = field.current?.value.trim() ?? "";
    if (field.current) field.current.value = "";
    field.current?.focus();
    if (code) void add({ code });
  }

  function pick(id: string, isPicked: boolean) {
    const next = new Set(picked);
    if (isPicked) next.add(id);
    else next.delete(id);
    setPicked(next);
  }

  return (
    <>
      <Card className="space-y-5 sm:p-6">
        <CardHeader title="Put batches in" description="Scan one label after the other." />
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            scan();
          }}
        >
          <div className="w-full max-w-md">
            <TextField
              ref={field}
              label="Batch ID"
              name="code"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              // A scanner types wherever the focus is.
              autoFocus
            />
          </div>
          <SubmitButton busyText="Putting in…">Put In</SubmitButton>
        </form>
        {failure ? <Alert tone="danger" isLive title={failure} /> : null}
        {added > 0 ? <Alert tone="success" isLive title={`${batchCount(added)} put in`} /> : null}
        {results.length > 0 ? (
          <ul className="space-y-3" aria-label="Last scans">
            {results.map((result) => (
              <li key={result.id}>
                <AddResult
                  result={result}
                  isBusy={isBusy}
                  onSettle={(reason) => add({ order_ids: [result.id], reason })}
                />
              </li>
            ))}
          </ul>
        ) : null}
      </Card>
      <section className="space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">Ready to send</h2>
          {ready.length > 0 ? (
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                variant="secondary"
                disabled={!isHydrated}
                onClick={() =>
                  setPicked(
                    shownPicks.length === ready.length ? new Set() : new Set(ready.map(({ id }) => id)),
                  )
                }
              >
                {shownPicks.length === ready.length ? "Pick None" : "Pick All"}
              </Button>
              <Button
                size="sm"
                isBusy={isBusy}
                disabled={shownPicks.length === 0}
                onClick={() => add({ order_ids: shownPicks })}
              >
                Put In {shownPicks.length > 0 ? shownPicks.length : "Picked"}
              </Button>
            </div>
          ) : null}
        </div>
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
    </>
  );
}
