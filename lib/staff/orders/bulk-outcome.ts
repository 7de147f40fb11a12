import { type WarningCode, warningText } from "@/lib/staff/order/change-warnings";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

export const MAX_BULK = 200;

export type PickedOrder = { id: string; version: number; name: string };

export type BulkOutcome = {
  id: string;
  outcome: "updated" | "unchanged" | "reason_for_odd" | "order_changed" | "not_promised" | "order_not_found";
  order?: StaffOrder;
  /** Action ID for Undo if the outcome is `updated`. */
  action_id?: string | null;
  /** Events since the row was shown if the outcome is `order_changed`. */
  changes?: StaffOrderEvent[];
  /** The warnings if the outcome is `reason_for_odd`. */
  warnings?: WarningCode[];
};

const OUTCOMES: Record<BulkOutcome["outcome"], string> = {
  updated: "Updated",
  unchanged: "No change",
  reason_for_odd: "Not saved. It needs a reason.",
  order_changed: "Not saved. Someone else changed it.",
  not_promised: "Not saved. It has no estimate to delay, because the cards aren't checked in.",
  order_not_found: "Not saved. The order no longer exists.",
};

export function outcomeText({ outcome, warnings }: BulkOutcome): string {
  return warnings?.length ? `${OUTCOMES[outcome]} ${warningText(warnings)}` : OUTCOMES[outcome];
}

export function isSaved({ outcome }: BulkOutcome): boolean {
  return outcome === "updated" || outcome === "unchanged";
}

/** Returns the results with failures first, otherwise in the order of `orders`. */
export function failuresFirst<Result extends { id: string }>(
  orders: PickedOrder[],
  results: Result[],
  isDone: (result: Result) => boolean,
): Result[] {
  const place = new Map(orders.map(({ id }, nth) => [id, nth]));
  const rank = (result: Result) => (isDone(result) ? orders.length : 0) + (place.get(result.id) ?? 0);
  return [...results].sort((a, b) => rank(a) - rank(b));
}

/** Returns the toasts: "Order updated successfully: 3 updated" and "Failed to update order: 1 not saved". */
export function toastText(results: BulkOutcome[]): { tone: "success" | "danger"; text: string }[] {
  const saved = results.filter(isSaved);
  const failed = results.length - saved.length;
  return [
    ...(saved.length > 0
      ? [{ tone: "success", text: `Order updated successfully: ${summaryText(saved)}` } as const]
      : []),
    ...(failed > 0 ? [{ tone: "danger", text: `Failed to update order: ${failed} not saved` } as const] : []),
  ];
}

export function summaryText(results: BulkOutcome[]): string {
  const updated = results.filter(({ outcome }) => outcome === "updated").length;
  const unchanged = results.filter(({ outcome }) => outcome === "unchanged").length;
  const failed = results.length - updated - unchanged;
  return [
    `${updated} updated`,
    unchanged > 0 ? `${unchanged} unchanged` : "",
    failed > 0 ? `${failed} not saved` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * Returns the orders that can be saved again because someone else changed them or a reason was missing, with the
 * version from their result.
 */
export function retryable(results: BulkOutcome[], hasReason: boolean): { id: string; version: number }[] {
  return results.flatMap((result) =>
    result.order && (result.outcome === "order_changed" || (hasReason && needsReason(result)))
      ? [{ id: result.id, version: result.order.version }]
      : [],
  );
}

export function needsReason({ outcome }: BulkOutcome): boolean {
  return outcome === "reason_for_odd";
}
