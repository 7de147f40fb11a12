"use client";

import { useState } from "react";
import { BulkForm } from "@/components/staff/orders/bulk-form";
import { BulkResults, UndoResults } from "@/components/staff/orders/bulk-results";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { apiPaths } from "@/lib/base/api-paths";
import { counted } from "@/lib/base/words";
import type { UndoOutcome } from "@/lib/staff/acts/undo-outcome";
import { type BulkOutcome, type PickedOrder, retryable } from "@/lib/staff/orders/bulk-outcome";
import type { BulkUpdate } from "@/lib/staff/orders/schema";

type BulkDialogProps = { orders: PickedOrder[]; onDone: () => void; onClose: () => void };

/**
 * Shows the form that changes several orders at once, then what came of it for each of them. Orders that somebody else
 * changed meanwhile can be saved all the same.
 */
export function BulkDialog({ orders, onDone, onClose }: BulkDialogProps) {
  const { post, isBusy, failure } = usePost();
  const [isOpen, setIsOpen] = useState(true);
  const [changes, setChanges] = useState<BulkUpdate["changes"]>({});
  const [results, setResults] = useState<BulkOutcome[]>();
  const [undone, setUndone] = useState<UndoOutcome[]>();
  const again = results ? retryable(results) : [];
  // Each press of Save is an act of its own; the last one can be taken back here.
  const [actId, setActId] = useState<string | null>(null);

  async function save(targets: { id: string; version: number }[]) {
    const body = { orders: targets.map(({ id, version }) => ({ id, version })), changes };
    const answer = await post<{ results: BulkOutcome[] }>(apiPaths.adminBulk, body);
    if (!answer.ok) return;
    const { results: fresh } = answer.data;
    const isFresh = new Set(fresh.map(({ id }) => id));
    setUndone(undefined);
    setActId(fresh.find((result) => result.act_id)?.act_id ?? null);
    setResults([...(results ?? []).filter(({ id }) => !isFresh.has(id)), ...fresh]);
    onDone();
  }

  async function undo(act: string) {
    const answer = await post<{ results: UndoOutcome[] }>(apiPaths.adminUndo(act), {});
    if (!answer.ok) return;
    setUndone(answer.data.results);
    setActId(null);
  }

  const count = counted(orders.length, "order");
  return (
    <Dialog
      title={results ? "Results" : `Change ${count}`}
      isOpen={isOpen}
      onClose={() => {
        setIsOpen(false);
        onClose();
      }}
    >
      <div className="space-y-5">
        {failure ? (
          <Alert tone="danger" isLive title="Failed to update order">
            {failure}
          </Alert>
        ) : null}
        {results ? (
          <>
            {undone ? (
              <UndoResults orders={orders} results={undone} />
            ) : (
              <BulkResults orders={orders} results={results} />
            )}
            {actId ? (
              <Button variant="secondary" isBusy={isBusy} onClick={() => undo(actId)}>
                Undo
              </Button>
            ) : null}
            {again.length > 0 && !undone ? (
              <Button isBusy={isBusy} onClick={() => save(again)}>
                Save {again.length === 1 ? "this one" : `these ${again.length}`} all the same
              </Button>
            ) : null}
          </>
        ) : (
          <BulkForm
            changes={changes}
            isSaving={isBusy}
            saveText={`Save ${count}`}
            onChange={setChanges}
            onSave={() => save(orders)}
          />
        )}
      </div>
    </Dialog>
  );
}
