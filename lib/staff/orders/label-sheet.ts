import { withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** The most labels that print at once, each on a sheet of its own. */
export const MAX_LABELS = 100;
export const TOO_MANY_LABELS = `You can print up to ${MAX_LABELS} labels at once. Select fewer orders.`;

/** Returns the URL of the page with the labels of these orders. */
export function labelsHref(ids: string[]): string {
  return withQuery(staffPaths.labels, { orders: ids.join(",") });
}

/** What the page prints, and why it leaves the others out, one sentence each. */
export type LabelSheet = { batchIds: string[]; refusals: string[] };

/** Returns the labels of the orders that have a batch ID. `asked` are the requested ids, `found` the existing orders of the first MAX_LABELS. */
export function labelSheet(asked: string[], found: Pick<StaffOrder, "id" | "batch_id">[]): LabelSheet {
  const without = found.filter(({ batch_id: batchId }) => batchId === null);
  const gone = Math.min(asked.length, MAX_LABELS) - found.length;
  const [first] = without;
  return {
    batchIds: found.flatMap(({ batch_id: batchId }) => batchId ?? []),
    refusals: [
      asked.length > MAX_LABELS ? TOO_MANY_LABELS : "",
      first
        ? `No label for ${without.map(displayBatchId).join(", ")}. ${without.length === 1 ? "It has" : "They have"} no batch ID.`
        : "",
      gone > 0 ? `${gone} selected ${gone === 1 ? "order no longer exists" : "orders no longer exist"}.` : "",
    ].filter(Boolean),
  };
}

/** The most selected orders in one file, since its URL holds their ids. */
export const MAX_PICKED_EXPORT = 100;
export const TOO_MANY_PICKED = `You can export up to ${MAX_PICKED_EXPORT} selected orders. Select fewer, or filter the list and export it.`;

/** Returns the URL of the CSV file with only these orders. */
export function pickedExportHref(ids: string[]): string {
  return withQuery(staffApiPaths.export, { orders: ids.join(",") });
}
