"use client";

import { useState } from "react";
import { BulkForm } from "@/components/staff/orders/bulk-form";
import { BulkPreview } from "@/components/staff/orders/bulk-preview";
import { BulkResults, UndoResults } from "@/components/staff/orders/bulk-results";
import { useBulkChange } from "@/components/staff/orders/use-bulk-change";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Toaster } from "@/components/ui/toast";
import { counted } from "@/lib/base/words";
import { MAX_BULK, type PickedOrder, retryable } from "@/lib/staff/orders/bulk-outcome";
import type { BulkUpdate } from "@/lib/staff/orders/schema";

type BulkDialogProps = {
  orders: PickedOrder[];
  isOpen: boolean;
  onDone: () => void;
  /** Hears whether there is something left to take back, or will be, for which it may be opened again. */
  onClose: (canUndo: boolean) => void;
};

/**
 * Shows the form that changes several orders at once, then what would not fit, then what came of it for each of them.
 * Orders that somebody else changed meanwhile can be saved all the same.
 */
export function BulkDialog({ orders, isOpen, onDone, onClose }: BulkDialogProps) {
  const change = useBulkChange(onDone);
  const [changes, setChanges] = useState<BulkUpdate["changes"]>({});
  const [reason, setReason] = useState("");
  const [isQuiet, setIsQuiet] = useState(false);
  const more = { reason, isQuiet };
  const { preview, results, undone, done } = change;
  const isBusy = done !== undefined;
  // Once it was looked at, only a save keeps it busy.
  const isSaving = isBusy && preview !== undefined;
  const again = results ? retryable(results) : [];
  const count = counted(orders.length, "order");
  return (
    <Dialog
      title={results ? "Results" : `Change ${count}`}
      isOpen={isOpen}
      onClose={() => onClose(change.canUndo || isSaving)}
    >
      <div className="space-y-5">
        {change.failure ? (
          <Alert tone="danger" isLive title="Failed to update order">
            {change.failure}
          </Alert>
        ) : null}
        {isBusy && orders.length > MAX_BULK ? (
          <div className="space-y-2">
            <ProgressBar tone="success" label="Progress" value={done} max={orders.length} />
            <p role="status" className="text-sm tabular-nums">
              {done} of {count}
            </p>
          </div>
        ) : null}
        {results ? (
          <>
            {undone ? (
              <UndoResults orders={orders} results={undone} />
            ) : (
              <BulkResults orders={orders} results={results} />
            )}
            {change.canUndo ? (
              <Button variant="secondary" isBusy={isBusy} onClick={change.undo}>
                Undo
              </Button>
            ) : null}
            {again.length > 0 && !undone ? (
              <Button isBusy={isBusy} onClick={() => change.save(again, changes, more)}>
                Save {again.length === 1 ? "this one" : `these ${again.length}`} all the same
              </Button>
            ) : null}
          </>
        ) : preview ? (
          <BulkPreview
            orders={preview}
            hasNumber={Boolean(changes.tracking_number)}
            reason={reason}
            isSaving={isBusy}
            onReason={setReason}
            onBack={() => change.setPreview(undefined)}
            onSave={() => change.save(orders, changes, more)}
          />
        ) : (
          <BulkForm
            changes={changes}
            isSaving={isBusy}
            saveText="Review"
            isQuiet={isQuiet}
            onChange={setChanges}
            onQuiet={setIsQuiet}
            onSave={() => change.look(orders, changes)}
          />
        )}
      </div>
      <Toaster />
    </Dialog>
  );
}
