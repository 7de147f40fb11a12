import { CircleCheck, CircleMinus, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { ChangeList } from "@/components/staff/order/staff-timeline";
import type { LastChange } from "@/components/staff/orders/use-picks";
import { Time } from "@/components/ui/time";
import { counted } from "@/lib/base/messages";
import {
  type BulkOutcome,
  failuresFirst,
  isSaved,
  outcomeText,
  type PickedOrder,
  summaryText,
} from "@/lib/staff/orders/bulk-outcome";
import { type UndoResult, undoSummary, undoText } from "@/lib/staff/staff-action";

type BulkResultsProps = { orders: PickedOrder[]; results: BulkOutcome[] };

/** Shows the result for each order; failures come first and say why. */
export function BulkResults({ orders, results }: BulkResultsProps) {
  return (
    <ResultList summary={summaryText(results)}>
      {failuresFirst(orders, results, isSaved).map((result) => (
        <Result key={result.id} orders={orders} result={result} words={outcomeText(result)}>
          {result.changes?.length ? <ChangeList events={result.changes} /> : null}
        </Result>
      ))}
    </ResultList>
  );
}

/** Shows the result of an undo for each order; what could not be undone comes first. */
export function UndoResults({ orders, results }: { orders: PickedOrder[]; results: UndoResult[] }) {
  return (
    <ResultList summary={undoSummary(results)}>
      {failuresFirst(orders, results, ({ outcome }) => outcome === "undone").map((result) => (
        <Result key={result.id} orders={orders} result={result} words={undoText(result)} />
      ))}
    </ResultList>
  );
}

/** Shows the orders of a change that can still be undone, and when it was saved. */
export function LastResults({ last: { orders, at } }: { last: LastChange }) {
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

function ResultList({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <>
      <p role="status" tabIndex={-1} className="font-medium">
        {summary}
      </p>
      <ul className={LIST}>{children}</ul>
    </>
  );
}

const MARKS: Partial<Record<string, [icon: typeof CircleX, color: string]>> = {
  updated: [CircleCheck, "text-success"],
  undone: [CircleCheck, "text-success"],
  unchanged: [CircleMinus, "text-text-muted"],
};

type ResultProps = {
  orders: PickedOrder[];
  result: { id: string; outcome: string };
  words: string;
  children?: ReactNode;
};

function Result({ orders, result: { id, outcome }, words, children }: ResultProps) {
  const [Mark, color] = MARKS[outcome] ?? [CircleX, "text-danger"];
  return (
    <li className="flex gap-3 py-2.5">
      <Mark className={`mt-0.75 size-4 shrink-0 ${color}`} aria-hidden="true" />
      <div className="min-w-0 space-y-1">
        <p className="wrap-anywhere">
          <BatchId name={orders.find((order) => order.id === id)?.name ?? "Order"} className="font-medium" />{" "}
          <span className="text-text-muted">{words}</span>
        </p>
        {children}
      </div>
    </li>
  );
}
