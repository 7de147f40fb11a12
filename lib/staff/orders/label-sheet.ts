import * as z from "zod/mini";
import { paths, withQuery } from "@/lib/base/paths";
import { one } from "@/lib/base/query";
import { isUuid } from "@/lib/base/uuid";
import { displayBatchId } from "@/lib/orders/batch-id";

/** The most labels that are printed together: each is a sheet of paper. */
export const MAX_LABELS = 100;
/** Says why more of them are not printed. */
export const TOO_MANY_LABELS = `At most ${MAX_LABELS} labels are printed at once. Select fewer orders.`;

/** Reads an order as its label needs it. */
export const labeledOrderSchema = z.object({ id: z.string(), batch_id: z.nullable(z.string()) });
/** An order whose label is to be printed. */
export type LabeledOrder = z.infer<typeof labeledOrderSchema>;

/** Builds the address of the page with the labels of these orders. */
export function labelsHref(ids: string[]): string {
  return withQuery(paths.adminLabels, { orders: ids.join(",") });
}

/** Reads which orders the address asks for: each once, in their order. What is no id is left out. */
export function readLabelOrders(value: string | string[] | undefined): string[] {
  const ids = (one(value) ?? "").split(",").map((id) => id.trim().toLowerCase());
  return [...new Set(ids.filter(isUuid))];
}

/** What the page prints, and why it does not print the others: a sentence each. */
export type LabelSheet = { batchIds: string[]; refusals: string[] };

/**
 * Decides which labels are printed: those of orders that have a batch ID. `asked` are the ids that were asked for, `found`
 * the orders that there are of the first MAX_LABELS of them.
 */
export function labelSheet(asked: string[], found: LabeledOrder[]): LabelSheet {
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
