import { formatLongBusinessDate } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/messages";
import { isCanceled } from "@/lib/orders/cancellation";
import type { Order } from "@/lib/orders/order";
import type { CustodyReceipt } from "@/lib/orders/photos/data";
import { expectedFact } from "@/lib/orders/promise";
import { packageCondition } from "@/lib/orders/status";

export type ReceivedBatch = Omit<CustodyReceipt, "id" | "batch_id" | "photos" | "title" | "submitted_at">;

/** Returns whether an order has a custody receipt: its cards are counted, and it was paid at some point. */
export function hasReceipt(
  order: Pick<Order, "payment_status" | "paid_at"> & { received_count: number | null },
): boolean {
  return order.received_count !== null && (order.payment_status === "paid" || isCanceled(order));
}

/** Returns the lines of a custody receipt as of `readAt` (epoch milliseconds). */
export function receiptFacts(batch: ReceivedBatch, readAt: number): [name: string, value: string][] {
  const { num_cards: paid, received_count: counted, package_condition: condition } = batch;
  const expected = batch.payment_status === "paid" ? expectedFact(batch, readAt) : null;
  const differs =
    counted === paid ? "" : counted < paid ? ` (${paid - counted} fewer)` : ` (${counted - paid} more)`;
  return [
    ["Cards paid for", cardCount(paid)],
    ["Cards counted", `${cardCount(counted)}${differs}`],
    [
      "Condition",
      condition === null || condition === "ok" ? "Arrived undamaged" : packageCondition(condition),
    ],
    ...(batch.arrived_at
      ? ([["Arrived", formatLongBusinessDate(batch.arrived_at)]] satisfies [string, string][])
      : []),
    ["Counted", formatLongBusinessDate(batch.received_at)],
    ...(expected ? ([[expected.label, expected.value]] satisfies [string, string][]) : []),
    ["Received by", batch.receiver ?? "Our team"],
  ];
}
