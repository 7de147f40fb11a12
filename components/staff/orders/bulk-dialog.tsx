import { CircleCheck, CircleMinus, CircleX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { ChangeList } from "@/components/staff/order/staff-timeline";
import { BulkForm, BulkPreview, BulkReason } from "@/components/staff/orders/bulk-form";
import { type BulkChange, useBulkChange } from "@/components/staff/orders/use-bulk-change";
import type { LastChange } from "@/components/staff/orders/use-list";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { Toaster } from "@/components/ui/toast";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { counted } from "@/lib/base/messages";
import {
  type BulkOutcome,
  failuresFirst,
  isSaved,
  MAX_BULK,
  needsReason,
  outcomeText,
  type PickedOrder,
  retryable,
  summaryText,
} from "@/lib/staff/orders/bulk-outcome";
import type { BulkUpdate } from "@/lib/staff/orders/schema";
import { undoSummary, undoText } from "@/lib/staff/staff-action";

type BulkDialogProps = BulkChange & {
  isOpen: boolean;
  /** Receives whether there is something to undo, for which the dialog can be reopened. */
  onClose: (canUndo: boolean) => void;
};

/** Shows the form for changing several orders, then its warnings, then the results. */
export function BulkDialog({ orders, saved, isOpen, onSaved, onLast, onClose }: BulkDialogProps) {
  const change = useBulkChange({ orders, saved, onSaved, onLast });
  const [changes, setChanges] = useState<BulkUpdate["changes"]>({});
  const [reason, setReason] = useState("");
  const [isQuiet, setIsQuiet] = useState(false);
  const more = { reason, isQuiet };
  const { preview, results, undone, last, done } = change;
  const isBusy = done !== undefined;
  // After the preview, only a save can keep it busy.
  const isSaving = isBusy && preview !== undefined;
  const again = results && !undone ? retryable(results, true) : [];
  const ready = results ? retryable(results, reason.trim() !== "") : [];
  const isUnsaved =
    !isBusy && !last && (results ? again.length > 0 : Object.values(changes).some((value) => value));
  useUnsavedGuard(isOpen && isUnsaved);
  const content = useRef<HTMLDivElement>(null);
  const shown = undone ?? results ?? preview;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that led to what is shown may be gone with the focus.
  useEffect(() => {
    if (document.activeElement === document.body)
      content.current?.querySelector<HTMLElement>("[tabindex], select")?.focus();
  }, [shown]);
  const count = counted(orders.length, "order");
  return (
    <Dialog
      title={results ? "Results" : saved ? "Last change" : `Change ${count}`}
      isOpen={isOpen}
      onClose={() => onClose(last !== undefined || isSaving)}
    >
      <div ref={content} className="space-y-5" data-unsaved={isUnsaved ? "" : undefined}>
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
        {results || saved ? (
          <>
            {undone ? (
              <ResultList
                orders={orders}
                summary={undoSummary(undone)}
                results={failuresFirst(orders, undone, ({ outcome }) => outcome === "undone").map(
                  (result) => ({
                    ...result,
                    words: undoText(result),
                  }),
                )}
              />
            ) : results ? (
              <ResultList
                orders={orders}
                summary={summaryText(results)}
                results={failuresFirst(orders, results, isSaved).map((result) => ({
                  ...result,
                  words: outcomeText(result),
                }))}
              />
            ) : saved ? (
              <LastResults last={saved} />
            ) : null}
            {last ? (
              <Button variant="secondary" isBusy={isBusy} onClick={change.undo}>
                Undo
              </Button>
            ) : null}
            {again.length > 0 && results?.some(needsReason) ? (
              <BulkReason reason={reason} onReason={setReason} />
            ) : null}
            {again.length > 0 ? (
              <Button
                isBusy={isBusy}
                disabled={ready.length === 0}
                onClick={() => change.save(ready, changes, more)}
              >
                Save{" "}
                {(ready.length || again.length) === 1 ? "this one" : `these ${ready.length || again.length}`}{" "}
                anyway
              </Button>
            ) : null}
          </>
        ) : preview ? (
          <BulkPreview
            orders={preview}
            changes={changes}
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
            isQuiet={isQuiet}
            onChange={setChanges}
            onQuiet={setIsQuiet}
            onSave={() => change.look(changes)}
          />
        )}
      </div>
      <Toaster />
    </Dialog>
  );
}

function LastResults({ last: { orders, at } }: { last: LastChange }) {
  return (
    <>
      <p className="font-medium">
        {counted(orders.length, "order")} changed, <Time at={new Date(at).toISOString()} show="local" />
      </p>
      <ul className={LIST}>
        {orders.map(({ id, name }) => (
          <li key={id} className="py-2.5">
            <BatchId name={name} className="font-medium" />
          </li>
        ))}
      </ul>
    </>
  );
}

const LIST = "max-h-80 divide-y divide-border overflow-y-auto text-sm";

const MARKS: Partial<Record<string, [icon: typeof CircleX, color: string]>> = {
  updated: [CircleCheck, "text-success"],
  undone: [CircleCheck, "text-success"],
  unchanged: [CircleMinus, "text-text-muted"],
};

type ResultListProps = {
  orders: PickedOrder[];
  summary: string;
  results: { id: string; outcome: string; words: string; changes?: BulkOutcome["changes"] }[];
};

function ResultList({ orders, summary, results }: ResultListProps) {
  return (
    <>
      <p role="status" tabIndex={-1} className="font-medium">
        {summary}
      </p>
      <ul className={LIST}>
        {results.map(({ id, outcome, words, changes }) => {
          const [Mark, color] = MARKS[outcome] ?? [CircleX, "text-danger"];
          const name = orders.find((order) => order.id === id)?.name ?? "Order";
          return (
            <li key={id} className="flex gap-3 py-2.5">
              <Mark className={`mt-0.75 size-4 shrink-0 ${color}`} aria-hidden="true" />
              <div className="min-w-0 space-y-1">
                <p className="wrap-anywhere">
                  <BatchId name={name} className="font-medium" />{" "}
                  <span className="text-text-muted">{words}</span>
                </p>
                {changes?.length ? <ChangeList events={changes} /> : null}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
