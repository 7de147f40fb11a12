import { CircleCheck, CircleMinus, CircleX } from "lucide-react";
import { BatchId } from "@/components/orders/batch-id";
import { ChangeList } from "@/components/staff/order/change-list";
import type { LastChange } from "@/components/staff/orders/use-last-change";
import { Time } from "@/components/ui/time";
import { counted } from "@/lib/base/words";
import {
  type BulkOutcome,
  failuresFirst,
  isSaved,
  outcomeWords,
  type PickedOrder,
  summaryWords,
} from "@/lib/staff/orders/bulk-outcome";
import { type UndoResult, undoSummary, undoWords } from "@/lib/staff/staff-act";

type BulkResultsProps = { orders: PickedOrder[]; results: BulkOutcome[] };

/** Shows a result for each order; what was not saved stands first and says why. */
export function BulkResults({ orders, results }: BulkResultsProps) {
  return (
    <>
      <p role="status" tabIndex={-1} className="font-medium">
        {summaryWords(results)}
      </p>
      <ul className="max-h-80 divide-y divide-border overflow-y-auto text-sm">
        {failuresFirst(orders, results, isSaved).map((result) => (
          <Result
            key={result.id}
            name={orders.find(({ id }) => id === result.id)?.name ?? "Order"}
            result={result}
          />
        ))}
      </ul>
    </>
  );
}

function Result({ name, result }: { name: string; result: BulkOutcome }) {
  const { outcome, changes } = result;
  return (
    <li className="flex gap-3 py-2.5">
      <Mark outcome={outcome} />
      <div className="min-w-0 space-y-1">
        <p>
          <BatchId name={name} className="font-medium" />{" "}
          <span className="text-text-muted">{outcomeWords(result)}</span>
        </p>
        {changes && changes.length > 0 ? <ChangeList events={changes} /> : null}
      </div>
    </li>
  );
}

/** Shows the result of an undo for each order; what could not be undone comes first. */
export function UndoResults({ orders, results }: { orders: PickedOrder[]; results: UndoResult[] }) {
  return (
    <>
      <p role="status" tabIndex={-1} className="font-medium">
        {undoSummary(results)}
      </p>
      <ul className="max-h-80 divide-y divide-border overflow-y-auto text-sm">
        {failuresFirst(orders, results, ({ outcome }) => outcome === "undone").map((result) => (
          <li key={result.id} className="flex gap-3 py-2.5">
            <Mark outcome={result.outcome === "undone" ? "updated" : result.outcome} />
            <p className="min-w-0 wrap-anywhere">
              <BatchId
                name={orders.find(({ id }) => id === result.id)?.name ?? "Order"}
                className="font-medium"
              />{" "}
              <span className="text-text-muted">{undoWords(result)}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows which orders a change was of that can still be taken back, and when it was saved. */
export function LastResults({ last: { orders, at } }: { last: LastChange }) {
  return (
    <>
      <p className="font-medium">
        {counted(orders.length, "order")} changed, <Time at={new Date(at).toISOString()} show="date-time" />
      </p>
      <ul className="max-h-80 divide-y divide-border overflow-y-auto text-sm">
        {orders.map(({ id, name }) => (
          <li key={id} className="py-2.5">
            <BatchId name={name} className="font-medium" />
          </li>
        ))}
      </ul>
    </>
  );
}

function Mark({ outcome }: { outcome: BulkOutcome["outcome"] | UndoResult["outcome"] }) {
  const look = "mt-0.75 size-4 shrink-0";
  if (outcome === "updated") return <CircleCheck className={`${look} text-success`} aria-hidden="true" />;
  if (outcome === "unchanged")
    return <CircleMinus className={`${look} text-text-muted`} aria-hidden="true" />;
  return <CircleX className={`${look} text-danger`} aria-hidden="true" />;
}
