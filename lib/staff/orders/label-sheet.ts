import { withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** The most labels that are printed together: each is a sheet of paper. */
export const MAX_LABELS = 100;
/** Says why more of them are not printed. */
export const TOO_MANY_LABELS = `At most ${MAX_LABELS} labels are printed at once. Select fewer orders.`;

/** Builds the address of the page with the labels of these orders. */
export function labelsHref(ids: string[]): string {
  return withQuery(staffPaths.labels, { orders: ids.join(",") });
}

/** What the page prints, and why it does not print the others: a sentence each. */
export type LabelSheet = { batchIds: string[]; refusals: string[] };

/**
 * Decides which labels are printed: those of orders that have a batch ID. `asked` are the ids that were asked for, `found`
 * the orders that there are of the first MAX_LABELS of them.
 */
export function labelSheet(asked: string[], found: Pick<StaffOrder, "id" | "batch_id">[]): LabelSheet {
  const without = found.filter(({ batch_id: batchId }) => batchId === null);
  const gone = Math.min(asked.length, MAX_LABELS) - found.length;
  const [first] = without;
  return {
    batchIds: found.flatMap(({ batch_id: batchId }) => batchId ?? []),
    refusals: [
      asked.length > MAX_LABELS ? TOO_MANY_LABELS : "",
      first
        ? `${without.map(displayBatchId).join(", ")}: no label, because ${without.length === 1 ? "it has" : "they have"} no batch ID.`
        : "",
      gone > 0 ? `${gone} of the selected orders ${gone === 1 ? "is" : "are"} gone.` : "",
    ].filter(Boolean),
  };
}

/** The most picked orders of one file: their ids stand in its address. */
export const MAX_PICKED_EXPORT = 100;
/** Says why more of them are not exported. */
export const TOO_MANY_PICKED = `At most ${MAX_PICKED_EXPORT} selected orders are exported at once. Select fewer, or narrow the list and export it.`;

/** Builds the address of the CSV file with these orders alone. */
export function pickedExportHref(ids: string[]): string {
  return withQuery(staffApiPaths.export, { orders: ids.join(",") });
}
