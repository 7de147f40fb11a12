import { oddityWords } from "@/lib/staff/order/oddities";
import type { OddityCode } from "@/lib/staff/order/schema";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

/** The most orders that one call changes. */
export const MAX_BULK = 200;

/** An order chosen for a change of several, as its row shows it. */
export type PickedOrder = { id: string; version: number; name: string };

/** What came of one order of several, as POST /api/admin/orders/bulk answers it. */
export type BulkOutcome = {
  id: string;
  outcome: "updated" | "unchanged" | "reason_for_odd" | "order_changed" | "not_promised" | "order_not_found";
  /** The order as it is now. */
  order?: StaffOrder;
  /** With `updated`: takes it back. */
  act_id?: string | null;
  /** With `order_changed`: what others did since the row was shown. */
  changes?: StaffOrderEvent[];
  /** With `reason_for_odd`: what does not fit. */
  oddities?: OddityCode[];
};

const WORDS: Record<BulkOutcome["outcome"], string> = {
  updated: "Updated",
  unchanged: "Nothing to change",
  reason_for_odd: "Not saved without a reason.",
  order_changed: "Not saved: somebody else changed it meanwhile",
  not_promised: "Not saved: there is nothing to delay, its cards are not with us",
  order_not_found: "Not saved: the order is gone",
};

/** Answers a result as staff read it. */
export function outcomeWords({ outcome, oddities }: BulkOutcome): string {
  return oddities?.length ? `${WORDS[outcome]} ${oddityWords(oddities)}` : WORDS[outcome];
}

/** Tells whether an order is as the change wants it now. */
export function isSaved({ outcome }: BulkOutcome): boolean {
  return outcome === "updated" || outcome === "unchanged";
}

/** Puts what was not done first, as `isDone` has it; otherwise the results stay in the order of `orders`. */
export function failuresFirst<Result extends { id: string }>(
  orders: PickedOrder[],
  results: Result[],
  isDone: (result: Result) => boolean,
): Result[] {
  const place = new Map(orders.map(({ id }, nth) => [id, nth]));
  const rank = (result: Result) => (isDone(result) ? orders.length : 0) + (place.get(result.id) ?? 0);
  return [...results].sort((a, b) => rank(a) - rank(b));
}

/**
 * Puts the results into the words of the toasts: "Order updated successfully: 3 updated", and for what was not saved
 * "Failed to update order: 1 not saved".
 */
export function toastWords(results: BulkOutcome[]): { tone: "success" | "danger"; text: string }[] {
  const saved = results.filter(isSaved);
  const failed = results.length - saved.length;
  return [
    ...(saved.length > 0
      ? [{ tone: "success", text: `Order updated successfully: ${summaryWords(saved)}` } as const]
      : []),
    ...(failed > 0 ? [{ tone: "danger", text: `Failed to update order: ${failed} not saved` } as const] : []),
  ];
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
 * Picks the orders that a second save can be of, with the version that the result has shown: those that somebody else
 * changed, and with a reason those that were left out without one.
 */
export function retryable(results: BulkOutcome[], hasReason: boolean): { id: string; version: number }[] {
  return results.flatMap((result) =>
    result.order && (result.outcome === "order_changed" || (hasReason && wantsReason(result)))
      ? [{ id: result.id, version: result.order.version }]
      : [],
  );
}

/** Tells whether an order was left out because a reason was not given. */
export function wantsReason({ outcome }: BulkOutcome): boolean {
  return outcome === "reason_for_odd";
}
