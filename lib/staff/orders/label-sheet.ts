import { withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { StaffOrder } from "@/lib/staff/staff-order";

export const MAX_LABELS = 100;
export const TOO_MANY_LABELS = `You can print up to ${MAX_LABELS} labels at once. Select fewer orders.`;

export function labelsHref(ids: string[]): string {
  return withQuery(staffPaths.labels, { orders: ids.join(",") });
}

export type LabelSheet = { batchIds: string[]; refusals: string[] };

/** Returns the labels for the requested IDs. `found` contains the existing orders among the first MAX_LABELS. */
export function labelSheet(requested: string[], found: Pick<StaffOrder, "id" | "batch_id">[]): LabelSheet {
  const without = found.filter(({ batch_id: batchId }) => batchId === null);
  const gone = Math.min(requested.length, MAX_LABELS) - found.length;
  const [first] = without;
  return {
    batchIds: found.flatMap(({ batch_id: batchId }) => batchId ?? []),
    refusals: [
      requested.length > MAX_LABELS ? TOO_MANY_LABELS : "",
      first
        ? `No label for ${without.map(displayBatchId).join(", ")}. ${without.length === 1 ? "It has" : "They have"} no batch ID.`
        : "",
      gone > 0 ? `${gone} selected ${gone === 1 ? "order no longer exists" : "orders no longer exist"}.` : "",
    ].filter(Boolean),
  };
}

/** Limited because the IDs are part of the URL. */
export const MAX_PICKED_EXPORT = 100;
export const TOO_MANY_PICKED = `You can export up to ${MAX_PICKED_EXPORT} selected orders. Select fewer, or filter the list and export it.`;

export function pickedExportHref(ids: string[]): string {
  return withQuery(staffApiPaths.export, { orders: ids.join(",") });
}
