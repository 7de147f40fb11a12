import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

/** An order chosen for a change of several, as its row shows it. */
export type PickedOrder = { id: string; version: number; name: string };

/** What came of one order of several, as POST /api/admin/orders/bulk answers it. */
export type BulkOutcome = {
  id: string;
  outcome: "updated" | "unchanged" | "reason_required" | "ask_payment" | "conflict" | "not_found";
  /** The order as it is now. */
  order?: StaffOrder;
  /** With `updated`: takes it back. */
  act_id?: string | null;
  /** With `conflict`: what others did since the row was shown. */
  changes?: StaffOrderEvent[];
};

const WORDS: Record<BulkOutcome["outcome"], string> = {
  updated: "Updated",
  unchanged: "Nothing to change",
  reason_required: "Needs a reason: open the order",
  ask_payment: "Not saved: open the order",
  conflict: "Not saved: somebody else changed it meanwhile",
  not_found: "Not saved: the order is gone",
};

/** Answers a result as staff read it. */
export function outcomeWords(outcome: BulkOutcome["outcome"]): string {
  return WORDS[outcome];
}

/** Sums up the results: "3 updated, 1 not saved". */
export function summaryWords(results: BulkOutcome[]): string {
  const updated = results.filter(({ outcome }) => outcome === "updated").length;
  const unchanged = results.filter(({ outcome }) => outcome === "unchanged").length;
  const failed = results.length - updated - unchanged;
  return [
    `${updated} updated`,
    unchanged > 0 ? `${unchanged} as they were` : "",
    failed > 0 ? `${failed} not saved` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * Picks the orders that somebody else changed, with the version that the result has shown: a second save is of that
 * one.
 */
export function retryable(results: BulkOutcome[]): { id: string; version: number }[] {
  return results.flatMap(({ id, outcome, order }) =>
    outcome === "conflict" && order ? [{ id, version: order.version }] : [],
  );
}
